import { mkdirSync, renameSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { lstat, mkdir, rename, rmdir } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { absent, errorCode, lookAt, mayRename, removeEmptyFolders } from "./disk.js";
import { busy, lockFolder, type Release } from "./folder-lock.js";
import { writeJournal } from "./journal.js";
import { isChange, type Change, type WritePlan } from "./plan.js";
import { HeldSignals, Interrupted } from "./signals.js";
import { dropStaging, ignoreStaging, makeStaging } from "./staging-folder.js";

/** What became of a plan. */
export interface Applied {
  /** An error if the folder can't be written; then nothing was changed. */
  readonly diagnostics: readonly Diagnostic[];
  /** The folder has changed since it was compared, so nothing was written. Plan again. */
  readonly outdated?: true;
}

/**
 * Applies a plan without diagnostics. All files are written to a staging folder and then moved into place, so that a full
 * disk, a missing permission or Ctrl-C leaves the old output as it was. If a move fails, earlier moves are undone. What a
 * killed run leaves is completed or removed by `recover`. Unchanged files are not touched, and other runs wait.
 */
export async function applyPlan(plan: WritePlan): Promise<Applied> {
  if (plan.diagnostics.length > 0) throw new Error("a plan with errors can't be applied");
  const changes = plan.steps.filter(isChange);
  if (changes.length === 0) return { diagnostics: [] };
  const undo: Undo[] = [];
  const held = new HeldSignals();
  try {
    const isNew = (await lstat(plan.outDir).catch(absent)) === undefined;
    await (isNew ? writeWhole(plan, changes, undo, held) : carryOut(plan, changes, undo, held));
    return { diagnostics: [] };
  } catch (error) {
    for (const revert of undo.reverse()) await attempt(revert);
    if (error instanceof Outdated) return { diagnostics: [], outdated: true };
    if (error instanceof Busy) return { diagnostics: [busy(plan.outDir)] };
    if (error instanceof Interrupted) return { diagnostics: [interrupted] };
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { diagnostics: [unwritable(plan, error, code)] };
  } finally {
    held.release();
  }
}

/** Printed only if a caller of the API has taken the signal: otherwise it ends the process. */
const interrupted: Diagnostic = {
  code: "out-unwritable",
  severity: "error",
  message: "The run was interrupted. Nothing was changed.",
};

/** Another program changed the folder after it was compared. */
class Outdated extends Error {}

/** Another run did not release the folder. */
class Busy extends Error {}

type Undo = () => unknown;

async function attempt(revert: Undo): Promise<void> {
  try {
    await revert();
  } catch {
    // The error that caused the reverting is the one to report.
  }
}

/** Writes a folder that does not exist yet beside its place, and moves it there as a whole. */
async function writeWhole(
  plan: WritePlan,
  changes: readonly Change[],
  undo: Undo[],
  held: HeldSignals,
): Promise<void> {
  const parent = path.dirname(plan.outDir);
  await makeParents(parent, undo);
  const staging = makeStaging(parent);
  undo.push(() => dropStaging(staging));
  const made = new Set<string>();
  await writeFiles(changes, held, (change) => {
    const file = path.join(staging, change.path);
    const folder = path.dirname(file);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return file;
  });
  held.check();
  try {
    await rename(staging, plan.outDir);
  } catch (error) {
    // Another run has made the folder.
    if ((await lstat(plan.outDir).catch(absent)) === undefined) throw error;
    throw new Outdated();
  }
  dropStaging(staging);
}

/** Number of files after which a signal may arrive. */
const filesAtOnce = 32;

/** Writes the new content of files, synchronously in groups, which is several times faster than one after the other. */
async function writeFiles(
  changes: readonly Change[],
  held: HeldSignals,
  placeOf: (change: Change) => string,
): Promise<void> {
  for (const [index, change] of changes.entries()) {
    if (index % filesAtOnce === 0) await setImmediate();
    held.check();
    if (change.action !== "remove") {
      writeFileSync(placeOf(change), change.content, { flag: "wx" });
    }
  }
}

/** Changes files of a folder that exists, and may hold the user's own. */
async function carryOut(
  plan: WritePlan,
  changes: readonly Change[],
  undo: Undo[],
  held: HeldSignals,
): Promise<void> {
  const staging = makeStaging(plan.outDir);
  undo.push(() => dropStaging(staging));
  ignoreStaging(staging);
  const staged = new Map<Change, string>();
  await writeFiles(changes, held, (change) => {
    const name = String(staged.size);
    staged.set(change, name);
    return path.join(staging, name);
  });
  const release = await lockFolder(plan.outDir, { check: () => held.check() });
  if (!release) throw new Busy();
  undo.unshift(release);
  verify(plan.outDir, changes);
  held.check();
  const ordered = inOrder(changes);
  writeJournal(staging, ordered, (change) => staged.get(change));
  moveAll(plan.outDir, ordered, (change) => path.join(staging, staged.get(change) ?? ""), undo);
  for (const change of changes) {
    if (change.action === "remove") await removeEmptyFolders(plan.outDir, change.path);
  }
  finish(staging, release);
}

function finish(staging: string, release: Release): void {
  dropStaging(staging);
  release();
}

/** @throws Outdated if a file is not as it was when the plan was made */
function verify(outDir: string, changes: readonly Change[]): void {
  for (const change of changes) {
    const former = change.action === "update" ? (change.renameFrom ?? change.path) : change.path;
    const occupant = lookAt(outDir, former);
    const isAsPlanned =
      change.action === "create"
        ? occupant.kind === "nothing"
        : occupant.kind === "file" && occupant.content === change.previous;
    const isFree = former === change.path || mayRename(outDir, former, change.path);
    if (!isAsPlanned || !isFree) throw new Outdated();
  }
}

/**
 * New files first, which nothing refers to yet, then the others, then those that nothing refers to any more. So a reader
 * sees files of two runs side by side only while the changed ones are moved.
 */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const those = (wanted: (change: Change) => boolean): readonly Change[] => changes.filter(wanted);
  return [
    ...those(({ action, role }) => action === "create" && role !== "manifest"),
    ...those(({ action, role }) => action === "update" && role !== "manifest"),
    ...those(({ action }) => action === "remove"),
    ...those(({ role }) => role === "manifest"),
  ];
}

