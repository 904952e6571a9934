/** Opens files below a folder, although others may move files and make links meanwhile. Needs Node. */
import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir, readlink, realpath, type FileHandle } from "node:fs/promises";
import path from "node:path";

/** There is no such file or folder, or a link leads to it. */
export class NotInside extends Error {
  override readonly name = "NotInside";

  constructor() {
    super("There is no such file.");
  }
}

/** A file that is replaced is opened again. */
const maxAttempts = 3;

/** Opening a pipe would wait for its writer without the last. Windows has neither. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file. No part of the path below the folder may be a link.
 *
 * @param root the real path of the folder
 * @throws NotInside; the system's error for a file that may not be read
 */
export async function openFile(root: string, segments: readonly string[]): Promise<FileHandle> {
  const file = path.join(root, ...segments);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Opening a device may have an effect.
    if (!(await outside(lstat(file))).isFile()) break;
    const handle = await outside(open(file, flags));
    const isRight = await isAt(handle, file).catch(() => false);
    if (isRight && (await handle.stat()).isFile()) return handle;
    await handle.close();
  }
  throw new NotInside();
}

/**
 * Lists a folder.
 *
 * @param root the real path of the outermost folder
 * @throws NotInside; the system's error for a folder that may not be read
 */
export async function readFolder(root: string, segments: readonly string[]): Promise<Dirent[]> {
  const folder = path.join(root, ...segments);
  if (process.platform === "linux") {
    const handle = await outside(open(folder, flags | constants.O_DIRECTORY));
    try {
      const shown = descriptorPath(handle);
      if (!(await isAt(handle, folder))) throw new NotInside();
      const entries = await readdir(shown, { withFileTypes: true }).catch(() => undefined);
      if (entries) return entries;
    } finally {
      await handle.close();
    }
  }
  if ((await outside(realpath(folder))) !== folder) throw new NotInside();
  const entries = await outside(readdir(folder, { withFileTypes: true }));
  if ((await outside(realpath(folder))) !== folder) throw new NotInside();
  return entries;
}

/** Whether an open file is the one at a path without links. */
async function isAt(handle: FileHandle, file: string): Promise<boolean> {
  if (process.platform === "linux") {
    // The kernel tells where the open file is. Without /proc, it has to be compared.
    const found = await readlink(descriptorPath(handle)).catch(() => undefined);
    if (found !== undefined) return found === file;
  }
  const opened = await handle.stat({ bigint: true });
  if ((await realpath(file)) !== file) return false;
  const found = await lstat(file, { bigint: true });
  return found.ino === opened.ino && found.dev === opened.dev && (await realpath(file)) === file;
}

function descriptorPath(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

const missing = new Set([
  "ENOENT",
  "ENOTDIR",
  "ELOOP",
  "EMLINK",
  "ENAMETOOLONG",
  "ENXIO",
  "EINVAL",
]);

/** @throws NotInside for what is missing or a link */
async function outside<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? "")) throw new NotInside();
    throw error;
  }
}
