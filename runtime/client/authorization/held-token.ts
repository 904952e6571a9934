import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { isFieldValue } from "../../protocol/text/field-value.js";

/** A token for one MCP server. */
export interface HeldToken {
  readonly accessToken: string;
  readonly scheme: "Bearer" | "DPoP";
  /** When it is to be renewed, shortly before its end; in milliseconds since 1970, absent if the server did not say. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  /** The scopes that were granted. */
  readonly scopes: readonly string[];
  /** All scopes that were asked for so far, so that a step-up loses none. */
  readonly asked: readonly string[];
  readonly issuer: string;
  /** The client that it was granted to. */
  readonly clientId: string | undefined;
  /** How this process got it. */
  readonly from: "store" | "refresh" | "grant";
}

/** Returns whether the token should be renewed before it is used again. */
export function isStale(token: HeldToken, now = Date.now()): boolean {
  return token.expiresAt !== undefined && token.expiresAt <= now;
}

export function tokenJson(token: HeldToken): JsonObject {
  const { from: _, ...record } = token;
  return defined(record);
}

/** Returns the token of a record of the store; undefined if it is none. */
export function storedToken(value: unknown): HeldToken | undefined {
  if (!isObject(value)) return undefined;
  const accessToken = text(value, "accessToken");
  const issuer = text(value, "issuer");
  const scheme = member(value, "scheme");
  if (accessToken === undefined || issuer === undefined || !isFieldValue(accessToken)) {
    return undefined;
  }
  if (scheme !== "Bearer" && scheme !== "DPoP") return undefined;
  const expiresAt = member(value, "expiresAt");
  return {
    accessToken,
    scheme,
    issuer,
    scopes: texts(member(value, "scopes")),
    asked: texts(member(value, "asked")),
    clientId: text(value, "clientId"),
    from: "store",
    ...defined({
      expiresAt: typeof expiresAt === "number" ? expiresAt : undefined,
      refreshToken: text(value, "refreshToken"),
    }),
  };
}

function text(value: JsonObject, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
