/** The measured server has one core, its load generator the other. */
import { spawnSync } from "node:child_process";
import os from "node:os";

export const serverCore = 0;
export const clientCore = 1;

const canPin =
  os.availableParallelism() > 1 && spawnSync("taskset", ["--version"]).error === undefined;

/** A command line that runs on one core only; as it is where there is no `taskset` or no second core. */
export function pinned(core: number, command: readonly string[]): [string, string[]] {
  const [file = "", ...args] = canPin ? ["taskset", "-c", String(core), ...command] : command;
  return [file, args];
}

/** How the figures were taken, for the reader. */
export const pinning = canPin
  ? `server on core ${serverCore}, client on core ${clientCore}`
  : "server and client not pinned (this needs taskset and two cores)";
