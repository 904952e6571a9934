/** The record of what a run is about to change, by which a later run completes what a killed one began. */
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lookAt, mayRename, removeEmptyFolders } from "./disk.js";
import { contentHash, isOwnPath } from "./manifest.js";
import type { Change } from "./plan.js";

const journalName = "journal.json";

/** A change that is still to be made: the staged file, if any, takes the place of a file with the hash `previous`. */
interface Pending {
  readonly path: string;
  readonly staged?: string;
  readonly previous?: string;
  readonly renameFrom?: string;
}

/**
 * Records the changes of a run before the first is made.
 *
 * @param stagedOf returns the name of the file in `staging` that a change puts in place
 */
export function writeJournal(
  staging: string,
  changes: readonly Change[],
  stagedOf: (change: Change) => string | undefined,
): void {
  const pending = changes.map((change): Pending => {
    const staged = stagedOf(change);
    const { renameFrom } = change.action === "update" ? change : {};
    return {
      path: change.path,
      ...(staged !== undefined && { staged }),
      ...(change.action !== "create" && { previous: contentHash(change.previous) }),
      ...(renameFrom !== undefined && { renameFrom }),
    };
  });
  // A journal counts once it is complete.
  const draft = path.join(staging, `${journalName}.tmp`);
  writeFileSync(draft, JSON.stringify(pending), { flag: "wx" });
  renameSync(draft, path.join(staging, journalName));
}

/** Whether the run of a staging folder had begun to change the output folder. */
export function hasJournal(staging: string): boolean {
  return readJournal(staging) !== undefined;
}

/**
 * Makes the changes of the journal in `staging` that were not made yet. A file that has changed since the run was killed
 * stays as it is.
 *
 * @returns how many files were put in place or removed
 */
export async function completeJournal(outDir: string, staging: string): Promise<number> {
  const pending = readJournal(staging) ?? [];
  let made = 0;
  for (const each of pending) if (complete(outDir, staging, each)) made += 1;
  for (const { path: own, staged } of pending) {
    // A link among its folders would lead to folders of others.
    if (staged === undefined && lookAt(outDir, own).kind === "nothing") {
      await removeEmptyFolders(outDir, own);
    }
  }
  return made;
}

function complete(outDir: string, staging: string, pending: Pending): boolean {
  const former = pending.renameFrom ?? pending.path;
  const occupant = lookAt(outDir, former);
  if (occupant.kind === "other") return false;
  const found = occupant.kind === "file" ? contentHash(occupant.content) : undefined;
  if (found !== pending.previous) return false;
  const target = path.join(outDir, pending.path);
  if (former !== pending.path && !mayRename(outDir, former, pending.path)) return false;
  if (pending.staged === undefined) {
    if (occupant.kind === "nothing") return false;
    unlinkSync(path.join(outDir, former));
    return true;
  }
  const staged = path.basename(pending.staged);
  if (former !== pending.path) renameSync(path.join(outDir, former), target);
  // Absent if the killed run had put it in place, and a link if it is not from a run at all.
  if (lookAt(staging, staged).kind !== "file") return false;
  mkdirSync(path.dirname(target), { recursive: true });
  renameSync(path.join(staging, staged), target);
  return true;
}

function readJournal(staging: string): readonly Pending[] | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(staging, journalName), "utf8");
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isPending) : [];
  } catch {
    return [];
  }
}

function isPending(value: unknown): value is Pending {
  if (typeof value !== "object" || value === null) return false;
  const { path: own, staged, previous, renameFrom } = value as Record<string, unknown>;
  const isText = [staged, previous, renameFrom].every(
    (each) => each === undefined || typeof each === "string",
  );
  const names = [own, renameFrom ?? own];
  return isText && names.every((each) => typeof each === "string" && isOwnPath(each));
}
