import type { Notify } from "../../session/incoming-request.js";
import { sendReply, type Sent } from "./answers.js";
import { EventWriter, sendEvents } from "./event-writer.js";
import type { HeaderFields, Outlet } from "./exchange.js";
import type { LiveSession } from "./live-session.js";
import type { Accepted } from "./media-types.js";
import { Waiting } from "./patience.js";
import type { Reply, StreamTimers } from "./reply-stream.js";
import type { SessionStream } from "./session-stream.js";

/** Chooses between a JSON answer and an event stream in a session, where a stream outlives its connection. */
export class SessionReply extends Waiting implements Reply {
  readonly notify: Notify | undefined;
  readonly disconnect?: (retryMs: number | undefined) => void;
  readonly #live: LiveSession;
  readonly #outlet: Outlet;
  readonly #fields: HeaderFields;
  readonly #accepted: Accepted;
  readonly #timers: StreamTimers;
  #stream: SessionStream | undefined;

  constructor(
    live: LiveSession,
    outlet: Outlet,
    fields: HeaderFields,
    accepted: Accepted,
    timers: StreamTimers,
  ) {
    super();
    this.#live = live;
    this.#outlet = outlet;
    this.#fields = fields;
    this.#accepted = accepted;
    this.#timers = timers;
    if (!accepted.events) return;
    this.notify = (message) => this.#open().send(message);
    // A client can resume only after an event with an ID, and older clients can't parse the empty event that has one.
    if (live.session.protocolVersion >= "2025-11-25") {
      this.disconnect = (retryMs) => this.#open().disconnect(retryMs ?? live.retryMs);
    }
  }

  watch(): void {
    this.#timers.patience.watch(this);
  }

  finish(status: number, answer: Sent | undefined): void {
    this.#timers.patience.forget(this);
    if (this.#stream) {
      if (answer) this.#stream.send(answer.text);
      return this.#stream.end();
    }
    if (answer && this.#accepted.json) {
      return sendReply(this.#outlet, status, this.#fields, answer);
    }
    // There is nothing to resume without an answer, or after the session.
    if (!answer || this.#live.endReason !== undefined) {
      return sendEvents(this.#outlet, this.#fields, this.#timers.keepAlive, answer?.text);
    }
    const stream = this.#open();
    stream.send(answer.text);
    stream.end();
  }

  /** Does nothing: a client that disconnects may resume to get the answer. */
  override pending(): void {}

  override tookLong(): void {
    if (this.#accepted.events) this.#open();
  }

  #open(): SessionStream {
    if (this.#stream) return this.#stream;
    const writer = new EventWriter(this.#outlet, this.#fields, this.#timers.keepAlive);
    this.#outlet.onClose = () => writer.closed();
    this.#stream = this.#live.openStream(writer);
    return this.#stream;
  }
}
