/** Names of temporary files, from which other runs can tell whether the run that made one is still alive. */
import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { errorCode } from "./disk.js";

/** A process with the number of a run that began longer ago is another one. */
const maxRunMs = 10 * 60_000;
/** Processes of other machines can't be asked. A run keeps what is judged by this limit for some milliseconds. */
const maxForeignMs = 30_000;

const runName = /^(\d+)-([0-9a-f]{8})[0-9a-f]{12}$/;
const host = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
/** Names given by this process, which may write several outputs at once. */
const inUse = new Set<string>();

/** Returns a new name, which counts as alive until `dropRunName` or the end of the process. */
export function newRunName(): string {
  const name = `${process.pid}-${host}${randomBytes(6).toString("hex")}`;
  inUse.add(name);
  return name;
}

export function dropRunName(name: string): void {
  inUse.delete(name);
}

/** Returns the number of the process that gave the name; undefined if no run gave it. */
export function processOf(name: string): number | undefined {
  const id = runName.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}

/**
 * Whether the run that gave the name may still be alive.
 *
 * @param ageMs how long ago the name was given
 */
export function isAlive(name: string, ageMs: number): boolean {
  const [, id, on] = runName.exec(name) ?? [];
  if (on !== host) return ageMs < maxForeignMs;
  // In a container, a run often has the number of the one before.
  if (Number(id) === process.pid) return inUse.has(name);
  try {
    process.kill(Number(id), 0);
  } catch (error) {
    // Another user's process may not be asked, but it is alive.
    if (errorCode(error) !== "EPERM") return false;
  }
  return ageMs < maxRunMs;
}