/** Makes all changes without a pause, so that a killed process seldom leaves some of them. */
function moveAll(
  outDir: string,
  changes: readonly Change[],
  temporaryOf: (change: Change) => string,
  undo: Undo[],
): void {
  for (const change of changes) {
    if (change.action === "create") makeFolders(path.dirname(path.join(outDir, change.path)), undo);
  }
  for (const change of changes) move(outDir, change, temporaryOf(change), undo);
}

function move(outDir: string, change: Change, temporary: string, undo: Undo[]): void {
  const target = path.join(outDir, change.path);
  if (change.action === "remove") {
    unlinkSync(target);
    undo.push(() => writeFileSync(target, change.previous));
    return;
  }
  if (change.action === "create") {
    renameSync(temporary, target);
    undo.push(() => unlinkSync(target));
    return;
  }
  const formerTarget = path.join(outDir, change.renameFrom ?? change.path);
  // A case-insensitive disk would keep the case of the old name.
  if (formerTarget !== target) renameSync(formerTarget, target);
  undo.push(() => {
    if (formerTarget !== target) renameSync(target, formerTarget);
    writeFileSync(formerTarget, change.previous);
  });
  renameSync(temporary, target);
}

/** Makes a folder and its parents, and records how to remove the new ones. */
async function makeParents(folder: string, undo: Undo[]): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  for (const each of madeFolders(folder, first)) undo.push(() => rmdir(each));
}

function makeFolders(folder: string, undo: Undo[]): void {
  const first = mkdirSync(folder, { recursive: true });
  for (const each of madeFolders(folder, first)) undo.push(() => rmdirSync(each));
}

/** Returns the folders from `first` down to `last`, outermost first because undo runs in reverse. */
function madeFolders(last: string, first: string | undefined): readonly string[] {
  if (first === undefined) return [];
  const all = [last];
  for (let made = last; made !== first; all.push(made)) made = path.dirname(made);
  return all.reverse();
}

/** Reports the folder of an error's path, relative to the output folder if it is inside. */
function unwritable(plan: WritePlan, error: unknown, code: string): Diagnostic {
  const failed = error instanceof Error && "path" in error ? error.path : undefined;
  return {
    code: "out-unwritable",
    severity: "error",
    message: `${shown(plan, failed)} can't be written: ${code}. Nothing was changed.`,
  };
}

function shown(plan: WritePlan, failed: unknown): string {
  if (typeof failed !== "string") return "The output folder";
  const relative = path.relative(plan.outDir, failed);
  const folder = relative.startsWith("..") ? failed : path.dirname(relative);
  return folder === "." ? "The output folder" : folder;
}
