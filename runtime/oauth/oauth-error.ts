import { defined } from "../protocol/defined.js";
import { escapeHidden } from "../protocol/terminal/hidden-characters.js";

/** Servers write parts of messages, and some have no end. */
const longestMessage = 1_000;

/** An authorization server, or what it or a resource says of itself, can't be used. The message holds no secret. */
export class OAuthError extends Error {
  override readonly name: string = "OAuthError";
  /** The server's error code, such as `invalid_grant`. @see RFC 6749 section 5.2 */
  readonly code: string | undefined;

  constructor(message: string, facts: { readonly code?: string; readonly cause?: unknown } = {}) {
    super(escapeHidden(message.slice(0, longestMessage)), defined({ cause: facts.cause }));
    this.code = facts.code;
  }
}
