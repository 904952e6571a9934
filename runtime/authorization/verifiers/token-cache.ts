import { nodeCrypto } from "../../protocol/node-crypto.js";
import type { Caller } from "../../session/caller.js";
import { InvalidToken, type TokenVerifier } from "../token-verifier.js";

export interface TokenCacheOptions {
  /** How long a token that was found good is not checked again, in seconds; never beyond its expiry. */
  readonly cacheSeconds?: number;
  /** How many are remembered; default 10,000. The one not used for longest is forgotten first. */
  readonly cacheEntries?: number;
}

interface Remembered {
  /** Absent: the token was found bad. */
  readonly caller?: Caller;
  readonly untilMs: number;
}

const maxRejected = 1_000;

/** What `cachedVerifier` does. */
export function tokenCache(
  verify: TokenVerifier,
  { cacheSeconds, cacheEntries }: Required<TokenCacheOptions>,
  rejectedSeconds: number,
): TokenVerifier {
  const good = new LatestUsed(cacheEntries);
  const bad = new LatestUsed(maxRejected);
  const pending = new Map<string, Promise<Caller | undefined>>();

  const check = async (key: string, token: string, resource: string) => {
    try {
      const caller = await verify(token, resource);
      const now = Date.now();
      if (caller) {
        const expiry = (caller.expiresAt ?? Infinity) * 1000;
        good.add(key, { caller, untilMs: Math.min(now + cacheSeconds * 1000, expiry) });
      } else bad.add(key, { untilMs: now + rejectedSeconds * 1000 });
      return caller;
    } catch (error) {
      if (error instanceof InvalidToken) {
        bad.add(key, { untilMs: Date.now() + rejectedSeconds * 1000 });
      }
      throw error;
    } finally {
      pending.delete(key);
    }
  };

  return async (token, resource) => {
    const key = keyOf(token, resource);
    const known = good.get(key) ?? bad.get(key);
    if (known) return known.caller;
    let answer = pending.get(key);
    if (!answer) {
      answer = check(key, token, resource);
      pending.set(key, answer);
    }
    return answer;
  };
}

/**
 * Tokens are kept as digests: short, and of no use to whoever reads the memory. Nor can the time a look-up takes tell
 * anything: nobody can choose how a digest begins. The resource belongs to the key, for a token is good for one only.
 */
function keyOf(token: string, resource: string): string {
  return nodeCrypto().hash("sha256", `${resource} ${token}`, "base64");
}

/** A map of bounded size whose entries expire. */
class LatestUsed {
  readonly #entries = new Map<string, Remembered>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Remembered | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.untilMs <= Date.now()) return undefined;
    // A map keeps the order of insertion: what is used moves to its end.
    this.#entries.set(key, entry);
    return entry;
  }

  add(key: string, entry: Remembered): void {
    if (entry.untilMs <= Date.now()) return;
    this.#entries.set(key, entry);
    if (this.#entries.size <= this.#limit) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }
}
