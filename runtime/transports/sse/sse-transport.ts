import type { Receiver, Transport } from "../../session/transport.js";
import type { EventWriter } from "../http/event-writer.js";

/** One session of HTTP+SSE. Sends events in one long response, and receives the bodies of POST requests. */
export class SseTransport implements Transport {
  readonly network = { transport: "tcp", protocol: "http" } as const;
  readonly #events: EventWriter;
  #receiver: Receiver | undefined;

  constructor(events: EventWriter) {
    this.#events = events;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    if (!this.#events.open) receiver.close();
  }

  /** Receives a message that the client has posted. */
  deliver(text: string): void {
    this.#receiver?.message(text);
  }

  send(text: string): void {
    if (!this.#events.open) return;
    this.#events.message(text);
    // The writer ends when the client does not read.
    if (!this.#events.open) this.#receiver?.close();
  }

  /** Ends the session, because the client has disconnected. @see MCP 2024-11-05, Transports, HTTP with SSE */
  disconnected(): void {
    this.#events.closed();
    this.#receiver?.close();
  }

  /** Accepts no more messages, and ends when open requests are answered. */
  leave(): void {
    this.#receiver?.end();
  }

  /** Ends at once. */
  shut(): void {
    this.#receiver?.close();
  }

  close(): Promise<void> {
    this.#events.end();
    return Promise.resolve();
  }
}
