/** The `WWW-Authenticate` header. @see RFC 9110 section 11.6.1, RFC 6750 section 3, RFC 9728 section 5.1 */
import { defined } from "../../protocol/defined.js";
import type { DpopRules } from "../dpop/dpop-rules.js";
import { Refusal } from "../refusal.js";
import type { TokenScheme } from "./authorization-header.js";
import { challengeScopes } from "../../oauth/scopes.js";

export interface ChallengerOptions {
  /** Absent: there is no metadata. */
  readonly metadataUrl: string | undefined;
  readonly requiredScopes: readonly string[];
  readonly scopesSupported: readonly string[];
  readonly dpop: DpopRules | undefined;
}

/**
 * Writes the challenges in the answers to refused requests.
 *
 * @see MCP 2026-07-28, Authorization, Error Handling; RFC 6750 section 3; RFC 9449 section 7.1
 */
export class Challenger {
  readonly #options: ChallengerOptions;
  /** The scopes that a client should request first. */
  readonly basicScope: string;

  constructor(options: ChallengerOptions) {
    const { requiredScopes, scopesSupported } = options;
    this.#options = options;
    this.basicScope = challengeScopes(requiredScopes.length > 0 ? requiredScopes : scopesSupported);
  }

  /**
   * Names all scopes that the operation needs, and the supported ones that the token already has: a client may replace
   * its token by one with only the scopes of the challenge.
   *
   * @see MCP 2025-11-25, Authorization, Runtime Insufficient Scope Errors
   */
  insufficient(scheme: TokenScheme, held: readonly string[], required: readonly string[]): Refusal {
    const { requiredScopes, scopesSupported } = this.#options;
    const kept = scopesSupported.filter((scope) => held.includes(scope));
    const scope = challengeScopes(requiredScopes, required, kept);
    const description = "The access token lacks a scope that this request needs.";
    return this.refuse(403, scheme, "insufficient_scope", description, scope);
  }

  /** Refuses a token, with the error in both the challenge and the body. */
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

  /** Writes a challenge for each supported scheme. The error goes with the scheme that the client used. */
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
    const proofFault = used === "dpop" || dpop.required ? fault : undefined;
    const algs = dpop.algorithms.join(" ");
    const proof = challenge("DPoP", { algs, ...proofFault, ...common });
    return {
      "www-authenticate": dpop.required ? proof : `${bearer}, ${proof}`,
      ...defined({ "dpop-nonce": dpop.nonces && dpop.nonces.current() }),
    };
  }
}

/** @param parameters those without a value are left out */
function challenge(
  scheme: string,
  parameters: { readonly [name: string]: string | undefined },
): string {
  const list = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}="${plainQuoted(value ?? "")}"`);
  return list.length === 0 ? scheme : `${scheme} ${list.join(", ")}`;
}

/** RFC 6750 permits no quotes, backslashes, control characters or anything beyond ASCII, escaped or not. */
function plainQuoted(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");
}
