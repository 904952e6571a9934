import type { HeaderFields, Outlet } from "./exchange.js";
import type { KeepAlive } from "./keep-alive.js";
import { maxUnreadBytes } from "./options.js";
import { safeFields } from "../access/safe-fields.js";
import { ReadingPace } from "../reading-pace.js";

/** Headers of an event stream; the last disables buffering in nginx. */
const streamFields: HeaderFields = {
  "content-type": "text/event-stream",
  ...safeFields,
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Writes server-sent events to one connection. @see WHATWG HTML, Server-sent events */
export class EventWriter {
  readonly #outlet: Outlet;
  readonly #keepAlive: KeepAlive;
  readonly #pace = new ReadingPace();
  #written = 0;
  #open = true;
  #closeListeners: (() => void)[] | undefined;

  constructor(outlet: Outlet, fields: HeaderFields, keepAlive: KeepAlive) {
    this.#outlet = outlet;
    this.#keepAlive = keepAlive;
    outlet.open({ ...fields, ...streamFields });
    keepAlive.add(this);
  }

  get open(): boolean {
    return this.#open;
  }

  /** Writes a message. JSON text has no line breaks, so it is one `data` line. */
  message(text: string, id?: string): void {
    const head = id === undefined ? "" : `id: ${id}\n`;
    this.#write(`event: message\n${head}data: ${text}\n\n`);
  }

  /** Writes an event of another type, such as `endpoint` of the HTTP+SSE transport. */
  event(type: string, data: string): void {
    this.#write(`event: ${type}\ndata: ${data}\n\n`);
  }

  /** Writes an event without a message, so that the client has an ID to resume from. */
  prime(id: string, retryMs: number): void {
    this.#write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
  }

  retry(retryMs: number): void {
    this.#write(`retry: ${retryMs}\n\n`);
  }

  /** Keeps the connection alive, unless its client has stopped to read. It may resume later. */
  comment(): void {
    if (!this.#open) return;
    if (!this.#pace.isTooSlow(this.#written, this.#outlet.unreadBytes)) {
      return this.#write(": keep-alive\n\n");
    }
    this.closed();
    this.#outlet.cut();
  }

  end(): void {
    if (!this.#open) return;
    this.closed();
    this.#outlet.end();
  }

  /** Called when the client has disconnected. */
  closed(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#keepAlive.delete(this);
    for (const listener of this.#closeListeners ?? []) listener();
  }

  /** Calls the listener once, when either side has ended the stream. */
  whenClosed(listener: () => void): void {
    (this.#closeListeners ??= []).push(listener);
  }

  #write(text: string): void {
    if (!this.#open) return;
    this.#written += text.length;
    // A client that does not read must not fill the memory; it may resume later.
    if (this.#outlet.unreadBytes > maxUnreadBytes) this.end();
    else this.#outlet.write(text);
  }
}

/** Sends an event stream with one message, or none, as a whole response. */
export function sendEvents(
  outlet: Outlet,
  fields: HeaderFields,
  keepAlive: KeepAlive,
  message: string | undefined,
): void {
  const writer = new EventWriter(outlet, fields, keepAlive);
  if (message !== undefined) writer.message(message);
  writer.end();
}
