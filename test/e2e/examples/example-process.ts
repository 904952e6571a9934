/** Programs of examples/ as processes of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { TestContext } from "node:test";
import { root } from "../../support/cli.js";

export interface ExampleProcess {
  /** Where it says that it serves. */
  readonly url: URL;
  /** What it has written so far, to both. */
  output(): string;
  /** Asks it to stop. @returns its exit code; null when it has not ended by itself within half a minute */
  stop(): Promise<number | null>;
}

/** The words of the command that runs a program of examples/. */
export function exampleCommand(file: string): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: ["--import", "tsx", path.join(root, "examples", file)],
  };
}

/** Starts a program on a free port and waits until it says where it serves. Ends with the test at the latest. */
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
