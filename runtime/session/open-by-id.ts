import type { RequestId } from "../protocol/json-rpc.js";

const firstCapacity = 64;

/**
 * Requests without a response, by id.
 *
 * A `Map` alone would cost a short call a tenth of its time: it moves to a new table after every few dozen requests, and V8
 * keeps a former table that has aged, with its requests and their results, and so each table after it, until the next full
 * collection. So a request whose id is a number, as most are, is at its id modulo the number of places.
 */
export class OpenById<T extends object> {
  #ids: number[] = Array.from({ length: firstCapacity }, () => 0);
  #placed: (T | undefined)[] = emptyPlaces(firstCapacity);
  #placedSize = 0;
  /** Those with other ids, and those whose place was taken. */
  readonly #others = new Map<unknown, T>();

  get size(): number {
    return this.#placedSize + this.#others.size;
  }

  /** @param id of a message of the other side, which may be anything */
  get(id: unknown): T | undefined {
    if (typeof id === "number") {
      const place = this.#placeOf(id);
      if (this.#ids[place] === id && this.#placed[place]) return this.#placed[place];
    }
    return this.#others.size === 0 ? undefined : this.#others.get(id);
  }

  /** @param id one under which nothing is open */
  add(id: RequestId, request: T): void {
    if (typeof id === "number") {
      if (2 * this.#placedSize >= this.#placed.length) this.#grow();
      const place = this.#placeOf(id);
      if (this.#placed[place] === undefined) return this.#put(place, id, request);
    }
    this.#others.set(id, request);
  }

  /** Removes a request and returns it. */
  take(id: RequestId): T | undefined {
    if (typeof id === "number") {
      const place = this.#placeOf(id);
      const request = this.#placed[place];
      if (request && this.#ids[place] === id) {
        this.#placed[place] = undefined;
        this.#placedSize -= 1;
        return request;
      }
    }
    const request = this.#others.get(id);
    this.#others.delete(id);
    return request;
  }

  /** Returns the requests that are open now. */
  all(): readonly T[] {
    return [...this.#placed.filter((request) => request !== undefined), ...this.#others.values()];
  }

  #placeOf(id: number): number {
    return id & (this.#placed.length - 1);
  }

  #put(place: number, id: number, request: T): void {
    this.#ids[place] = id;
    this.#placed[place] = request;
    this.#placedSize += 1;
  }

  #grow(): void {
    const [ids, placed] = [this.#ids, this.#placed];
    this.#placed = emptyPlaces(2 * placed.length);
    this.#ids = Array.from({ length: 2 * placed.length }, () => 0);
    this.#placedSize = 0;
    for (const [place, request] of placed.entries()) {
      // Ids that differ by a smaller power of two differ by the larger, too.
      if (request) this.#put(this.#placeOf(ids[place]!), ids[place]!, request);
    }
  }
}

function emptyPlaces(count: number): undefined[] {
  return Array.from({ length: count }, () => undefined);
}
