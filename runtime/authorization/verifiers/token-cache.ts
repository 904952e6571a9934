import { nodeCrypto } from "../../protocol/node-crypto.js";
import type { Caller } from "../../session/caller.js";
import { InvalidToken, type TokenVerifier } from "../token-verifier.js";

/** How long the outcome of a check is remembered. */
export interface TokenCacheOptions {
  /** How long a valid token is cached, in seconds; never beyond its expiry. */
  readonly cacheSeconds?: number;
  /** Maximum number of cached tokens; default 10,000. The least recently used is evicted first. */
  readonly cacheEntries?: number;
}

interface CachedResult {
  /** Absent: the token was rejected. */
  readonly caller?: Caller;
  readonly untilMs: number;
}

const maxRejected = 1_000;

/** Creates the verifier of `cachedVerifier`. */
export function tokenCache(
  verify: TokenVerifier,
  { cacheSeconds, cacheEntries }: Required<TokenCacheOptions>,
  rejectedSeconds: number,
): TokenVerifier {
  const accepted = new LruMap(cacheEntries);
  const rejected = new LruMap(maxRejected);
  const pending = new Map<string, Promise<Caller | undefined>>();

  const check = async (key: string, token: string, resource: string) => {
    try {
      const caller = await verify(token, resource);
      const now = Date.now();
      if (caller) {
        const expiry = (caller.expiresAt ?? Infinity) * 1000;
        accepted.add(key, { caller, untilMs: Math.min(now + cacheSeconds * 1000, expiry) });
      } else rejected.add(key, { untilMs: now + rejectedSeconds * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof InvalidToken) {
        rejected.add(key, { untilMs: Date.now() + rejectedSeconds * 1000 });
      }
      throw error;
    }
  };

  return async (token, resource) => {
    const key = keyOf(token, resource);
    const known = accepted.get(key) ?? rejected.get(key);
    if (known) return known.caller;
    let answer = pending.get(key);
    if (!answer) {
      answer = check(key, token, resource);
      pending.set(key, answer);
      // Not in `check`, which has ended already if a verifier throws at once.
      const forget = (): void => void pending.delete(key);
      answer.then(forget, forget);
    }
    return answer;
  };
}

/**
 * Returns a digest as the cache key: it is short and useless to a reader of the memory. Its look-up time reveals
 * nothing, since nobody can choose how a digest begins. The resource is part of it, because a token is valid for only
 * one.
 */
function keyOf(token: string, resource: string): string {
  return nodeCrypto().hash("sha256", `${resource} ${token}`, "base64");
}

/** A map of bounded size whose entries expire. */
class LruMap {
  readonly #entries = new Map<string, CachedResult>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): CachedResult | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (!isFresh(entry)) return undefined;
    // A map keeps the order of insertion, so the entry moves to the end.
    this.#entries.set(key, entry);
    return entry;
  }

  add(key: string, entry: CachedResult): void {
    if (!isFresh(entry)) return;
    this.#entries.set(key, entry);
    if (this.#entries.size <= this.#limit) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}

/** False for an expiry that is not a number, which a verifier of one's own may return. */
function isFresh({ untilMs }: CachedResult): boolean {
  return untilMs > Date.now();
}
