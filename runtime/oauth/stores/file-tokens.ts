import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../../contract/environment.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { withFileLock } from "./file-lock.js";
import { readPrivateFile, stateFolder, writePrivateFile } from "./private-files.js";
import { Queues } from "./queues.js";
import type { TokenStore } from "./token-store.js";

/** Where tokens are kept in files. */
export interface FileTokensOptions {
  /** Default: `mcp-codegen/clients` in the folder for the state of the user's programs. */
  readonly folder?: string;
  /** Default: this process's. Names the folder for state. */
  readonly env?: Environment;
}

/**
 * Keeps tokens and registrations in files that only the user can read, each replaced as a whole. Processes share them, and
 * their locks.
 *
 * `read` and `write` throw UnsafeFile when other users can read or replace the files.
 */
export function newFileTokens(options: FileTokensOptions = {}): TokenStore {
  const folder = options.folder ?? stateFolder(options.env ?? process.env, "clients");
  const queues = new Queues();
  /** The name of a file is a hash, which reveals nothing about the record. */
  const fileOf = (key: string, ending: string): string => {
    const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
    return path.join(folder, `${name}.${ending}`);
  };
  return {
    read: (key) => recordIn(readPrivateFile(fileOf(key, "json"), "token"), key),
    write: (key, record) => writePrivateFile(fileOf(key, "json"), { key, record }),
    delete: (key) => rmSync(fileOf(key, "json"), { force: true }),
    // Within a process the order is that of the calls, and nobody polls.
    exclusively: (key, work, signal) =>
      queues.run(key, () => withFileLock(fileOf(key, "lock"), work, signal), signal),
  };
}

function recordIn(text: string | undefined, key: string): JsonObject | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || member(value, "key") !== key) return undefined;
  const record = member(value, "record");
  return isObject(record) ? record : undefined;
}
