import { atLeast } from "../../protocol/limits/check-limit.js";
import { signalMs } from "../../protocol/limits/time-limit.js";
import { secureUrl } from "../../protocol/secure-url.js";
import { cachedVerifier } from "./cached-verifier.js";
import { claimRules, type ClaimOptions } from "./claim-rules.js";
import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

/** How tokens are checked by asking the authorization server (RFC 7662). */
export interface IntrospectionOptions extends ClaimOptions, TokenCacheOptions {
  /** The authorization server's introspection endpoint. */
  readonly endpoint: string;
  /** This server's account at the endpoint. */
  readonly clientId: string;
  /** The secret of the client that asks. */
  readonly clientSecret: string;
  /** Required `iss` of tokens that have one. */
  readonly issuer?: string;
  /** Timeout of a request, in milliseconds; default 5,000. */
  readonly timeoutMs?: number;
  /** Most requests at a time; default 64. Others are refused, so that made-up tokens can't flood the endpoint. */
  readonly maxConcurrent?: number;
  /** Allows an endpoint without TLS, in a trusted network. */
  readonly allowHttp?: boolean;
}

/** How long a revoked token may still be accepted, unless options say otherwise. */
const defaultCacheSeconds = 10;
const rejectedSeconds = 5;

/**
 * Creates a verifier that asks the authorization server about each token.
 *
 * @throws TypeError or RangeError when the options are wrong
 * @see RFC 7662
 */
export function introspectionVerifier(options: IntrospectionOptions): TokenVerifier {
  const { clientId, clientSecret, issuer } = options;
  const timeoutMs = signalMs(atLeast(1, "timeoutMs", options.timeoutMs ?? 5_000));
  const maxConcurrent = atLeast(1, "maxConcurrent", options.maxConcurrent ?? 64);
  const endpoint = secureUrl(options.endpoint, "endpoint", options.allowHttp);
  const claims = claimRules(options, issuer, false);
  const check = lazyVerifier(async () => {
    const { introspectionCheck } = await import("./introspection-check.js");
    const account = { clientId, clientSecret };
    return introspectionCheck({ endpoint, account, timeoutMs, maxConcurrent, claims });
  });
  const { cacheSeconds = defaultCacheSeconds } = options;
  return cachedVerifier(check, { ...options, cacheSeconds }, rejectedSeconds);
}
