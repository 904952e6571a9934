import type { OpenRequest } from "./open-request.js";
import type { OpenRequests } from "./open-requests.js";
import { longestTimerMs } from "./within.js";

/** Tells which of the open requests are due. One timer serves them all, because a timer for each costs more than its use. */
export class Deadlines {
  readonly #open: OpenRequests;
  readonly #due: (request: OpenRequest) => void;
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Infinity;

  constructor(open: OpenRequests, due: (request: OpenRequest) => void) {
    this.#open = open;
    this.#due = due;
  }

  /** Called for each new request. */
  add(request: OpenRequest): void {
    if (request.dueAt < this.#firesAt) this.#schedule(request.dueAt);
    // A process must not end while it waits for an answer.
    else if (this.#open.size === 1) this.#timer?.ref();
  }

  /** Called when no request is open any more. */
  rest(): void {
    this.#timer?.unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#firesAt = Infinity;
  }

  #schedule(at: number): void {
    clearTimeout(this.#timer);
    if (at === Infinity) return this.close();
    this.#firesAt = at;
    const wait = Math.min(longestTimerMs, Math.max(1, Math.ceil(at - performance.now())));
    this.#timer = setTimeout(() => this.#fire(), wait);
  }

  #fire(): void {
    this.#firesAt = Infinity;
    this.#timer = undefined;
    const now = performance.now();
    let next = Infinity;
    for (const request of this.#open.all()) {
      if (request.dueAt <= now) this.#due(request);
      else if (request.dueAt < next) next = request.dueAt;
    }
    // Whoever was told may have sent a request, which scheduled itself.
    if (next < this.#firesAt) this.#schedule(next);
  }
}
