import { lstat, mkdir, rename, rmdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { absent, errorCode, removeEmptyFolders } from "./disk.js";
import { isChange, type Change, type WritePlan } from "./plan.js";
import { HeldSignals, Interrupted } from "./signals.js";
import { dropStaging, newStaging, writeJournal } from "./staging.js";

/**
 * Applies a plan without diagnostics. All files are written to a staging folder and then moved into place, the manifest
 * last, so that a full disk, a missing permission or Ctrl-C leaves the old output as it was. If a move fails, earlier moves
 * are undone. What a killed run leaves is completed or removed by `recover`. Unchanged files are not touched.
 *
 * @returns An error if the folder can't be written, else nothing
 */
export async function applyPlan(plan: WritePlan): Promise<readonly Diagnostic[]> {
  if (plan.diagnostics.length > 0) throw new Error("a plan with errors can't be applied");
  const changes = plan.steps.filter(isChange);
  if (changes.length === 0) return [];
  const undo: Undo[] = [];
  const held = new HeldSignals();
  try {
    const isNew = (await lstat(plan.outDir).catch(absent)) === undefined;
    await (isNew ? writeWhole(plan, changes, undo, held) : carryOut(plan, changes, undo, held));
    return [];
  } catch (error) {
    for (const revert of undo.reverse()) await revert().catch(() => undefined);
    const code = errorCode(error);
    if (error instanceof Interrupted) return [interrupted];
    if (code === undefined) throw error;
    return [
      {
        code: "out-unwritable",
        severity: "error",
        message: `${shown(plan, error)} can't be written: ${code}. Nothing was changed.`,
      },
    ];
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

type Undo = () => Promise<unknown>;

/** Writes a folder that does not exist yet beside its place, and moves it there as a whole. */
async function writeWhole(
  plan: WritePlan,
  changes: readonly Change[],
  undo: Undo[],
  held: HeldSignals,
): Promise<void> {
  const parent = path.dirname(plan.outDir);
  await makeFolders(parent, undo);
  const staging = newStaging(parent);
  undo.push(() => dropStaging(staging));
  for (const change of changes) {
    held.check();
    if (change.action === "remove") continue;
    const file = path.join(staging, change.path);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, change.content, { flag: "wx" });
  }
  held.check();
  await rename(staging, plan.outDir);
  await dropStaging(staging);
}

/** Changes files of a folder that exists, and may hold the user's own. */
async function carryOut(
  plan: WritePlan,
  changes: readonly Change[],
  undo: Undo[],
  held: HeldSignals,
): Promise<void> {
  const staging = newStaging(plan.outDir);
  const removeStaging = (): Promise<void> => dropStaging(staging);
  undo.push(removeStaging);
  await mkdir(staging);
  const staged = new Map<Change, string>();
  for (const change of changes) {
    held.check();
    if (change.action === "remove") continue;
    const name = String(staged.size);
    await writeFile(path.join(staging, name), change.content, { flag: "wx" });
    staged.set(change, name);
  }
  await writeJournal(staging, changes, (change) => staged.get(change));
  held.check();
  for (const change of changes) {
    const name = staged.get(change);
    if (name !== undefined) {
      await makeFolders(path.dirname(path.join(plan.outDir, change.path)), undo);
    }
    const temporary = name === undefined ? undefined : path.join(staging, name);
    await move(plan.outDir, change, temporary, undo);
  }
  for (const change of changes) {
    if (change.action === "remove") await removeEmptyFolders(plan.outDir, change.path);
  }
  await removeStaging();
}

async function move(
  outDir: string,
  change: Change,
  temporary: string | undefined,
  undo: Undo[],
): Promise<void> {
  const target = path.join(outDir, change.path);
  if (change.action === "remove") {
    await unlink(target);
    undo.push(() => writeFile(target, change.previous));
    return;
  }
  if (temporary === undefined) return;
  if (change.action === "create") {
    await rename(temporary, target);
    undo.push(() => unlink(target));
    return;
  }
  const formerTarget = path.join(outDir, change.renameFrom ?? change.path);
  // A case-insensitive disk would keep the case of the old name.
  if (formerTarget !== target) await rename(formerTarget, target);
  undo.push(async () => {
    if (formerTarget !== target) await rename(target, formerTarget);
    await writeFile(formerTarget, change.previous);
  });
  await rename(temporary, target);
}

/** Makes a folder and its parents, and records how to remove the new ones. */
async function makeFolders(folder: string, undo: Undo[]): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  let made = folder;
  const all = [made];
  while (made !== first) {
    made = path.dirname(made);
    all.push(made);
  }
  // Undo runs in reverse, so record the outermost folder first.
  for (const each of all.reverse()) undo.push(() => rmdir(each));
}

/** Returns the folder of an error's path, relative to the output folder if it is inside. */
function shown(plan: WritePlan, error: unknown): string {
  const failed = error instanceof Error && "path" in error ? error.path : undefined;
  if (typeof failed !== "string") return "The output folder";
  const relative = path.relative(plan.outDir, failed);
  const folder = relative.startsWith("..") ? failed : path.dirname(relative);
  return folder === "." ? "The output folder" : folder;
}
