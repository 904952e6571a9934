import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";
import type { TokenCacheOptions } from "./token-cache.js";

/**
 * Remembers what a verifier found, and has a token that comes in several requests at once checked once.
 *
 * @param rejectedSeconds how long a bad token is remembered as such; they are kept apart from the good ones, so that
 *   no flood of them pushes those out
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
