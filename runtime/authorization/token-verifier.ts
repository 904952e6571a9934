import type { Caller } from "../session/caller.js";

/**
 * Tells whom an access token stands for. It must check that the token was made for this server: one that was made for
 * another must not be taken.
 *
 * @param token as it was sent, at most 8 KiB of `A-Z a-z 0-9 - . _ ~ + / =`
 * @param resource the canonical URI of this server
 * @returns undefined when the token is not valid
 * @throws InvalidToken likewise, with a reason for the client; any other error says that the token could not be checked
 * @see MCP 2026-07-28, Authorization, Token Handling
 */
export type TokenVerifier = (token: string, resource: string) => Promise<Caller | undefined>;

/** An access token that is malformed, forged, expired or not for this server. */
export class InvalidToken extends Error {
  override readonly name: string = "InvalidToken";
}

/** An access token that can't be checked now, because what must be asked does not answer. */
export class VerifierUnavailable extends Error {
  override readonly name: string = "VerifierUnavailable";
}
