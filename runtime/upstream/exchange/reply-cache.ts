/** Answers that serve again. */
import type { Answer, Reply } from "../response/answer.js";
import type { HttpRequest } from "../request/request.js";

const maxReplies = 500;
const maxTotalBytes = 32 * 1024 * 1024;
/** One answer must not drive all others out. */
const maxBytes = 2 * 1024 * 1024;

interface Kept {
  readonly reply: Reply;
  /** By the clock that is never set back. */
  readonly until: number;
}

/** Answers by the request that brought them: who sent it with which credentials is part of it. */
export class ReplyCache {
  /** In the order in which they were last used. */
  readonly #kept = new Map<string, Kept>();
  #total = 0;

  get(key: string): Reply | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    if (kept.until <= performance.now()) {
      this.#delete(key, kept);
      return undefined;
    }
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return copyOf(kept.reply);
  }

  /**
   * Keeps an answer, unless its own headers forbid it or it was cut.
   *
   * @param ttlMs the longest time; the answer's `Cache-Control` may make it shorter
   * @see RFC 9111 section 3
   */
  set(key: string, reply: Reply, ttlMs: number): void {
    const { answer, bytes } = reply;
    const ttl = Math.min(ttlMs, answer.cache?.ttlMs ?? ttlMs);
    if (answer.notes || bytes > maxBytes || ttl <= 0) return;
    const known = this.#kept.get(key);
    if (known) this.#delete(key, known);
    this.#kept.set(key, { reply: copyOf(reply), until: performance.now() + ttl });
    this.#total += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#kept.size <= maxReplies && this.#total <= maxTotalBytes) break;
      this.#delete(oldest, kept);
    }
  }

  #delete(key: string, { reply }: Kept): void {
    this.#kept.delete(key);
    this.#total -= reply.bytes;
  }
}

/** What a request is known by; undefined for one whose answer is not to be kept. */
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

/** Whoever gets a value may change it. */
function copyOf(reply: Reply): Reply {
  const { answer } = reply;
  try {
    return answer.kind === "json" ? { ...reply, answer: structuredClone(answer) as Answer } : reply;
  } catch {
    // Nested too deeply to be copied.
    return reply;
  }
}
