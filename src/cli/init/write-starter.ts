import { unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { defined } from "../../../runtime/protocol/defined.js";
import { explainFileError } from "../../load/read-bytes.js";
import { errorCode } from "../../write/disk.js";
import { UsageError } from "../usage-error.js";

/** A new file. */
export interface StarterFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes new files to a folder: all of them, or none. Never overwrites anything.
 *
 * @throws UsageError that names the file that can't be written
 */
export async function writeStarter(cwd: string, files: readonly StarterFile[]): Promise<void> {
  const written: string[] = [];
  for (const { name, text } of files) {
    const file = path.join(cwd, name);
    try {
      await writeFile(file, text, { flag: "wx" });
      written.push(file);
    } catch (error) {
      for (const each of written) await unlink(each);
      const reason = errorCode(error) === "EEXIST" ? "exists already" : explainFileError(error);
      throw new UsageError(`${name} ${reason}; nothing was written.`, defined({ cause: error }));
    }
  }
}
