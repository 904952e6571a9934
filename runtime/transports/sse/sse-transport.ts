import type { Receiver, Transport } from "../../session/transport.js";
import type { EventWriter } from "../http/event-writer.js";

/** One session of HTTP+SSE: what it sends are events of one long response, what it gets are bodies of requests. */
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

  /** Takes a message that the client has posted. */
  deliver(text: string): void {
    this.#receiver?.message(text);
  }

  send(text: string): void {
    if (!this.#events.open) return;
    this.#events.message(text);
    // Who does not read what was sent before is cut off.
    if (!this.#events.open) this.#receiver?.close();
  }

  /** The client no longer reads: that ends the session. @see MCP 2024-11-05, Transports, HTTP with SSE */
  disconnected(): void {
    this.#events.closed();
    this.#receiver?.close();
  }

  /** Takes no more messages; ends when the open ones are answered. */
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
