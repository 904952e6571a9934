import type { Answer, Reply } from "./answer.js";
import type { HttpRequest } from "../request/request.js";

const maxReplies = 500;
const maxTotalBytes = 32 * 1024 * 1024;
/** A larger reply would evict too many others. */
const maxBytes = 2 * 1024 * 1024;

interface Entry {
  readonly reply: Reply;
  /** In the time of `performance.now()`, which never goes back. */
  readonly until: number;
}

/** Replies by `cacheKey`, which covers the caller and the credentials. */
export class ReplyCache {
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #totalBytes = 0;

  get(key: string): Reply | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= performance.now()) {
      this.#delete(key, entry);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return copyOf(entry.reply);
  }

  /**
   * Stores a reply, unless its headers forbid that or it has notes (it was cut).
   *
   * @param ttlMs maximum lifetime; the response's `Cache-Control` may shorten it
   * @see RFC 9111 section 3
   */
  set(key: string, reply: Reply, ttlMs: number): void {
    const { answer, bytes } = reply;
    const ttl = Math.min(ttlMs, answer.cache?.ttlMs ?? ttlMs);
    if (answer.notes || bytes > maxBytes || ttl <= 0) return;
    const known = this.#entries.get(key);
    if (known) this.#delete(key, known);
    this.#entries.set(key, { reply: copyOf(reply), until: performance.now() + ttl });
    this.#totalBytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= maxReplies && this.#totalBytes <= maxTotalBytes) break;
      this.#delete(oldest, entry);
    }
  }

  #delete(key: string, { reply }: Entry): void {
    this.#entries.delete(key);
    this.#totalBytes -= reply.bytes;
  }
}

/** Returns the cache key; undefined if the reply must not be cached. */
export function cacheKey(
  { method, url, headers, body = "" }: HttpRequest,
  caller: string | undefined,
  trace: { readonly [name: string]: string } | undefined,
): string | undefined {
  if (!["GET", "HEAD", "QUERY"].includes(method) || typeof body !== "string") return undefined;
  const traced = new Set(Object.keys(trace ?? {}));
  const kept = Object.entries(headers).filter(([name]) => !traced.has(name));
  return JSON.stringify([caller, method, url, kept, body]);
}

/** Copies a reply, because its reader may change the value. */
function copyOf(reply: Reply): Reply {
  const { answer } = reply;
  try {
    return answer.kind === "json" ? { ...reply, answer: structuredClone(answer) as Answer } : reply;
  } catch {
    // The value is nested too deeply to be copied.
    return reply;
  }
}
