import type { CacheAdvice } from "../../protocol/codec/decode-results.js";
import { member } from "../../protocol/json.js";
import type { Exchange } from "../exchange/exchange.js";

const defaultSize = 500;

interface Kept {
  readonly answer: unknown;
  /** By `performance.now()`. */
  readonly freshUntil: number;
  readonly isPrivate: boolean;
}

/** A request whose answer may be kept. */
export interface CacheSlot {
  readonly method: string;
  /** The parameter that the answer depends on; undefined if the request has none. */
  readonly parameter: string | undefined;
}

/** Lists that a notification says have changed. */
const listsOf = {
  "notifications/tools/list_changed": ["tools/list"],
  "notifications/prompts/list_changed": ["prompts/list"],
  "notifications/resources/list_changed": ["resources/list", "resources/templates/list"],
};

/**
 * The answers of one connection, for as long as the server allows to keep them, or until it tells of a change. Private ones
 * are kept only as long as the credentials are the same. Servers before 2026-07-28 allow nothing.
 *
 * @see MCP 2026-07-28, Caching
 */
export class AnswerCache {
  /** By method, then by parameter, the answers in the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #size: number;
  #changes = 0;

  constructor(exchange: Exchange) {
    this.#size = exchange.options.cacheSize ?? defaultSize;
    for (const [notification, methods] of Object.entries(listsOf)) {
      exchange.onNotification(notification, () => {
        for (const method of methods) this.drop(method);
      });
    }
    exchange.onCredentials(() => this.#dropPrivate());
    exchange.onNotification("notifications/resources/updated", (params) => {
      const uri = member(params, "uri");
      if (typeof uri === "string") this.#dropResource(uri);
    });
  }

  /** Returns a kept answer that is still fresh. */
  get<Answer>(slot: CacheSlot): Answer | undefined {
    const key = keyOf(slot);
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    if (performance.now() >= kept.freshUntil) return undefined;
    this.#kept.set(key, kept);
    return kept.answer as Answer;
  }

  /** Returns the state to hand to `put`: an answer that was asked for before a change is not kept after it. */
  get changes(): number {
    return this.#changes;
  }

  /** Keeps an answer, if the server allows it. */
  put(slot: CacheSlot, answer: unknown, advice: CacheAdvice, changes: number): void {
    const { ttlMs, cacheScope } = advice;
    if (ttlMs === 0 || this.#size === 0 || changes !== this.#changes) return;
    const key = keyOf(slot);
    this.#kept.delete(key);
    const freshUntil = performance.now() + ttlMs;
    this.#kept.set(key, { answer, freshUntil, isPrivate: cacheScope === "private" });
    if (this.#kept.size <= this.#size) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }

  /** Forgets the answers to a method. @returns whether there were any */
  drop(method: string): boolean {
    this.#changes += 1;
    const before = this.#kept.size;
    for (const key of this.#kept.keys()) {
      if (methodOf(key) === method) this.#kept.delete(key);
    }
    return this.#kept.size < before;
  }

  /** Forgets what may be another user's. */
  #dropPrivate(): void {
    this.#changes += 1;
    for (const [key, { isPrivate }] of this.#kept) if (isPrivate) this.#kept.delete(key);
  }

  /** Forgets a resource, and those above and below it: a server may name a part of what was asked for. */
  #dropResource(uri: string): void {
    this.#changes += 1;
    const changed = keyOf({ method: "resources/read", parameter: uri });
    for (const key of this.#kept.keys()) {
      if (methodOf(key) !== "resources/read") continue;
      if (key.startsWith(changed) || changed.startsWith(key)) this.#kept.delete(key);
    }
  }
}

/** A method has no line break. */
function keyOf({ method, parameter }: CacheSlot): string {
  return parameter === undefined ? method : `${method}\n${parameter}`;
}

function methodOf(key: string): string {
  const end = key.indexOf("\n");
  return end === -1 ? key : key.slice(0, end);
}
