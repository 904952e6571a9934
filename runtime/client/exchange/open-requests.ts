import type { RequestId } from "../../protocol/json-rpc.js";
import type { OpenRequest } from "./open-request.js";

const firstCapacity = 64;

/**
 * The requests without a response, by id.
 *
 * A `Map` would cost half of a call: it moves to a new table after every few dozen requests, and V8 keeps a former table
 * that has aged, with its requests and their results, and so each table after it, until the next full collection.
 */
export class OpenRequests {
  /** A request is at its id modulo their number, a power of two. */
  #slots: (OpenRequest | undefined)[] = emptySlots(firstCapacity);
  #size = 0;
  #lastId = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns an id that was not used before. */
  nextId(): number {
    if (2 * this.#size >= this.#slots.length) this.#grow();
    const last = this.#slots.length - 1;
    // The place may be that of a request that stays open for long.
    do this.#lastId += 1;
    while (this.#slots[this.#lastId & last] !== undefined);
    return this.#lastId;
  }

  /** @param request with an id of `nextId`, which has returned no other since */
  add(request: OpenRequest): void {
    this.#slots[this.#placeOf(request.sent.id)] = request;
    this.#size += 1;
  }

  /** @param id of a message of the server, which may be anything */
  get(id: unknown): OpenRequest | undefined {
    if (typeof id !== "number") return undefined;
    const request = this.#slots[this.#placeOf(id)];
    return request?.sent.id === id ? request : undefined;
  }

  /** Removes a request and returns it. */
  take(id: RequestId): OpenRequest | undefined {
    const request = this.get(id);
    if (!request) return undefined;
    this.#slots[this.#placeOf(id)] = undefined;
    this.#size -= 1;
    return request;
  }

  /** Returns the requests that are open now. */
  all(): readonly OpenRequest[] {
    return this.#slots.filter((request) => request !== undefined);
  }

  #placeOf(id: RequestId): number {
    return (id as number) & (this.#slots.length - 1);
  }

  #grow(): void {
    const all = this.all();
    this.#slots = emptySlots(2 * this.#slots.length);
    for (const request of all) this.#slots[this.#placeOf(request.sent.id)] = request;
  }
}

function emptySlots(count: number): undefined[] {
  return Array.from({ length: count }, () => undefined);
}
