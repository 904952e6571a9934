/** Files of this program that hold what only their owner may read. */
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { variable, type Environment } from "../../contract/environment.js";

/** Other users can read or replace a file that only its owner may read. */
export class UnsafeFile extends Error {
  override readonly name = "UnsafeFile";
}

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
  try {
    const { mode } = statSync(file);
    // Windows has no such modes; there the folder belongs to the user.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new UnsafeFile(
        `Other users can read the ${what} in ${file}, so it was not used. Run chmod 600 on the file.`,
      );
    }
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UnsafeFile) throw error;
    return undefined;
  }
}

/** Replaces a file as a whole. @throws when it can't be written */
export function writePrivateFile(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  // The umask may have reduced the mode above.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
