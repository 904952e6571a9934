import type { Registration } from "../types/definitions.js";

/** What a server offers of one kind, by key, in the order it was added. */
export class EntryMap<K, T> {
  readonly #entries = new Map<K, T>();
  readonly #what: string;
  readonly #changed: () => void;

  /**
   * @param what it holds, for messages: `tool`
   * @param changed called for each change
   */
  constructor(what: string, changed: () => void) {
    this.#what = what;
    this.#changed = changed;
  }

  get entries(): ReadonlyMap<K, T> {
    return this.#entries;
  }

  /** @throws TypeError when the key is taken */
  add(key: K, entry: T): Registration {
    if (this.#entries.has(key)) {
      throw new TypeError(`There is a ${this.#what} ${JSON.stringify(key)} already.`);
    }
    this.#entries.set(key, entry);
    this.#changed();
    return new EntryRegistration(this, key, entry);
  }

  /** Takes an entry away, unless it is gone: what has its key then is another. */
  remove(key: K, entry: T): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#changed();
  }
}

/** A class, not closures, which take several times the memory: a server may have thousands when it starts. */
class EntryRegistration<K, T> implements Registration {
  readonly #map: EntryMap<K, T>;
  readonly #key: K;
  readonly #entry: T;

  constructor(map: EntryMap<K, T>, key: K, entry: T) {
    this.#map = map;
    this.#key = key;
    this.#entry = entry;
  }

  remove(): void {
    this.#map.remove(this.#key, this.#entry);
  }
}
