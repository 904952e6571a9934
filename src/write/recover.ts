/** Repairs what killed runs left in an output folder and beside it. */
import { readdirSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { busy, lockFolder, lockHolder, waitForOthers, type Release } from "./folder-lock.js";
import { errorCode } from "./disk.js";
import { completeJournal, hasJournal } from "./journal.js";
import { dropStaging, isAbandoned, isStaging, unwatchedPrefix } from "./staging-folder.js";

/**
 * Completes or removes what killed runs left. A run that had begun to put files into place is completed, because all of its
 * files are there; of any other nothing had taken effect.
 *
 * @returns a warning if a run was completed, an error if another run holds the folder
 */
export async function recover(outDir: string): Promise<readonly Diagnostic[]> {
  const root = await realpath(outDir).catch(() => path.resolve(outDir));
  for (const staging of stagingsIn(path.dirname(root))) {
    // One with a journal belongs to an output folder in which the user's own are.
    if (isAbandoned(staging) && !hasJournal(staging)) dropStaging(staging);
  }
  if (lockHolder(root) === undefined && !stagingsIn(root).some(isLeft)) return [];
  let release: Release | undefined;
  try {
    release = await lockFolder(root);
    if (!release) return [busy(root)];
    let completed = 0;
    // The lock is taken for as long as a journal is needed, so whoever wrote one is dead.
    for (const staging of stagingsIn(root).filter(isLeft)) {
      if (hasJournal(staging)) completed += await completeJournal(root, staging);
      dropStaging(staging);
    }
    return completed > 0 ? [recovered(completed)] : [];
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return [unrecovered(code)];
  } finally {
    release?.();
  }
}

/**
 * Waits for a run that is writing the folder.
 *
 * @returns an error if a killed run left a part of its changes, or another run holds the folder
 */
export async function interrupted(outDir: string): Promise<readonly Diagnostic[]> {
  const root = await realpath(outDir).catch(() => path.resolve(outDir));
  // A second look, because a run may have begun between the end of the wait and the first.
  for (let look = 0; look < 2; look += 1) {
    if (!(await waitForOthers(root))) return [busy(root)];
    if (!stagingsIn(root).some(hasJournal)) return [];
  }
  return [
    {
      code: "out-interrupted",
      severity: "error",
      message:
        "A run was killed while it wrote the output folder: some files are of that run and some of the one before.",
      hint: "Generate again, which completes that run first.",
    },
  ];
}

function isLeft(staging: string): boolean {
  return hasJournal(staging) || isAbandoned(staging);
}

function stagingsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(isStaging)
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function unrecovered(code: string): Diagnostic {
  return {
    code: "out-unwritable",
    severity: "error",
    message: `What a killed run left in the output folder can't be put in order: ${code}.`,
    hint: `Delete the folders in it whose names begin with ${unwatchedPrefix}.`,
  };
}

function recovered(count: number): Diagnostic {
  const files = count === 1 ? "1 file was" : `${count} files were`;
  return {
    code: "out-recovered",
    severity: "warning",
    message: `An earlier run was killed while it wrote the output folder. This run first completed it: ${files} put into place or removed.`,
  };
}
