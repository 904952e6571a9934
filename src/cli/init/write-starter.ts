import { constants } from "node:fs";
import { copyFile, link, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { defined } from "../../../runtime/protocol/defined.js";
import { explainFileError } from "../../load/read-bytes.js";
import { errorCode } from "../../write/disk.js";
import { dropStaging, ignoreStaging, makeStaging } from "../../write/staging-folder.js";
import { UsageError } from "../usage-error.js";

/** A new file. */
export interface StarterFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes new files to a folder: all of them, or none. Never overwrites anything. A run that is killed leaves whole files,
 * the first ones, with which the next run goes on.
 *
 * @param files the last is the one that tells a later run that all of them are there
 * @throws UsageError that names the file that can't be written
 */
export async function writeStarter(cwd: string, files: readonly StarterFile[]): Promise<void> {
  const written: string[] = [];
  let aside = "";
  let at = files[0]?.name ?? "";
  try {
    aside = makeStaging(cwd);
    ignoreStaging(aside);
    for (const { name, text } of files) {
      at = name;
      await writeFile(path.join(aside, name), text, { flag: "wx" });
    }
    for (const { name, text } of files) {
      at = name;
      const isNew = await putInPlace(path.join(aside, name), path.join(cwd, name), text);
      if (isNew) written.push(path.join(cwd, name));
    }
  } catch (error) {
    for (const each of written) await unlink(each);
    const reason = errorCode(error) === "EEXIST" ? "exists already" : explainFileError(error);
    throw new UsageError(`${at} ${reason}; nothing was written.`, defined({ cause: error }));
  } finally {
    if (aside !== "") dropStaging(aside);
  }
}

/** @returns false for a file that a killed run has put there */
async function putInPlace(from: string, to: string, text: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: unknown) => {
      // Some disks have no hard links.
      if (errorCode(error) === "EEXIST") throw error;
      return copyFile(from, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    if ((await readFile(to, "utf8").catch(() => undefined)) !== text) throw error;
    return false;
  }
}
