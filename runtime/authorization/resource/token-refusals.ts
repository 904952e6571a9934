import { processLog } from "../../protocol/log.js";
import type { TokenScheme } from "./authorization-header.js";
import type { Challenger } from "./challenger.js";
import type { ProofFault } from "../dpop/dpop-check.js";
import { Refusal } from "../refusal.js";

/** Maximum length of a verifier's message to a client. */
const maxDescription = 200;
/** Minimum time between log entries about failed checks, since every request may fail. */
const reportMs = 10_000;
const retryAfterSeconds = "5";

/**
 * Writes the answers to requests without a valid token.
 *
 * @see MCP 2026-07-28, Authorization, Error Handling; RFC 6750 section 3; RFC 9449 section 7.1
 */
export class TokenRefusals {
  readonly #challenger: Challenger;
  #reportedMs = -Infinity;

  constructor(challenger: Challenger) {
    this.#challenger = challenger;
  }

  /** Refuses a request without a token. The challenge names no error. */
  missing(): Refusal {
    const headers = this.#challenger.headers(undefined, { scope: this.#challenger.basicScope });
    return new Refusal(401, "unauthorized", "An access token is required.", headers);
  }

  /** Refuses credentials that can't be a token. */
  malformed(description: string): Refusal {
    const { basicScope } = this.#challenger;
    return this.#challenger.refuse(400, "bearer", "invalid_request", description, basicScope);
  }

  /** @param why the reason, for the client */
  invalid(scheme: TokenScheme, why: string, error: ProofFault["error"] = "invalid_token"): Refusal {
    const { basicScope } = this.#challenger;
    return this.#challenger.refuse(401, scheme, error, why.slice(0, maxDescription), basicScope);
  }

  /** Answers that the token could not be checked. The reason goes to the log, not to the client. */
  unavailable(error: unknown): Refusal {
    if (Date.now() - this.#reportedMs > reportMs) {
      this.#reportedMs = Date.now();
      processLog.error("Access tokens can't be checked", error);
    }
    const description = "The access token can't be checked at the moment.";
    const headers = { "retry-after": retryAfterSeconds };
    return new Refusal(503, "temporarily_unavailable", description, headers);
  }
}
