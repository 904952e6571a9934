import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { errorCode } from "./disk.js";
import { isChange, type Change, type WritePlan } from "./plan.js";

/**
 * Does what a plan without diagnostics says. Everything is written beside its target first and then moved into place,
 * the manifest last, so that a full disk or a missing permission leaves the former output as it was; what could be
 * moved before a move failed is put back. Files that are right already are not touched.
 *
 * @returns An error when the folder can't be written; empty when all is done.
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
  // A case-insensitive disk would keep the former letters.
  if (formerTarget !== target) await rename(formerTarget, target);
  undo.push(async () => {
    if (formerTarget !== target) await rename(target, formerTarget);
    await writeFile(formerTarget, change.previous);
  });
  await rename(temporary, target);
}

/** Makes a folder and those above it, and notes how to take away the new ones. */
async function makeFolders(folder: string, undo: Undo[]): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  let made = folder;
  const all = [made];
  while (made !== first) {
    made = path.dirname(made);
    all.push(made);
  }
  // Undone last to first, so the outermost is noted first.
  for (const each of all.reverse()) undo.push(() => rmdir(each));
}

/** Removes the folders that held a removed file, as far as nothing else is in them. */
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

/** The path an error is about, relative to the output folder where it is in there. */
function shown(plan: WritePlan, error: unknown): string {
  const failed = error instanceof Error && "path" in error ? error.path : undefined;
  if (typeof failed !== "string") return "The output folder";
  const relative = path.relative(plan.outDir, failed);
  const folder = relative.startsWith("..") ? failed : path.dirname(relative);
  return folder === "." ? "The output folder" : folder;
}
