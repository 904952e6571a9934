/** Runs the built command line in a process of its own. */
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root: string = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const cliPath: string = path.join(root, "dist/cli/main.js");
/** For `node --import`: makes a process report code injected from a document. See `guard.mjs`. */
export const guardImport: string = pathToFileURL(path.join(root, "test/support/guard.mjs")).href;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param options.stdin text for stdin; default: empty */
export function runCommand(
  args: readonly string[],
  options: { readonly cwd: string; readonly stdin?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  const child = spawn(process.execPath, [cliPath, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  });
  child.stdin.end(options.stdin ?? "");
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
  });
}
