import { secureUrl } from "../../protocol/secure-url.js";
import { cachedVerifier } from "./cached-verifier.js";
import { claimRules, type ClaimOptions } from "./claim-rules.js";
import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

export interface IntrospectionOptions extends ClaimOptions, TokenCacheOptions {
  /** The authorization server's introspection endpoint. */
  readonly endpoint: string;
  /** This server's own account there. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** `iss` of every token that has one. */
  readonly issuer?: string;
  /** Longest wait for an answer; default 5,000. */
  readonly timeoutMs?: number;
  /** Most questions at a time; default 64. Others are turned away meanwhile: made-up tokens must not become a flood. */
  readonly maxConcurrent?: number;
  /** True: the endpoint may be without TLS, in a network that is trusted. */
  readonly allowHttp?: boolean;
}

/** A token that was revoked is taken for so long, unless options say otherwise. */
const defaultCacheSeconds = 10;
const rejectedSeconds = 5;

/**
 * Has access tokens checked by the authorization server.
 *
 * @throws TypeError when the options are wrong
 * @see RFC 7662
 */
export function introspectionVerifier(options: IntrospectionOptions): TokenVerifier {
  const { clientId, clientSecret, timeoutMs = 5_000, maxConcurrent = 64, issuer } = options;
  const endpoint = secureUrl(options.endpoint, "endpoint", options.allowHttp);
  const claims = claimRules(options, issuer, false);
  const check = lazyVerifier(async () => {
    const { introspectionCheck } = await import("./introspection-check.js");
    const account = { clientId, clientSecret };
    return introspectionCheck({ endpoint, account, timeoutMs, maxConcurrent, claims });
  });
  return cachedVerifier(check, { cacheSeconds: defaultCacheSeconds, ...options }, rejectedSeconds);
}
