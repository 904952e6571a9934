import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

/**
 * Caches the results of a verifier, and checks a token of concurrent requests only once.
 *
 * @param rejectedSeconds how long a rejected token is cached. Rejected tokens have their own cache, so that a flood of
 *   them can't evict valid ones.
 */
export function cachedVerifier(
  verify: TokenVerifier,
  options: TokenCacheOptions = {},
  rejectedSeconds = 0,
): TokenVerifier {
  const { cacheSeconds = 60, cacheEntries = 10_000 } = options;
  return lazyVerifier(async () => {
    const { tokenCache } = await import("./token-cache.js");
    return tokenCache(verify, { cacheSeconds, cacheEntries }, rejectedSeconds);
  });
}
