import type { Reply as Answer } from "../../session/answer.js";
import type { Notify } from "../../session/incoming-request.js";
import { sendJson } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import type { HeaderFields, Outlet } from "./exchange.js";
import type { LiveSession } from "./live-session.js";
import type { Accepted } from "./media-types.js";
import { Waiting } from "./patience.js";
import type { Reply, StreamTimers } from "./reply-stream.js";
import type { SessionStream } from "./session-stream.js";

/** The choice between a JSON answer and an event stream, in a session: there the stream outlives the connection. */
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
    timers.patience.watch(this);
    if (!accepted.events) return;
    this.notify = (message) => this.#open().send(message);
    // Without an event that has an id there is nothing to come back with, and older clients choke on an empty one.
    if (live.session.protocolVersion >= "2025-11-25") {
      this.disconnect = (retryMs) => this.#open().disconnect(retryMs ?? live.retryMs);
    }
  }

  finish(status: number, answer: Pick<Answer, "text" | "parts"> | undefined): void {
    this.#timers.patience.forget(this);
    if (!answer) {
      // Its sender cancelled it and waits for nothing; the connection must be freed all the same.
      if (this.#stream) this.#stream.end();
      else this.#outlet.send(202, this.#fields);
      return;
    }
    if (!this.#stream && this.#accepted.json) {
      return sendJson(this.#outlet, status, this.#fields, answer.parts ?? answer.text);
    }
    const stream = this.#open();
    stream.send(answer.text);
    stream.end();
  }

  /** Whoever leaves may come back for the answer. */
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
