import type { Notify } from "../../session/incoming-request.js";
import { sendJson } from "./answers.js";
import { EventWriter } from "./event-writer.js";
import type { HeaderFields, Outlet } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";
import type { Accepted } from "./media-types.js";
import type { Patience, Waiting } from "./patience.js";

/** How the answer to a POST request gets out. */
export interface Reply {
  /** Sends what comes before the answer; absent when the client takes nothing but the answer. */
  readonly notify: Notify | undefined;
  /** Closes the connection while the answer goes on; absent where the client could not read on. */
  readonly disconnect?: (retryMs: number | undefined) => void;
  finish(status: number, text: string): void;
  /** The request was cancelled: nothing more is sent. */
  abandon(): void;
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
export class ReplyStream implements Reply, Waiting {
  readonly notify: Notify | undefined;
  readonly #outlet: Outlet;
  #fields: HeaderFields;
  readonly #timers: StreamTimers;
  readonly #takesJson: boolean;
  #writer: EventWriter | undefined;

  constructor(outlet: Outlet, fields: HeaderFields, accepted: Accepted, timers: StreamTimers) {
    this.#outlet = outlet;
    this.#fields = fields;
    this.#timers = timers;
    this.#takesJson = accepted.json;
    if (accepted.events) {
      this.notify = (message) => this.#open().message(message);
      timers.patience.watch(this);
    }
  }

  finish(status: number, text: string): void {
    this.#timers.patience.forget(this);
    if (!this.#writer && this.#takesJson) {
      return sendJson(this.#outlet, status, this.#fields, text);
    }
    const writer = this.#open();
    writer.message(text);
    writer.end();
  }

  abandon(): void {
    this.#timers.patience.forget(this);
    if (this.#writer) this.#writer.end();
    // Its sender cancelled it and waits for nothing; the connection must be freed all the same.
    else this.#outlet.send(202, this.#fields);
  }

  /** Adds to the headers of the answer. */
  addField(name: string, value: string): void {
    this.#fields = { ...this.#fields, [name]: value };
  }

  /** Somebody else sends the answer. */
  drop(): void {
    this.#timers.patience.forget(this);
  }

  tookLong(): void {
    this.#open();
  }

  /** The client is gone. */
  closed(): void {
    this.#timers.patience.forget(this);
    this.#writer?.closed();
  }

  #open(): EventWriter {
    this.#writer ??= new EventWriter(this.#outlet, this.#fields, this.#timers.keepAlive);
    return this.#writer;
  }
}
