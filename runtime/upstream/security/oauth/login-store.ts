/** Stores logins, each in a file that only its owner can read. */
import { defined } from "../../../protocol/defined.js";
import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { isObject, member } from "../../../protocol/json.js";
import { ToolError } from "../../../protocol/tool-error.js";
import { variable, type Environment } from "../../../contract/environment.js";

/** The tokens of a login. */
export interface StoredLogin {
  /** URL of the authorization server's token endpoint or metadata, whichever the document states. */
  readonly server: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  readonly scope?: string;
}

/** Identifies a login. */
export type LoginKey = Pick<StoredLogin, "server" | "clientId">;

/** @see XDG Base Directory Specification, `XDG_STATE_HOME` */
function folderOf(env: Environment): string {
  const base =
    process.platform === "win32"
      ? (variable(env, "LOCALAPPDATA") ?? path.join(homedir(), "AppData", "Local"))
      : (variable(env, "XDG_STATE_HOME") ??
        path.join(variable(env, "HOME") ?? homedir(), ".local", "state"));
  return path.join(base, "mcp-codegen", "logins");
}

/** Returns the file of a login. Its name is a hash, which reveals nothing about the login. */
function loginFile({ server, clientId }: LoginKey, env: Environment): string {
  const name = createHash("sha256")
    .update(JSON.stringify([server, clientId]))
    .digest("hex");
  return path.join(folderOf(env), `${name.slice(0, 32)}.json`);
}

/**
 * Returns the stored login; undefined when there is none.
 *
 * @throws ToolError when other users can read or replace it
 */
export function readLogin(key: LoginKey, env: Environment): StoredLogin | undefined {
  const file = loginFile(key, env);
  let text: string;
  try {
    const { mode } = statSync(file);
    // Windows has no such modes; there the folder belongs to the user.
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new ToolError(
        `Other users can read the login in ${file}, so it was not used. Run chmod 600 on the file.`,
      );
    }
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return undefined;
  }
  return parse(text, key);
}

/** Stores a login and replaces the previous one. @throws when the file can't be written */
export function writeLogin(login: StoredLogin, env: Environment): string {
  const file = loginFile(login, env);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  // The umask may have reduced the mode above.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return file;
}

/** Deletes a login. @returns whether there was one */
export function removeLogin(key: LoginKey, env: Environment): boolean {
  try {
    rmSync(loginFile(key, env));
    return true;
  } catch {
    return false;
  }
}

function parse(text: string, key: LoginKey): StoredLogin | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const accessToken = member(value, "accessToken");
  const isOurs =
    member(value, "server") === key.server && member(value, "clientId") === key.clientId;
  if (!isOurs || typeof accessToken !== "string" || accessToken === "") return undefined;
  const expiresAt = member(value, "expiresAt");
  const refreshToken = member(value, "refreshToken");
  const scope = member(value, "scope");
  return {
    ...key,
    accessToken,
    ...defined({
      expiresAt: typeof expiresAt === "number" ? expiresAt : undefined,
      refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
      scope: typeof scope === "string" ? scope : undefined,
    }),
  };
}
