import { SharedTimer } from "../../net/shared-timer.js";
import type { OpenById } from "../../session/open-by-id.js";
import type { OpenRequest } from "./open-request.js";

/** Tells which of the open requests are due. */
export class Deadlines {
  readonly #open: OpenById<OpenRequest>;
  readonly #due: (request: OpenRequest) => void;
  readonly #timer = new SharedTimer((now) => this.#fire(now));

  constructor(open: OpenById<OpenRequest>, due: (request: OpenRequest) => void) {
    this.#open = open;
    this.#due = due;
  }

  /** Called for each new request. */
  add(request: OpenRequest): void {
    this.#timer.fireBy(request.dueAt);
    if (this.#open.size === 1) this.#timer.ref();
  }

  /** Called when no request is open any more. */
  rest(): void {
    this.#timer.unref();
  }

  close(): void {
    this.#timer.close();
  }

  #fire(now: number): number {
    let next = Infinity;
    for (const request of this.#open.all()) {
      if (request.dueAt <= now) this.#due(request);
      else if (request.dueAt < next) next = request.dueAt;
    }
    return next;
  }
}
