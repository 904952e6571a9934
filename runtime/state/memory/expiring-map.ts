import { lifetime } from "../lifetime.js";

interface Entry<Value> {
  readonly value: Value;
  /** By the clock that is never set back. */
  readonly until: number;
}

export interface ExpiringMapOptions<Value> {
  /** How many entries it holds; then the one that was set or touched longest ago makes room. */
  readonly limit: number;
  /** How often what is over is cleared away although nobody asks for it. Default 10 seconds. */
  readonly sweepMs?: number;
  /** Told of each value that leaves, whatever the reason, but not of one that another takes the place of. */
  readonly left?: (value: Value) => void;
}

/** Values by key, each forgotten some time after it was last set or touched. One timer for all, which keeps no process. */
export class ExpiringMap<Value> {
  /** In the order in which they were set or touched. */
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

  /** How many it holds, those included that are over and not yet cleared away. */
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

  /** @param ttlMs absent: until it is deleted */
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

  /** What was set or touched longest ago. */
  oldest(): { readonly key: string; readonly value: Value } | undefined {
    for (const [key, { value }] of this.#entries) return { key, value };
    return undefined;
  }

  /** Forgets everything. */
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
    this.#timer = setInterval(() => this.#sweep(), this.#sweepMs);
    // Where there is no Node, a timer is a number and keeps nothing alive.
    if (typeof this.#timer === "object") this.#timer.unref();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
