import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { errorCode } from "./disk.js";
import { isChange, type Change, type WritePlan } from "./plan.js";

/**
 * Applies a plan without diagnostics. Every file is written beside its target and then moved into place, the manifest
 * last, so that a full disk or a missing permission leaves the old output as it was. If a move fails, earlier moves are
 * undone. Unchanged files are not touched.
 *
 * @returns An error if the folder can't be written, else nothing
 */
export async function applyPlan(plan: WritePlan): Promise<readonly Diagnostic[]> {
  if (plan.diagnostics.length > 0) throw new Error("a plan with errors can't be applied");
  const undo: Undo[] = [];
  try {
    await carryOut(plan, undo);
    return [];
  } catch (error) {
    for (const revert of undo.reverse()) await revert().catch(() => undefined);
    const code = errorCode(error);
    if (code === undefined) throw error;
    return [
      {
        code: "out-unwritable",
        severity: "error",
        message: `${shown(plan, error)} can't be written: ${code}. Nothing was changed.`,
      },
    ];
  }
}

type Undo = () => Promise<unknown>;

async function carryOut(plan: WritePlan, undo: Undo[]): Promise<void> {
  const changes = plan.steps.filter(isChange);
  const staged = new Map<Change, string>();
  for (const change of changes) {
    if (change.action === "remove") continue;
    const target = path.join(plan.outDir, change.path);
    await makeFolders(path.dirname(target), undo);
    const temporary = path.join(
      path.dirname(target),
      `.mcp-codegen-${randomBytes(6).toString("hex")}.tmp`,
    );
    undo.push(() => rm(temporary, { force: true }));
    await writeFile(temporary, change.content, { flag: "wx" });
    staged.set(change, temporary);
  }
  for (const change of changes) await move(plan.outDir, change, staged.get(change), undo);
  for (const change of changes) {
    if (change.action === "remove") await removeEmptyFolders(plan.outDir, change.path);
  }
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

/** Removes the folders of a removed file that are now empty. */
async function removeEmptyFolders(outDir: string, removed: string): Promise<void> {
  let folder = path.posix.dirname(removed);
  while (folder !== ".") {
    try {
      await rmdir(path.join(outDir, folder));
    } catch {
      return;
    }
    folder = path.posix.dirname(folder);
  }
}

/** Returns the folder of an error's path, relative to the output folder if it is inside. */
function shown(plan: WritePlan, error: unknown): string {
  const failed = error instanceof Error && "path" in error ? error.path : undefined;
  if (typeof failed !== "string") return "The output folder";
  const relative = path.relative(plan.outDir, failed);
  const folder = relative.startsWith("..") ? failed : path.dirname(relative);
  return folder === "." ? "The output folder" : folder;
}
