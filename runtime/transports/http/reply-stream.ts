import type { Notify } from "../../session/incoming-request.js";
import { sendReply, type Sent } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import type { HeaderFields, Outlet } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Accepted } from "./media-types.js";
import { Waiting, type Patience } from "./patience.js";

/** Sends the answer to a POST request. */
export interface Reply {
  /** Sends a message before the answer; absent when the client does not accept event streams. */
  readonly notify: Notify | undefined;
  /** Closes the connection before the answer is ready; absent when the client could not resume. */
  readonly disconnect?: (retryMs: number | undefined) => void;
  /** Called when the answer must be waited for. */
  watch(): void;
  /** Sends the answer; undefined means that the request was cancelled and has none, only an empty event stream. */
  finish(status: number, answer: Sent | undefined): void;
}

/** Shared by all answers of an endpoint. */
export interface StreamTimers {
  readonly keepAlive: KeepAlive;
  readonly patience: Patience;
}

/**
 * Chooses between a JSON answer and an event stream, for one connection. Opens a stream when a message precedes the
 * answer, or when the answer takes long.
 */
export class ReplyStream extends Waiting implements Reply {
  readonly notify: Notify | undefined;
  readonly #outlet: Outlet;
  readonly #accepted: Accepted;
  readonly #timers: StreamTimers;
  #onGone: (() => void) | undefined;
  #fields: HeaderFields;
  #writer: EventWriter | undefined;
  #settled = false;

  /** @param onGone called when the client disconnects before the answer is sent */
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
  }

  watch(): void {
    // The client may have left while the handler ran.
    if (!this.#settled) this.#timers.patience.watch(this);
  }

  finish(status: number, answer: Sent | undefined): void {
    if (this.#settled) return;
    this.#settle();
    if (answer && !this.#writer && this.#accepted.json) {
      return sendReply(this.#outlet, status, this.#fields, answer);
    }
    const writer = this.#open();
    if (answer) writer.message(answer.text);
    writer.end();
  }

  /** Adds a header to the answer or, without a value, removes it. Has no effect once a stream is open. */
  setField(name: string, value: string | undefined): void {
    const { [name]: _, ...others } = this.#fields;
    this.#fields = value === undefined ? others : { ...others, [name]: value };
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
    // The connection may keep this while the client reads a long answer: without the call and its values.
    this.#onGone = undefined;
    this.#timers.patience.forget(this);
  }

  /** Called when the client has disconnected, or was disconnected because it does not read. */
  #leave(): void {
    if (this.#settled) return;
    const onGone = this.#onGone;
    this.#settle();
    onGone?.();
  }

  #open(): EventWriter {
    if (this.#writer) return this.#writer;
    const writer = new EventWriter(this.#outlet, this.#fields, this.#timers.keepAlive);
    writer.whenClosed(() => this.#leave());
    return (this.#writer = writer);
  }
}
