import { lazyVerifier } from "./lazy-verifier.js";
import type { TokenVerifier } from "../token-verifier.js";

export interface TokenCacheOptions {
  /** How long a token that was found good is not checked again, in seconds; never beyond its expiry. */
  readonly cacheSeconds?: number;
  /** How many are remembered; default 10,000. The one not used for longest is forgotten first. */
  readonly cacheEntries?: number;
}

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
