/** Runs programs of examples/ in processes of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { TestContext } from "node:test";
import { root } from "../../support/cli.js";

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
    args: ["--import", "tsx", path.join(root, "examples", file)],
  };
}

/** Starts a program on a free port and waits for its URL. It ends with the test at the latest. */
export async function startExample(
  t: Pick<TestContext, "after">,
  file: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
): Promise<ExampleProcess> {
  const { command, args } = exampleCommand(file);
  const child = spawn(command, [...args, ...words], {
    cwd: root,
    env: { ...process.env, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  let output = "";
  const url = await new Promise<URL>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
        const found = /(?:served|serves MCP) at (\S+)\n/.exec(output)?.[1];
        if (found !== undefined) resolve(new URL(found));
      });
    }
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}:\n${output}`)));
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
