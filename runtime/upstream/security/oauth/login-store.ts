/** Stores logins, each in a file that only its owner can read. */
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../../../contract/environment.js";
import { defined } from "../../../protocol/defined.js";
import { isObject, member } from "../../../protocol/json.js";
import { ToolError } from "../../../protocol/tool-error.js";
import { withFileLock } from "../../../oauth/stores/file-lock.js";
import {
  readPrivateFile,
  stateFolder,
  UnsafeFile,
  writePrivateFile,
} from "../../../oauth/stores/private-files.js";

/** Identifies a login: a document that names another API, token or refresh endpoint gets nothing of it. */
export interface LoginKey {
  /** URL of the authorization server's token endpoint or metadata, whichever the document states. */
  readonly server: string;
  /** URL at which the document says that the login is renewed. Absent: at the token endpoint. */
  readonly refreshUrl?: string;
  /** Origins of the API that the login was made for, sorted. */
  readonly origins: readonly string[];
  readonly clientId: string;
}

/** The tokens of a login. */
export interface StoredLogin extends LoginKey {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** The endpoint that renewed tokens when the login was made; the refresh token is sent to no other. */
  readonly refreshEndpoint: string;
}

/** Returns the file of a login. Its name is a hash, which reveals nothing about the login. */
function loginFile({ server, refreshUrl, origins, clientId }: LoginKey, env: Environment): string {
  return fileOf([server, refreshUrl ?? null, origins, clientId], env);
}

/** Until version 0.1, a login did not say which API it was made for. */
function oldLoginFile({ server, clientId }: LoginKey, env: Environment): string {
  return fileOf([server, clientId], env);
}

function fileOf(key: readonly unknown[], env: Environment): string {
  const name = createHash("sha256").update(JSON.stringify(key)).digest("hex");
  return path.join(stateFolder(env, "logins"), `${name.slice(0, 32)}.json`);
}

/**
 * Returns the stored login; undefined when there is none.
 *
 * @throws ToolError when other users can read or replace it
 */
export function readLogin(key: LoginKey, env: Environment): StoredLogin | undefined {
  try {
    const text = readPrivateFile(loginFile(key, env), "login");
    return text === undefined ? undefined : parse(text, key);
  } catch (error) {
    throw error instanceof UnsafeFile ? new ToolError(error.message) : error;
  }
}

/** Whether there is a login that does not say which API it was made for. It is never used. */
export function hasOldLogin(key: LoginKey, env: Environment): boolean {
  return existsSync(oldLoginFile(key, env));
}

/** Stores a login and replaces the previous one. @throws when the file can't be written */
export function writeLogin(login: StoredLogin, env: Environment): string {
  const file = loginFile(login, env);
  writePrivateFile(file, login);
  rmSync(oldLoginFile(login, env), { force: true });
  return file;
}

/** Does work, such as to renew a login, that other processes must not do with the same login at the same time. */
export function withLogin<T>(key: LoginKey, env: Environment, work: () => Promise<T>): Promise<T> {
  return withFileLock(loginFile(key, env).replace(/json$/, "lock"), work);
}

/** Deletes a login. @returns whether there was one */
export function removeLogin(key: LoginKey, env: Environment): boolean {
  const files = [loginFile(key, env), oldLoginFile(key, env)].filter((file) => existsSync(file));
  for (const file of files) rmSync(file, { force: true });
  return files.length > 0;
}

function parse(text: string, key: LoginKey): StoredLogin | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const isOurs =
    member(value, "server") === key.server &&
    member(value, "refreshUrl") === key.refreshUrl &&
    member(value, "clientId") === key.clientId &&
    JSON.stringify(member(value, "origins")) === JSON.stringify(key.origins);
  const accessToken = member(value, "accessToken");
  const refreshEndpoint = member(value, "refreshEndpoint");
  if (!isOurs || typeof accessToken !== "string" || accessToken === "") return undefined;
  if (typeof refreshEndpoint !== "string") return undefined;
  const expiresAt = member(value, "expiresAt");
  const refreshToken = member(value, "refreshToken");
  const scope = member(value, "scope");
  return {
    ...key,
    accessToken,
    refreshEndpoint,
    ...defined({
      expiresAt: typeof expiresAt === "number" ? expiresAt : undefined,
      refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
      scope: typeof scope === "string" ? scope : undefined,
    }),
  };
}
