import { FairMap } from "../../protocol/shares/fair-map.js";
import { unref } from "../../protocol/unref.js";
import { lifetime } from "../lifetime.js";

interface Entry<Value> {
  readonly value: Value;
  /** Milliseconds of the monotonic clock. */
  readonly until: number;
}

export interface ExpiringMapOptions<Value> {
  /** Maximum number of entries; beyond, the oldest of the largest share is removed. */
  readonly limit: number;
  /** Maximum of the sizes of all entries; default: none. */
  readonly maxSize?: number;
  /** How often expired entries are removed, in milliseconds. Default: 10 seconds. */
  readonly sweepMs?: number;
  /** Called with each removed value, but not with one that `set` replaces. */
  readonly left?: (value: Value) => void;
}

/** What an entry is counted as. */
export interface Counted {
  /** Of whom it belongs to; absent: as before, or one for all others. */
  readonly share?: string | undefined;
  /** Default: 1. */
  readonly size?: number;
}

/** A map whose entries expire some time after they were set or touched. Its one timer does not keep the process alive. */
export class ExpiringMap<Value> {
  readonly #entries: FairMap<Entry<Value>>;
  readonly #sweepMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ left, sweepMs, ...limits }: ExpiringMapOptions<Value>) {
    this.#entries = new FairMap({ ...limits, left: ({ value }) => left?.(value) });
    this.#sweepMs = sweepMs ?? 10_000;
  }

  /** Number of entries, including expired ones that are not yet removed. */
  get size(): number {
    return this.#entries.count;
  }

  /** The sizes of all entries together. */
  get totalSize(): number {
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
  set(key: string, value: Value, ttlMs?: number, { share, size }: Counted = {}): void {
    const ttl = lifetime(ttlMs) ?? Infinity;
    if (ttl === 0) return this.delete(key);
    this.#start();
    this.#entries.set(key, { value, until: performance.now() + ttl }, share, size);
  }

  /** Makes an entry the newest, and extends its life. */
  touch(key: string, ttlMs: number): void {
    const value = this.get(key);
    if (value === undefined) return;
    this.#entries.replace(key, { value, until: performance.now() + lifetime(ttlMs) });
  }

  delete(key: string): void {
    this.#entries.delete(key);
    if (this.#entries.count === 0) this.#stop();
  }

  /** Returns the oldest entry of the share with the largest size. */
  oldestOfLargest(): { readonly key: string; readonly value: Value } | undefined {
    const found = this.#entries.oldestOfLargest();
    return found && { key: found.key, value: found.value.value };
  }

  /** Changes the size of an entry, which stays as old as it is. */
  resize(key: string, size: number): void {
    this.#entries.resize(key, size);
  }

  /** Removes all entries. */
  clear(): void {
    this.#stop();
    this.#entries.clear();
  }

  #sweep(): void {
    const now = performance.now();
    this.#entries.forEach(({ until }, key) => {
      if (until <= now) this.delete(key);
    });
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
