import { anonymousShare } from "../protocol/shares/anonymous-share.js";
import type { Caller } from "./caller.js";

/** Identifies a caller among those of all issuers: two issuers may use one subject for two people. */
export function callerKey({ subject, claims }: Caller): string {
  // A verifier of a program in JavaScript may return no claims.
  const issuer = (claims as Caller["claims"] | undefined)?.["iss"];
  return JSON.stringify([typeof issuer === "string" ? issuer : "", subject]);
}

/**
 * Returns the owner of what a request leaves behind: its caller, or else its session. Undefined if neither is known; then
 * only an unguessable id protects it.
 */
export function ownerOf(
  caller: Caller | undefined,
  sessionId: string | undefined,
): string | undefined {
  if (caller) return `user:${callerKey(caller)}`;
  return sessionId === undefined ? undefined : `session:${sessionId}`;
}

/** Returns the share of a bounded store that something is counted in. Callers without a token have one together. */
export function shareOf(caller: Caller | undefined): string {
  return caller ? callerKey(caller) : anonymousShare;
}
