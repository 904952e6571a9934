/** Runs child processes with a time limit, so that a hang is noticed. */
import { spawn } from "node:child_process";

export interface ProcessResult {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly seconds: number;
}

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  /** Text for stdin; default: empty. */
  readonly stdin?: string;
}

/** Rejects only if the program can't be started; a failing exit code or a timeout is a result. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult> {
  const start = performance.now();
  const child = spawn(command, args, { cwd: options.cwd, env: options.env ?? process.env });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, options.timeoutMs ?? 120_000);
  // A child may end without reading its input.
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin ?? "");
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
        timedOut,
        seconds: (performance.now() - start) / 1000,
      });
    });
  });
}
