/** Checks the claims of an access token and reads its caller. @see RFC 9068 section 4, RFC 7662 section 2.2 */
import { defined } from "../../protocol/defined.js";
import { member, type JsonObject } from "../../protocol/json.js";
import type { Caller } from "../../session/caller.js";
import { canonicalUri } from "../../protocol/secure-url.js";
import type { ClaimRules } from "./claim-rules.js";
import { InvalidToken } from "../token-verifier.js";

/**
 * Returns the caller that the claims describe.
 *
 * @throws InvalidToken when the claims violate the rules
 */
export function callerFromClaims(claims: JsonObject, rules: ClaimRules, resource: string): Caller {
  checkIssuer(claims, rules);
  checkAudience(claims, rules, resource);
  const expiresAt = checkTimes(claims, rules);
  // The same server may sign other kinds of token with the same key.
  const use = member(claims, "token_use");
  if (typeof use === "string" && !use.startsWith("access")) {
    throw new InvalidToken("The token is not an access token (`token_use`).");
  }
  for (const name of rules.requiredClaims) {
    if (member(claims, name) === undefined)
      throw new InvalidToken("The access token lacks a required claim.");
  }
  const clientId = textClaim(claims, "client_id") ?? textClaim(claims, "azp");
  const user = textClaim(claims, "sub");
  if (user === undefined && clientId === undefined)
    throw new InvalidToken("The access token has neither `sub` nor `client_id`.");
  const subject = user === undefined ? `client:${clientId}` : userSubject(user);
  return {
    subject,
    scopes: scopesOf(claims, rules),
    claims,
    ...defined({ clientId, expiresAt }),
  };
}

/** A program's id may be a user's name, so a subject that reads like a program's is written in another way. */
function userSubject(sub: string): string {
  return /^(?:client|user):/.test(sub) ? `user:${sub}` : sub;
}

function checkIssuer(claims: JsonObject, { issuer, complete }: ClaimRules): void {
  const stated = member(claims, "iss");
  if (issuer === undefined || (!complete && stated === undefined)) return;
  if (stated !== issuer) throw new InvalidToken("The access token is from another issuer.");
}

/** @see MCP 2026-07-28, Authorization Security Considerations, Token Audience Binding and Validation */
function checkAudience(claims: JsonObject, { audience }: ClaimRules, resource: string): void {
  const stated = member(claims, "aud");
  const names: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  const meant = names.some(
    (name) =>
      typeof name === "string" &&
      (audience ? audience.includes(name) : namesResource(name, resource)),
  );
  if (!meant) throw new InvalidToken("The access token was not issued for this server.");
}

/** Whether an audience names a resource, given in its canonical form. */
function namesResource(audience: string, resource: string): boolean {
  if (audience === resource) return true;
  if (audience.includes("#") || !/^https?:\/\/[^/?]/i.test(audience)) return false;
  return URL.canParse(audience) && canonicalUri(new URL(audience)) === resource;
}

function checkTimes(claims: JsonObject, rules: ClaimRules): number | undefined {
  const now = Date.now() / 1000;
  const exp = timeClaim(claims, "exp");
  if (exp === undefined && rules.complete) {
    throw new InvalidToken("The access token has no expiry time (`exp`).");
  }
  if (exp !== undefined && exp + rules.toleranceSeconds <= now) {
    throw new InvalidToken("The access token has expired.");
  }
  const nbf = timeClaim(claims, "nbf");
  if (nbf !== undefined && nbf - rules.toleranceSeconds > now) {
    throw new InvalidToken("The access token is not valid yet.");
  }
  return exp;
}

function timeClaim(claims: JsonObject, name: string): number | undefined {
  const value = member(claims, name);
  if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
  throw new InvalidToken(`The access token's \`${name}\` is not a number.`);
}

function textClaim(claims: JsonObject, name: string): string | undefined {
  const value = member(claims, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function scopesOf(claims: JsonObject, { scopeClaims }: ClaimRules): readonly string[] {
  const scopes = scopeClaims.flatMap((name): readonly unknown[] => {
    const value = member(claims, name);
    if (typeof value === "string") return value.split(" ");
    return Array.isArray(value) ? value : [];
  });
  return [...new Set(scopes)].filter(
    (scope): scope is string => typeof scope === "string" && scope !== "",
  );
}
