/** Files of this program that hold what only their owner may read. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { variable, type Environment } from "../../contract/environment.js";

/** Other users can read or replace a file that only its owner may read. */
export class UnsafeFile extends Error {
  override readonly name = "UnsafeFile";
}

/** A longer file is none of this program's. */
const maxBytes = 4 * 1024 * 1024;

/** Windows has no modes and owners of files like these; there the folder belongs to the user. */
const hasModes = process.platform !== "win32";

/** Returns a folder for state. @see XDG Base Directory Specification, `XDG_STATE_HOME` */
export function stateFolder(env: Environment, name: string): string {
  const base =
    process.platform === "win32"
      ? (variable(env, "LOCALAPPDATA") ?? path.join(homedir(), "AppData", "Local"))
      : (variable(env, "XDG_STATE_HOME") ??
        path.join(variable(env, "HOME") ?? homedir(), ".local", "state"));
  return path.join(base, "mcp-codegen", name);
}

/**
 * Returns the text of a file; undefined when there is none.
 *
 * @param what names the content in the error: `login`
 * @throws UnsafeFile when other users can read or replace it
 */
export function readPrivateFile(file: string, what: string): string | undefined {
  let descriptor: number | undefined;
  try {
    // Windows has no such flag. A pipe would block without the other.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(file, flags);
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    checkOwner(found, file, `The ${what} in`);
    if (hasModes && (found.mode & 0o077) !== 0) {
      throw new UnsafeFile(
        `Other users can read the ${what} in ${file}, so it was not used. Run chmod 600 on the file.`,
      );
    }
    return readFileSync(descriptor, "utf8");
  } catch (error) {
    if (error instanceof UnsafeFile) throw error;
    if (codeOf(error) === "ELOOP") {
      throw new UnsafeFile(`${file} is a symbolic link, so the ${what} in it was not used.`);
    }
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Replaces a file as a whole. @throws when it can't be written, or UnsafeFile when other users can replace it */
export function writePrivateFile(file: string, value: unknown): void {
  makePrivateFolder(path.dirname(file));
  const draft = `${file}.${randomUUID()}`;
  try {
    const descriptor = openSync(draft, "wx", 0o600);
    try {
      // The umask may have reduced the mode above.
      fchmodSync(descriptor, 0o600);
      writeFileSync(descriptor, `${JSON.stringify(value, null, 2)}\n`);
      // Else a loss of power may leave an empty file in place of the previous one.
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Makes a folder that only its owner may use, unless it exists. @throws UnsafeFile when other users can change it */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (found.isSymbolicLink()) {
    throw new UnsafeFile(`The folder ${folder} is a symbolic link, so nothing was stored there.`);
  }
  checkOwner(found, folder, "The folder");
  if (hasModes && (found.mode & 0o022) !== 0) {
    throw new UnsafeFile(
      `Other users can change the folder ${folder}, so nothing was stored there. Run chmod 700 on it.`,
    );
  }
}

function checkOwner({ uid }: Stats, file: string, what: string): void {
  if (!hasModes || uid === process.getuid?.()) return;
  throw new UnsafeFile(`${what} ${file} belongs to another user, so it was not used.`);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
