import type { Reply as Answer } from "../../session/answer.js";
import type { Notify } from "../../session/incoming-request.js";
import { sendJson } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import type { HeaderFields, Outlet } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Accepted } from "./media-types.js";
import { Waiting, type Patience } from "./patience.js";

/** How the answer to a POST request gets out. */
export interface Reply {
  /** Sends what comes before the answer; absent when the client takes nothing but the answer. */
  readonly notify: Notify | undefined;
  /** Closes the connection while the answer goes on; absent where the client could not read on. */
  readonly disconnect?: (retryMs: number | undefined) => void;
  /** Sends the answer; undefined: the request was cancelled, and nothing is to be said. */
  finish(status: number, answer: Pick<Answer, "text" | "parts"> | undefined): void;
}

/** Shared by all answers of an endpoint. */
export interface StreamTimers {
  readonly keepAlive: KeepAlive;
  readonly patience: Patience;
}

/**
 * The choice between a JSON answer and an event stream, for one connection: a stream once there is something to say
 * before the answer, or once it takes long.
 */
export class ReplyStream extends Waiting implements Reply {
  readonly notify: Notify | undefined;
  readonly #outlet: Outlet;
  readonly #accepted: Accepted;
  readonly #timers: StreamTimers;
  readonly #onGone: (() => void) | undefined;
  #fields: HeaderFields;
  #writer: EventWriter | undefined;
  #settled = false;

  /** @param onGone called when the client leaves before the answer is out */
  constructor(
    outlet: Outlet,
    fields: HeaderFields,
    accepted: Accepted,
    timers: StreamTimers,
    onGone?: () => void,
  ) {
    super();
    this.#outlet = outlet;
    this.#fields = fields;
    this.#accepted = accepted;
    this.#timers = timers;
    this.#onGone = onGone;
    if (accepted.events) this.notify = (message) => this.#open().message(message);
    timers.patience.watch(this);
  }

  finish(status: number, answer: Pick<Answer, "text" | "parts"> | undefined): void {
    if (this.#settled) return;
    this.#settle();
    if (!answer) return this.#giveUp();
    if (!this.#writer && this.#accepted.json) {
      return sendJson(this.#outlet, status, this.#fields, answer.parts ?? answer.text);
    }
    const writer = this.#open();
    writer.message(answer.text);
    writer.end();
  }

  /** Adds to the headers of the answer. */
  addField(name: string, value: string): void {
    this.#fields = { ...this.#fields, [name]: value };
  }

  override pending(): void {
    this.#outlet.onClose = () => {
      this.#writer?.closed();
      this.#leave();
    };
  }

  override tookLong(): void {
    if (this.#accepted.events) this.#open();
  }

  #settle(): void {
    this.#settled = true;
    this.#timers.patience.forget(this);
  }

  /** The client is gone, or was cut off because it does not read. */
  #leave(): void {
    if (this.#settled) return;
    this.#settle();
    this.#onGone?.();
  }

  #giveUp(): void {
    if (this.#writer) this.#writer.end();
    // Its sender cancelled it and waits for nothing; the connection must be freed all the same.
    else this.#outlet.send(202, this.#fields);
  }

  #open(): EventWriter {
    if (this.#writer) return this.#writer;
    const writer = new EventWriter(this.#outlet, this.#fields, this.#timers.keepAlive);
    writer.whenClosed(() => this.#leave());
    return (this.#writer = writer);
  }
}
