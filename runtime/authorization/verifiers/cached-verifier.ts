import { atLeast } from "../../protocol/limits/check-limit.js";
import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

/**
 * Caches the results of a verifier, and checks a token of concurrent requests only once.
 *
 * @param rejectedSeconds how long a rejected token is cached. Rejected tokens have their own cache, so that a flood of
 *   them can't evict valid ones.
 * @throws RangeError for an option that is too small or not a number
 */
export function cachedVerifier(
  verify: TokenVerifier,
  options: TokenCacheOptions = {},
  rejectedSeconds = 0,
): TokenVerifier {
  const cacheSeconds = atLeast(0, "cacheSeconds", options.cacheSeconds ?? 60);
  const cacheEntries = atLeast(1, "cacheEntries", options.cacheEntries ?? 10_000);
  return lazyVerifier(async () => {
    const { tokenCache } = await import("./token-cache.js");
    return tokenCache(verify, { cacheSeconds, cacheEntries }, rejectedSeconds);
  });
}
