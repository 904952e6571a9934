import { processLog } from "../../protocol/log.js";
import type { TokenScheme } from "./authorization-header.js";
import type { Challenger } from "./challenger.js";
import type { ProofFault } from "../dpop/dpop-check.js";
import { Refusal } from "../refusal.js";

/** Longest text of a verifier's that is shown to a client. */
const maxDescription = 200;
/** How often a failure to check tokens is logged, at most: it may hit every request. */
const reportMs = 10_000;
const retryAfterSeconds = "5";

/**
 * Writes the answers to requests without a token that can be taken.
 *
 * @see MCP 2026-07-28, Authorization, Error Handling; RFC 6750 section 3; RFC 9449 section 7.1
 */
export class TokenRefusals {
  readonly #challenger: Challenger;
  #reportedMs = -Infinity;

  constructor(challenger: Challenger) {
    this.#challenger = challenger;
  }

  /** No token was sent. Then a challenge names no error. */
  missing(): Refusal {
    const headers = this.#challenger.headers(undefined, { scope: this.#challenger.basicScope });
    return new Refusal(401, "unauthorized", "An access token is needed.", headers);
  }

  /** What was sent can't be a token. */
  malformed(description: string): Refusal {
    const { basicScope } = this.#challenger;
    return this.#challenger.refuse(400, "bearer", "invalid_request", description, basicScope);
  }

  /** @param why for the client */
  invalid(scheme: TokenScheme, why: string, error: ProofFault["error"] = "invalid_token"): Refusal {
    const { basicScope } = this.#challenger;
    return this.#challenger.refuse(401, scheme, error, why.slice(0, maxDescription), basicScope);
  }

  /** The token could not be checked. The client learns no reason; the log does. */
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
