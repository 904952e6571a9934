import path from "node:path";
import { ToolError } from "../../protocol/tool-error.js";
import type { ChosenFiles } from "./file-choice.js";
import { NotInside, readFolder } from "./open-inside.js";

/** What is in a folder. */
export interface FoundFiles {
  /** The names in the path of each chosen file, in order. */
  readonly files: readonly (readonly string[])[];
  /** The folders that were looked into. */
  readonly folders: readonly string[];
}

/** Limits the work for folders that hold few chosen files. */
const maxFolders = 10_000;

/**
 * Lists the chosen files of a folder. Links are not followed, and folders that may not be read are left out.
 *
 * @param root the real path of the folder
 * @throws ToolError for more files or folders than allowed; NotInside if the folder is gone
 */
export async function listFiles(
  root: string,
  chosen: ChosenFiles,
  maxFiles: number,
): Promise<FoundFiles> {
  const files: (readonly string[])[] = [];
  const waiting: (readonly string[])[] = [[]];
  const folders: string[] = [];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await entriesOf(root, at);
    folders.push(path.join(root, ...at));
    for (const entry of entries) {
      const segments = [...at, entry.name];
      if (entry.isDirectory() && chosen.enters(entry.name)) waiting.push(segments);
      else if (entry.isFile() && chosen.takes(segments)) files.push(segments);
    }
    if (files.length > maxFiles) throw tooMany(`${maxFiles} files`);
    if (folders.length + waiting.length > maxFolders) throw tooMany(`${maxFolders} folders`);
  }
  const order = (segments: readonly string[]): string => segments.join("\0");
  files.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  return { files, folders };
}

async function entriesOf(
  root: string,
  segments: readonly string[],
): Promise<Awaited<ReturnType<typeof readFolder>>> {
  try {
    return await readFolder(root, segments);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isBelow = segments.length > 0;
    if (isBelow && (error instanceof NotInside || code === "EACCES" || code === "EPERM")) return [];
    throw error;
  }
}

function tooMany(what: string): ToolError {
  return new ToolError(`The folder has more than ${what}.`);
}
