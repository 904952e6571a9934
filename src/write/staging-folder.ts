/** Folders in which files wait until all of them are complete. */
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dropRunName, isAlive, newRunName } from "./run-name.js";

/**
 * Watchers must not take what comes and goes during a run for a change. `tsc --watch` ignores no hidden folders, but names
 * that begin so, as Emacs gives them to its lock files.
 */
export const unwatchedPrefix = ".#mcp-codegen";

const stagingName = /^\.#mcp-codegen-(\d+-[0-9a-f]{20})\.tmp$/;

/** Makes a staging folder in `parent` and returns its path. Its name tells later runs whether this one is still alive. */
export function makeStaging(parent: string): string {
  const staging = path.join(parent, `${unwatchedPrefix}-${newRunName()}.tmp`);
  mkdirSync(staging);
  return staging;
}

/** Keeps Git from adding what a killed run leaves. */
export function ignoreStaging(staging: string): void {
  writeFileSync(path.join(staging, ".gitignore"), "*\n", { flag: "wx" });
}

export function dropStaging(staging: string): void {
  rmSync(staging, { recursive: true, force: true });
  dropRunName(runOf(staging) ?? "");
}

/** Whether `entry` names a staging folder, of whatever run. */
export function isStaging(entry: string): boolean {
  return stagingName.test(entry);
}

/** Whether the run that made a staging folder has ended without removing it. */
export function isAbandoned(staging: string): boolean {
  const stat = statSync(staging, { throwIfNoEntry: false });
  const run = runOf(staging);
  if (run === undefined || !stat?.isDirectory()) return false;
  return !isAlive(run, Date.now() - stat.mtimeMs);
}

function runOf(staging: string): string | undefined {
  return stagingName.exec(path.basename(staging))?.[1];
}
