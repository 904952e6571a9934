/** A lock across processes: a file that exists while somebody holds it. */
import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unref } from "../../protocol/unref.js";
import { makePrivateFolder } from "./private-files.js";

export interface LockTimes {
  /** The holder touches its lock this often. */
  readonly beatMs: number;
  /** A lock that was not touched while somebody waited so long has lost its holder. No clock is compared with another. */
  readonly silenceMs: number;
}

const usual: LockTimes = { beatMs: 1_000, silenceMs: 5_000 };

/** The age at which the file that guards the removal of a lock has lost its holder, who needs no time. */
const guardMs = 30_000;
const pauseMs = { least: 10, most: 100 };

/**
 * Does work while no other process does work with the same lock. The lock of a process that was killed is taken over after
 * five seconds. In a folder that can't be written, the work is done without.
 *
 * @throws the error of the work, or the reason of the signal, which ends the wait only
 */
export async function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
  { beatMs, silenceMs }: LockTimes = usual,
): Promise<T> {
  const owner = randomUUID();
  if (!(await acquire(file, owner, silenceMs, signal))) return work();
  const beat = unref(setInterval(() => touch(file), beatMs));
  try {
    return await work();
  } finally {
    clearInterval(beat);
    // Not if another took it over, because this process stood still.
    removeIfOwned(file, owner);
  }
}

/** @returns whether there is a lock; false: there can be none */
async function acquire(
  file: string,
  owner: string,
  silenceMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  let seen: string | undefined;
  let seenAt = 0;
  let deniedAt: number | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const made = create(file, owner);
    if (made === "made" || made === "impossible") return made === "made";
    const state = stateOf(file);
    if (made === "exists" || state !== undefined) deniedAt = undefined;
    else if (performance.now() - (deniedAt ??= performance.now()) > silenceMs) return false;
    if (state === undefined || state !== seen) {
      seen = state;
      seenAt = performance.now();
    } else if (performance.now() - seenAt > silenceMs) {
      removeLost(file, state);
      seen = undefined;
      continue;
    }
    await sleep(pauseMs.least + Math.random() * pauseMs.most, undefined, { signal }).catch(
      () => {},
    );
  }
}

/** @returns `denied`: there can be none, or the file is about to be removed, for which Windows has one error */
function create(file: string, owner: string): "made" | "exists" | "denied" | "impossible" {
  try {
    makePrivateFolder(path.dirname(file));
    writeFileSync(file, owner, { flag: "wx", mode: 0o600 });
    return "made";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return "exists";
    return code === "EPERM" && process.platform === "win32" ? "denied" : "impossible";
  }
}

/** Returns the owner of a lock and when it was touched; undefined when there is none. */
function stateOf(file: string): string | undefined {
  try {
    return `${readFileSync(file, "utf8").slice(0, 100)} ${lstatSync(file).mtimeMs}`;
  } catch {
    return undefined;
  }
}

/**
 * Removes a lock without a holder. Nothing is awaited: a second lock, held for a moment, makes sure that nobody who was
 * slow removes the lock of the next holder.
 */
function removeLost(file: string, state: string): void {
  const guard = `${file}.guard`;
  try {
    writeFileSync(guard, "", { flag: "wx", mode: 0o600 });
  } catch {
    if (ageOf(guard) > guardMs) rmSync(guard, { force: true });
    return;
  }
  try {
    if (stateOf(file) === state) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - lstatSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // It was taken over.
  }
}

function removeIfOwned(file: string, owner: string): void {
  try {
    if (readFileSync(file, "utf8") === owner) rmSync(file, { force: true });
  } catch {
    // It was taken over, and the next holder is done as well.
  }
}
