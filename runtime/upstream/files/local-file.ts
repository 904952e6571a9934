/** Files of the server's computer. Needs Node. */
import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ToolError } from "../../protocol/tool-error.js";
import { defaultMaxFileBytes, type FileContent, type FileSources } from "./file-model.js";

/** Files below /proc report a size of 0 although they have content. */
const minBuffer = 64 * 1024;

/**
 * Reads a file in one of the allowed folders. A relative path is tried in each of them.
 *
 * Symbolic links are resolved before the check. The error for a file outside is the same whether it exists or not.
 *
 * @throws ToolError when the file is not allowed or can't be read
 */
export async function readLocalFile(
  written: string,
  what: string,
  { allow = [], maxBytes = defaultMaxFileBytes }: FileSources,
): Promise<FileContent> {
  if (allow.length === 0) {
    throw new ToolError(
      `${what} can't be a path: this server is not allowed to read files. Start it with --allow-files DIR to allow a folder, or give the content as data or text.`,
    );
  }
  for (const folder of allow) {
    const found = await inside(folder, written);
    if (found === undefined) continue;
    return { bytes: await readBounded(found, what, maxBytes), name: path.basename(written) };
  }
  throw new ToolError(`The path of ${what} is not a file in a folder allowed by --allow-files.`);
}

/** Reads the file that a `file:` URI names. @throws ToolError as `readLocalFile` does */
export async function readFileUri(
  uri: string,
  what: string,
  sources: FileSources,
): Promise<FileContent> {
  let local: string;
  try {
    local = fileURLToPath(uri);
  } catch {
    throw new ToolError(`The uri of ${what} is not a file: URI of this computer.`);
  }
  return readLocalFile(local, what, sources);
}

/** Returns the file's real path if it is inside the folder. */
async function inside(folder: string, written: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.resolve(root, written));
    const relative = path.relative(root, file);
    const leaves = relative === "" || relative === ".." || relative.startsWith(`..${path.sep}`);
    return leaves || path.isAbsolute(relative) ? undefined : file;
  } catch {
    // The file does not exist, or the path is invalid.
    return undefined;
  }
}

async function readBounded(file: string, what: string, maxBytes: number): Promise<Uint8Array> {
  try {
    // Opening a pipe or a device could wait forever.
    if (!(await stat(file)).isFile())
      throw new ToolError(`The path of ${what} is not a regular file.`);
    // O_NOFOLLOW refuses a symbolic link that replaced the file after the check.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) {
        throw new ToolError(`The file of ${what} has ${size} bytes; the limit is ${maxBytes}.`);
      }
      // The file may grow meanwhile or report a wrong size.
      const bytes = Buffer.alloc(Math.min(Math.max(size, minBuffer), maxBytes) + 1);
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
        if (bytesRead === 0) return bytes.subarray(0, length);
        length += bytesRead;
      }
      throw new ToolError(
        `The file of ${what} exceeds the limit of ${maxBytes} bytes, or grew while it was read.`,
      );
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code = "unknown reason" } = error as { readonly code?: string };
    throw new ToolError(`The file of ${what} can't be read: ${code}.`);
  }
}
