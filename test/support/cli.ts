/** Runs the built command line. */
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInHost, type Command, type Finished } from "./command-host/pool.js";
import { runProcess } from "./run-process.js";

export const root: string = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const cliPath: string = path.join(root, "dist/cli/main.js");
/** For `node --import`: makes a process report code injected from a document. See `guard.mjs`. */
export const guardImport: string = pathToFileURL(path.join(root, "test/support/guard.mjs")).href;

export type { Finished };

export interface CommandOptions {
  readonly cwd: string;
  /** Text for stdin; default: empty. */
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command. Those that may end their process, because a server of theirs ends it, get one of their own. */
export function runCommand(args: readonly string[], options: CommandOptions): Promise<Finished> {
  const { cwd, stdin = "", env } = options;
  const command = { args, cwd, stdin, env: { ...process.env, ...env } };
  return args[0] === "serve" ? runAlone(command) : runInHost(command);
}

async function runAlone({ args, ...options }: Command): Promise<Finished> {
  const { code, stdout, stderr } = await runProcess(process.execPath, [cliPath, ...args], options);
  return { code, stdout, stderr };
}
