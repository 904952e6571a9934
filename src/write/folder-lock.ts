/** Makes the runs of several processes write an output folder one after the other. */
import { lstatSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { absent, errorCode } from "./disk.js";
import { dropRunName, isAlive, newRunName, processOf } from "./run-name.js";
import { dropStaging, makeStaging, unwatchedPrefix } from "./staging-folder.js";

/**
 * A folder with one file, whose name tells which run holds the lock. A whole folder is moved here, which fails if the
 * folder is there and not empty. So one of several runs takes the lock, also if all of them find that a killed run held it.
 */
export const lockName = `${unwatchedPrefix}.lock`;

const pollMs = 25;
const maxWaitMs = 60_000;

/** Releases a lock. */
export type Release = () => void;

export interface LockOptions {
  /** How long to wait for another run. */
  readonly waitMs?: number;
  /** Called while waiting; may throw to give up. */
  readonly check?: () => void;
}

/**
 * Waits until no other run writes `outDir`, and keeps others from it. The folder must exist.
 *
 * @returns undefined if another run held the folder until the end of `waitMs`
 */
export async function lockFolder(
  outDir: string,
  { waitMs = maxWaitMs, check }: LockOptions = {},
): Promise<Release | undefined> {
  const until = Date.now() + waitMs;
  for (;;) {
    check?.();
    const release = tryLock(outDir);
    if (release || Date.now() >= until) return release;
    await sleep(pollMs);
  }
}

/** Waits until no other run writes `outDir`. Returns false if one still does at the end of `waitMs`. */
export async function waitForOthers(outDir: string, waitMs: number = maxWaitMs): Promise<boolean> {
  const until = Date.now() + waitMs;
  while (holderOf(outDir)?.alive) {
    if (Date.now() >= until) return false;
    await sleep(pollMs);
  }
  return true;
}

/** Returns the name of the run that holds the folder, alive or not. */
export function lockHolder(outDir: string): string | undefined {
  return holderOf(outDir)?.name;
}

export function busy(outDir: string): Diagnostic {
  const id = processOf(lockHolder(outDir) ?? "");
  const which = id === undefined ? "" : ` (process ${id})`;
  return {
    code: "out-busy",
    severity: "error",
    message: `Another run of mcp-codegen${which} is writing the output folder. Nothing was changed.`,
    hint: `Run again when it is done. If none is running, delete ${lockName} in the folder.`,
  };
}

function tryLock(outDir: string): Release | undefined {
  const lock = path.join(outDir, lockName);
  const holder = holderOf(outDir);
  if (holder?.alive) return undefined;
  if (holder) rmSync(path.join(lock, holder.name), { force: true });
  const name = newRunName();
  const draft = makeStaging(outDir);
  try {
    writeFileSync(path.join(draft, name), "");
    removeIfEmpty(lock);
    renameSync(draft, lock);
  } catch (error) {
    dropRunName(name);
    if (!isTaken(error, lock)) throw error;
    return undefined;
  } finally {
    dropStaging(draft);
  }
  return () => {
    rmSync(path.join(lock, name), { force: true });
    removeIfEmpty(lock);
    dropRunName(name);
  };
}

function holderOf(outDir: string): { readonly name: string; readonly alive: boolean } | undefined {
  const lock = path.join(outDir, lockName);
  try {
    // A link that somebody checked in leads to files of the user.
    if (!lstatSync(lock).isDirectory()) return undefined;
    const [name] = readdirSync(lock);
    if (name === undefined) return undefined;
    if (processOf(name) === undefined) return { name, alive: true };
    const { mtimeMs } = lstatSync(path.join(lock, name));
    return { name, alive: isAlive(name, Date.now() - mtimeMs) };
  } catch (error) {
    return absent(error);
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not there, or another run has just taken the lock.
  }
}

/** Whether a folder could not be moved because the target is there. Windows reports that as a missing permission. */
function isTaken(error: unknown, target: string): boolean {
  const code = errorCode(error);
  if (code === "ENOTEMPTY" || code === "EEXIST") return true;
  return code === "EPERM" && lstatSync(target, { throwIfNoEntry: false }) !== undefined;
}
