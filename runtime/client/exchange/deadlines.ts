import { SharedTimer } from "../../net/shared-timer.js";
import type { OpenById } from "../../session/open-by-id.js";
import type { OpenRequest } from "./open-request.js";

/** Tells which of the open requests are due. */
export class Deadlines {
  readonly #open: OpenById<OpenRequest>;
  readonly #timer: SharedTimer<OpenRequest>;

  constructor(open: OpenById<OpenRequest>, due: (request: OpenRequest) => void) {
    this.#open = open;
    this.#timer = new SharedTimer(() => open.all(), due);
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
}
