/** Runs a program to its end, or for a few seconds. */
import { execFile } from "node:child_process";
import { root } from "../../support/cli.js";

export function runProgram(
  main: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeArgs: readonly string[] = [],
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, ...env }, timeout: 5_000 };
    const child = execFile(
      process.execPath,
      [...nodeArgs, main, ...args],
      options,
      (_e, stdout, stderr) => resolve({ stdout, stderr }),
    );
    child.stdin?.end();
  });
}
