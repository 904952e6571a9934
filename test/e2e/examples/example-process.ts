/** Runs programs of examples/ in processes of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../../support/cli.js";
import { runTypeScript } from "../../support/typescript/flags.js";

export interface ExampleProcess {
  readonly url: URL;
  /** Output so far, on stdout and stderr. */
  output(): string;
  /** Stops the program. @returns its exit code; null if it has not ended by itself within half a minute */
  stop(): Promise<number | null>;
}

/** Returns the arguments that run a program of examples/. */
export function exampleCommand(file: string): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: [...runTypeScript, path.join(root, "examples", file)],
  };
}

/** Starts a program of examples/ on a free port and waits for its URL. It ends with the test at the latest. */
export function startExample(
  t: Ends,
  file: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
): Promise<ExampleProcess> {
  return startProgram(t, [...exampleCommand(file).args, ...words], { PORT: "0", ...env });
}

/** What ends the program: a test, or whatever collects functions. */
interface Ends {
  after(work: () => void): void;
}

/** Runs Node.js with these arguments, and waits until it prints the URL that it serves. */
export async function startProgram(
  t: Ends,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ExampleProcess> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => void child.kill("SIGKILL"));
  let output = "";
  const url = await new Promise<URL>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
        const found = /(?:served|serves MCP) at (\S+)\n/.exec(output)?.[1];
        if (found !== undefined) resolve(new URL(found));
      });
    }
    child.once("exit", (code) =>
      reject(new Error(`${args.join(" ")} ended with ${code}:\n${output}`)),
    );
  });
  return {
    url,
    output: () => output,
    async stop() {
      const gone = once(child, "exit") as Promise<[number | null]>;
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 30_000);
      const [code] = await gone;
      clearTimeout(force);
      return code;
    },
  };
}
