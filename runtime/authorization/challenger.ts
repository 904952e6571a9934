import { defined } from "../protocol/defined.js";
import type { TokenScheme } from "./authorization-header.js";
import { challenge } from "./challenge.js";
import type { DpopRules } from "./dpop/dpop-rules.js";
import { Refusal } from "./refusal.js";
import { challengeScopes } from "./scopes.js";

export interface ChallengerOptions {
  /** Absent: there is no metadata. */
  readonly metadataUrl: string | undefined;
  readonly requiredScopes: readonly string[];
  readonly scopesSupported: readonly string[];
  readonly dpop: DpopRules | undefined;
}

/**
 * Writes the challenges in answers to requests that are turned away.
 *
 * @see MCP 2026-07-28, Authorization, Error Handling; RFC 6750 section 3; RFC 9449 section 7.1
 */
export class Challenger {
  readonly #options: ChallengerOptions;
  /** What a token must have to be of any use here. */
  readonly basicScope: string;

  constructor(options: ChallengerOptions) {
    const { requiredScopes, scopesSupported } = options;
    this.#options = options;
    this.basicScope = challengeScopes(requiredScopes.length > 0 ? requiredScopes : scopesSupported);
  }

  /**
   * All that the operation needs is asked for at once. Scopes that the token has are named again, those that are known
   * here: a client may replace its token by one with just what a challenge names.
   *
   * @see MCP 2025-11-25, Authorization, Runtime Insufficient Scope Errors
   */
  insufficient(scheme: TokenScheme, held: readonly string[], required: readonly string[]): Refusal {
    const { requiredScopes, scopesSupported } = this.#options;
    const kept = scopesSupported.filter((scope) => held.includes(scope));
    const scope = challengeScopes(requiredScopes, required, kept);
    const description = "The access token lacks a scope that this needs.";
    return this.refuse(403, scheme, "insufficient_scope", description, scope);
  }

  /** What is wrong with a token, as a whole answer. */
  refuse(
    status: 400 | 401 | 403,
    scheme: TokenScheme,
    error: string,
    description: string,
    scope: string,
  ): Refusal {
    const fault = { error, error_description: description };
    return new Refusal(status, error, description, this.headers(scheme, { scope, fault }));
  }

  /** A challenge for each scheme that is taken. What is wrong stands at the scheme that was used. */
  headers(
    used: TokenScheme | undefined,
    {
      scope,
      fault,
    }: { readonly scope: string; readonly fault?: { readonly [name: string]: string } },
  ): Record<string, string> {
    const { dpop, metadataUrl } = this.#options;
    const common = { resource_metadata: metadataUrl, scope };
    const bearer = challenge("Bearer", { ...(used === "bearer" && fault), ...common });
    if (!dpop) return { "www-authenticate": bearer };
    const shown = used === "dpop" || dpop.required ? fault : undefined;
    const algs = dpop.algorithms.join(" ");
    const proof = challenge("DPoP", { algs, ...shown, ...common });
    return {
      "www-authenticate": dpop.required ? proof : `${bearer}, ${proof}`,
      ...defined({ "dpop-nonce": dpop.nonces && dpop.nonces.current() }),
    };
  }
}
