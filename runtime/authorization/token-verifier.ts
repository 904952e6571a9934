import type { Caller } from "../session/caller.js";

/**
 * Identifies the caller of an access token. Must check that the token was issued for this server, and reject one that
 * was issued for another.
 *
 * @param token as it was sent, at most 8 KiB of `A-Z a-z 0-9 - . _ ~ + / =`
 * @param resource the canonical URI of this server
 * @returns undefined when the token is not valid
 * @throws InvalidToken likewise, with a reason for the client; any other error means that it could not be checked
 * @see MCP 2026-07-28, Authorization, Token Handling
 */
export type TokenVerifier = (token: string, resource: string) => Promise<Caller | undefined>;

/** An access token that is malformed, forged, expired or not for this server. */
export class InvalidToken extends Error {
  override readonly name: string = "InvalidToken";
}

/** An access token can't be checked now, for example because the authorization server does not answer. */
export class VerifierUnavailable extends Error {
  override readonly name: string = "VerifierUnavailable";
}
