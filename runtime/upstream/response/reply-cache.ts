import { FairMap } from "../../protocol/shares/fair-map.js";
import { anonymousShare } from "../../protocol/shares/anonymous-share.js";
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

/** Replies by `cacheKey`, which covers the caller and the credentials. Loaded with the first operation that has a cache. */
export class ReplyCache {
  readonly #entries = new FairMap<Entry>({ limit: maxReplies, maxSize: maxTotalBytes });

  get(key: string): Reply | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until <= performance.now()) {
      this.#entries.delete(key);
      return undefined;
    }
    this.#entries.replace(key, entry);
    return copyOf(entry.reply);
  }

  /**
   * Stores a reply, unless its headers forbid that or it has notes (it was cut).
   *
   * @param ttlMs maximum lifetime; the response's `Cache-Control` may shorten it
   * @param caller whose share it is counted in
   * @see RFC 9111 section 3
   */
  set(key: string, reply: Reply, ttlMs: number, caller: string | undefined): void {
    const { answer, bytes } = reply;
    const ttl = Math.min(ttlMs, answer.cache?.ttlMs ?? ttlMs);
    if (answer.notes || bytes > maxBytes || ttl <= 0) return;
    const entry = { reply: copyOf(reply), until: performance.now() + ttl };
    this.#entries.set(key, entry, caller ?? anonymousShare, bytes);
  }
}

/**
 * Returns the cache key; undefined if the reply must not be cached.
 *
 * @param request without the server's own trace headers, which differ in each call. One of their names that the caller or
 *   an option sets belongs to the key, as every header that reaches the API does.
 */
export function cacheKey(
  { method, url, headers, body = "" }: HttpRequest,
  caller: string | undefined,
): string | undefined {
  if (!["GET", "HEAD", "QUERY"].includes(method) || typeof body !== "string") return undefined;
  return JSON.stringify([caller, method, url, Object.entries(headers), body]);
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
