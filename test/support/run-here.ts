/** Runs the command line in this process, which is much faster than one of its own. */
import { runCli } from "../../src/cli/run-cli.js";

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command and returns what it printed. */
export async function runHere(args: readonly string[]): Promise<Printed> {
  const { stdout, stderr } = process;
  const printed = { stdout: "", stderr: "" };
  const write = { stdout: stdout.write, stderr: stderr.write };
  const capture = (name: "stdout" | "stderr"): typeof stdout.write =>
    ((...args: Parameters<typeof stdout.write>) => {
      // Events of the test runner are bytes.
      if (typeof args[0] !== "string") return write[name].apply(process[name], args);
      printed[name] += args[0];
      return true;
    }) as typeof stdout.write;
  // The test runner sets it when a test fails.
  const before = process.exitCode;
  process.exitCode = undefined;
  stdout.write = capture("stdout");
  stderr.write = capture("stderr");
  try {
    const code = await runCli(args);
    return { code: code || Number(process.exitCode ?? 0), ...printed };
  } finally {
    stdout.write = write.stdout;
    stderr.write = write.stderr;
    process.exitCode = before;
  }
}
