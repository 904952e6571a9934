/** Processes of the judge. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "../support/cli.js";
import { runTypeScript } from "../support/typescript/flags.js";

export interface Started {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
}

/** Starts a program and waits until its output has a text. @throws Error with the output if it ends before */
export async function start(
  script: string,
  args: readonly string[],
  hasStarted: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const file = path.join(root, script);
  const child = spawn(process.execPath, [...runTypeScript, file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (hasStarted.test(text)) resolve();
      });
    }
    child.once("exit", () => reject(new Error(`${script} ended:\n${text}`)));
  });
  await ready;
  return {
    child,
    output: () => text,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
