import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { defined } from "../../../runtime/protocol/defined.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { explainFileError } from "../../load/read-bytes.js";
import { errorCode } from "../../write/disk.js";
import { UsageError } from "../usage-error.js";

/**
 * Writes files to a folder that is new or empty: all of them, or none.
 *
 * @throws UsageError for a folder that has files, and for one that can't be written
 */
export async function writeProject(folder: string, files: readonly GeneratedFile[]): Promise<void> {
  const shown = path.basename(folder);
  await refuseOccupied(folder, shown);
  let draft: string | undefined;
  try {
    draft = await mkdtemp(`${folder}.tmp-`);
    for (const { path: name, content } of files) {
      const file = path.join(draft, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content, { flag: "wx" });
    }
    await rmdir(folder).catch(ignoreAbsence);
    await rename(draft, folder);
  } catch (error) {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
    throw new UsageError(
      `${shown} ${explainFileError(error)}; nothing was written.`,
      defined({ cause: error }),
    );
  }
}

async function refuseOccupied(folder: string, shown: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    const reason = errorCode(error) === "ENOTDIR" ? "is a file" : explainFileError(error);
    throw new UsageError(`${shown} ${reason}; nothing was written.`, defined({ cause: error }));
  }
  if (names.length > 0) {
    throw new UsageError(`${shown} has files already; give another name or empty the folder.`);
  }
}

function ignoreAbsence(error: unknown): void {
  if (errorCode(error) !== "ENOENT") throw error;
}
