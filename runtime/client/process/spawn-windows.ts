/** Loaded on Windows only. */
import spawn from "cross-spawn";
import type { ChildProcess, SpawnOptions } from "node:child_process";

/** Runs a program or script, with arguments escaped for the command interpreter where one is needed. */
export function spawnWindows(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  return spawn(command, args, options);
}
