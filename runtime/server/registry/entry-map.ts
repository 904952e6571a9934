import type { Registration } from "../types/definitions.js";

/** Passes an entry on to another registry. @throws TypeError if that can't take it */
export type Adopt<K, T> = (entry: T, key: K) => Registration;

/** The entries of one kind, in the order of registration. */
export class EntryMap<K, T extends object> {
  readonly #entries = new Map<K, T>();
  readonly #kind: string;
  readonly #changed: () => void;
  #followers: Set<Follower<K, T>> | undefined;

  /**
   * @param kind name of an entry in messages: `tool`
   * @param changed called on each change
   */
  constructor(kind: string, changed: () => void) {
    this.#kind = kind;
    this.#changed = changed;
  }

  get entries(): ReadonlyMap<K, T> {
    return this.#entries;
  }

  /** @throws TypeError if the key is already in use, here or where the entries are passed on to */
  add(key: K, entry: T): Registration {
    const other = this.#entries.get(key);
    if (other) throw new TypeError(this.#taken(key, entry, other));
    this.#entries.set(key, entry);
    try {
      this.#followers?.forEach((follower) => follower.add(entry, key));
    } catch (error) {
      this.#followers?.forEach((follower) => follower.remove(key));
      this.#entries.delete(key);
      throw error;
    }
    this.#changed();
    return new EntryRegistration(this, key, entry);
  }

  /** Removes an entry, unless another one has its key by now. */
  remove(key: K, entry: T): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#followers?.forEach((follower) => follower.remove(key));
    this.#changed();
  }

  /**
   * Passes all entries on, and later each one that is added, for as long as they are here.
   *
   * @returns takes back what was passed on, and ends it
   * @throws TypeError if an entry is not taken; then nothing is passed on
   */
  follow(adopt: Adopt<K, T>): Registration {
    const follower = new Follower(adopt);
    const followers = (this.#followers ??= new Set());
    try {
      this.#entries.forEach((entry, key) => follower.add(entry, key));
    } catch (error) {
      follower.clear();
      throw error;
    }
    followers.add(follower);
    return {
      remove() {
        followers.delete(follower);
        follower.clear();
      },
    };
  }

  #taken(key: K, entry: T, other: T): string {
    const what = `There is already a ${this.#kind} ${JSON.stringify(key)}`;
    const [here, there] = [originOf(other), originOf(entry)];
    if (here === undefined && there === undefined) return `${what}.`;
    const own = "the server itself";
    return `${what}, of ${here ?? own}, so that of ${there ?? own} can't be added.`;
  }
}

function originOf(entry: object): string | undefined {
  return (entry as { readonly origin?: string }).origin;
}

/** What was passed on to another registry. */
class Follower<K, T> {
  readonly #adopt: Adopt<K, T>;
  readonly #adopted = new Map<K, Registration>();

  constructor(adopt: Adopt<K, T>) {
    this.#adopt = adopt;
  }

  add(entry: T, key: K): void {
    this.#adopted.set(key, this.#adopt(entry, key));
  }

  remove(key: K): void {
    this.#adopted.get(key)?.remove();
    this.#adopted.delete(key);
  }

  clear(): void {
    for (const key of this.#adopted.keys()) this.remove(key);
  }
}

/** A class because closures take several times the memory, and there may be thousands of entries. */
class EntryRegistration<K, T extends object> implements Registration {
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
