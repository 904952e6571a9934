/** Files of the computer that the server runs on. Needs Node. */
import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ToolError } from "../../protocol/tool-error.js";
import { defaultMaxFileBytes, type FileContent, type FileSources } from "./read-file.js";

/** For files that say that they are empty and are not, as those below /proc. */
const minBuffer = 64 * 1024;

/**
 * Reads a file in one of the folders that may be read from. A relative path is looked for in each of them.
 *
 * Links are followed first: what counts is where the file is. What is outside is answered the same whether it exists or
 * not.
 *
 * @throws ToolError when it may not or can't be read
 */
export async function readLocalFile(
  written: string,
  what: string,
  { allow = [], maxBytes = defaultMaxFileBytes }: FileSources,
): Promise<FileContent> {
  if (allow.length === 0) {
    throw new ToolError(
      `${what} can't be a path: this server may read no files. Start it with --allow-files DIR to allow those in a folder, or give the content as data or text.`,
    );
  }
  for (const folder of allow) {
    const found = await inside(folder, written);
    if (found === undefined) continue;
    return { bytes: await readBounded(found, what, maxBytes), name: path.basename(written) };
  }
  throw new ToolError(`The path of ${what} names no file in a folder that --allow-files allows.`);
}

/** Reads a `file:` URI as the path it stands for. */
export async function readFileUri(
  uri: string,
  what: string,
  sources: FileSources,
): Promise<FileContent> {
  let local: string;
  try {
    local = fileURLToPath(uri);
  } catch {
    throw new ToolError(`The uri of ${what} is no file: URI of this computer.`);
  }
  return readLocalFile(local, what, sources);
}

/** Where the file really is, when that is in the folder. */
async function inside(folder: string, written: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.resolve(root, written));
    const relative = path.relative(root, file);
    const leaves = relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`);
    return leaves || path.isAbsolute(relative) ? undefined : file;
  } catch {
    // Not there, or no path at all.
    return undefined;
  }
}

async function readBounded(file: string, what: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // Opening a pipe or a device could wait forever.
    if (!(await stat(file)).isFile()) throw new ToolError(`The path of ${what} is no plain file.`);
    // Whoever put a link in its place since then is not followed.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) {
        throw new ToolError(`The file of ${what} has ${size} bytes; the limit is ${maxBytes}.`);
      }
      // It may have grown since, or never say how long it is.
      const bytes = Buffer.alloc(Math.min(Math.max(size, minBuffer), maxBytes) + 1);
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
        if (bytesRead === 0) return bytes.subarray(0, length);
        length += bytesRead;
      }
      throw new ToolError(`The file of ${what} grows while it is read, or is too long.`);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code = "unknown reason" } = error as { readonly code?: string };
    throw new ToolError(`The file of ${what} can't be read: ${code}.`);
  }
}
