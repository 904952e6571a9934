import { lifetime } from "../lifetime.js";
import { unref } from "../../protocol/unref.js";

interface Entry<Value> {
  readonly value: Value;
  /** Milliseconds of the monotonic clock. */
  readonly until: number;
}

export interface ExpiringMapOptions<Value> {
  /** Maximum number of entries; beyond, the entry that was set or touched longest ago is removed. */
  readonly limit: number;
  /** How often expired entries are removed, in milliseconds. Default: 10 seconds. */
  readonly sweepMs?: number;
  /** Called with each removed value, but not with one that `set` replaces. */
  readonly left?: (value: Value) => void;
}

/** A map whose entries expire some time after they were set or touched. Its one timer does not keep the process alive. */
export class ExpiringMap<Value> {
  /** Ordered by the time at which they were set or touched. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #limit: number;
  readonly #sweepMs: number;
  readonly #left: (value: Value) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ExpiringMapOptions<Value>) {
    this.#limit = options.limit;
    this.#sweepMs = options.sweepMs ?? 10_000;
    this.#left = options.left ?? (() => {});
  }

  /** Number of entries, including expired ones that are not yet removed. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until > performance.now()) return entry.value;
    this.delete(key);
    return undefined;
  }

  /** @param ttlMs absent: the entry never expires */
  set(key: string, value: Value, ttlMs?: number): void {
    const ttl = lifetime(ttlMs) ?? Infinity;
    if (ttl === 0) return this.delete(key);
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: performance.now() + ttl });
    this.#start();
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.oldest();
    if (oldest) this.delete(oldest.key);
  }

  touch(key: string, ttlMs: number): void {
    const value = this.get(key);
    if (value !== undefined) this.set(key, value, ttlMs);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    if (this.#entries.size === 0) this.#stop();
    this.#left(entry.value);
  }

  /** Returns the entry that was set or touched longest ago. */
  oldest(): { readonly key: string; readonly value: Value } | undefined {
    for (const [key, { value }] of this.#entries) return { key, value };
    return undefined;
  }

  /** Removes all entries. */
  clear(): void {
    this.#stop();
    this.#entries.clear();
  }

  #sweep(): void {
    const now = performance.now();
    for (const [key, { until }] of this.#entries) if (until <= now) this.delete(key);
  }

  #start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = unref(setInterval(() => this.#sweep(), this.#sweepMs));
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
