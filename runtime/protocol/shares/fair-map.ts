/** A bounded map in which no one can push out what belongs to others. */

interface Entry<Value> {
  readonly value: Value;
  readonly share: string;
  readonly size: number;
}

interface Share {
  /** Oldest first. */
  readonly keys: Set<string>;
  size: number;
}

export interface FairMapOptions<Value> {
  /** Maximum number of entries. */
  readonly limit: number;
  /** Maximum of the sizes of all entries; default: none. */
  readonly maxSize?: number;
  /** Called with each removed value, but not with one that `set` replaces. */
  readonly left?: (value: Value) => void;
}

/**
 * Beyond a limit, the oldest entry of the largest share is removed: an owner with many entries loses its own, and one with
 * few keeps them.
 */
export class FairMap<Value> {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #shares = new Map<string, Share>();
  readonly #limit: number;
  readonly #maxSize: number;
  readonly #left: (value: Value) => void;
  #size = 0;

  constructor({ limit, maxSize = Infinity, left = () => {} }: FairMapOptions<Value>) {
    this.#limit = limit;
    this.#maxSize = maxSize;
    this.#left = left;
  }

  /** Number of entries. */
  get count(): number {
    return this.#entries.size;
  }

  /** The sizes of all entries together. */
  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Sets an entry, which is the newest then. @param share of whom it belongs to; absent: as before, or one for all others */
  set(key: string, value: Value, share?: string, size = 1): void {
    const known = this.#entries.get(key);
    const own = share ?? known?.share ?? "";
    if (known) this.#remove(key, known);
    this.#entries.set(key, { value, share: own, size });
    let counted = this.#shares.get(own);
    if (!counted) this.#shares.set(own, (counted = { keys: new Set(), size: 0 }));
    counted.keys.add(key);
    counted.size += size;
    this.#size += size;
    while (this.count > this.#limit) this.#evict(own, ({ keys }) => keys.size);
    while (this.#size > this.#maxSize && this.count > 1) this.#evict(own, (each) => each.size);
  }

  /** Replaces the value of an entry, which is the newest then. */
  replace(key: string, value: Value): void {
    const known = this.#entries.get(key);
    if (known) this.set(key, value, known.share, known.size);
  }

  /** Changes the size of an entry, which stays as old as it is. */
  resize(key: string, size: number): void {
    const known = this.#entries.get(key);
    if (!known) return;
    const counted = this.#shares.get(known.share);
    if (counted) counted.size += size - known.size;
    this.#size += size - known.size;
    this.#entries.set(key, { ...known, size });
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#remove(key, entry);
    this.#left(entry.value);
  }

  /** Returns the oldest entry of the share with the largest size. */
  oldestOfLargest(): { readonly key: string; readonly value: Value } | undefined {
    let most: Share | undefined;
    for (const share of this.#shares.values()) if (!most || share.size > most.size) most = share;
    const [key] = most?.keys ?? [];
    const value = key === undefined ? undefined : this.get(key);
    return key === undefined || value === undefined ? undefined : { key, value };
  }

  /** Calls back with each entry, oldest first. It may remove that entry. */
  forEach(callback: (value: Value, key: string) => void): void {
    for (const [key, { value }] of this.#entries) callback(value, key);
  }

  clear(): void {
    this.#entries.clear();
    this.#shares.clear();
    this.#size = 0;
  }

  /** Removes the oldest entry of the largest share. Among equals, whoever adds gives way, unless it had nothing else. */
  #evict(adding: string, measure: (share: Share) => number): void {
    let most: Share | undefined;
    for (const [name, share] of this.#shares) {
      // The entry that was just added stays.
      if (name === adding && share.keys.size === 1) continue;
      const isMore = !most || measure(share) > measure(most);
      if (isMore || (most && name === adding && measure(share) === measure(most))) most = share;
    }
    const [key] = most && measure(most) > 1 ? most.keys : this.#entries.keys();
    if (key !== undefined) this.delete(key);
  }

  #remove(key: string, { share, size }: Entry<Value>): void {
    this.#entries.delete(key);
    this.#size -= size;
    const counted = this.#shares.get(share);
    if (!counted) return;
    counted.keys.delete(key);
    counted.size -= size;
    if (counted.keys.size === 0) this.#shares.delete(share);
  }
}
