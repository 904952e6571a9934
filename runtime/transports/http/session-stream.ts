import type { Log } from "../../protocol/log.js";
import type { Bus, EventStore } from "../../state/state.js";
import type { EventWriter } from "./event-writer.js";

export interface StreamContext {
  readonly session: string;
  readonly share: string;
  readonly events: EventStore;
  readonly bus: Bus;
  readonly log: Log;
}

/** Messages to other processes about a stream. */
export type StreamNews =
  | { readonly id: string; readonly message: string }
  | { readonly end: true }
  /** The answer of the process that writes the stream, if it is asked. */
  | { readonly alive: true };

export function streamChannel(session: string, stream: string): string {
  return `stream:${session}:${stream}`;
}

/**
 * An event stream of a session. It outlives its connections: messages sent without one are read later.
 *
 * @see MCP 2025-11-25, Transports, Resumability and Redelivery
 */
export class SessionStream {
  readonly id: string;
  readonly #context: StreamContext;
  readonly #onEnd: () => void;
  /** Runs one step at a time, because IDs must rise in the order of the messages. */
  #queue: Promise<void> = Promise.resolve();
  #writer: EventWriter | undefined;
  #ended = false;

  constructor(id: string, context: StreamContext, onEnd: () => void) {
    this.id = id;
    this.#context = context;
    this.#onEnd = onEnd;
  }

  /** True while a client reads. */
  get attached(): boolean {
    return this.#writer?.open === true;
  }

  /** Continues on this connection. */
  attach(writer: EventWriter): void {
    if (this.#writer !== writer) this.#writer?.end();
    this.#writer = writer;
    // Release a closed connection, since the stream may live much longer.
    writer.whenClosed(() => {
      if (this.#writer === writer) this.#writer = undefined;
    });
    if (this.#ended) writer.end();
  }

  /** Gives the client an ID to resume from. */
  prime(retryMs: number): void {
    this.#then(async ({ session, share, events }) => {
      const id = await events.append(session, this.id, "", share);
      this.#writer?.prime(id, retryMs);
    });
  }

  send(message: string): void {
    this.#then(async ({ session, share, events, bus }) => {
      // An answer that comes after the end of the session must not be kept for it.
      if (this.#ended) return;
      let id: string | undefined;
      try {
        id = await events.append(session, this.id, message, share);
        const news: StreamNews = { id, message };
        bus.publish(streamChannel(session, this.id), JSON.stringify(news));
      } finally {
        this.#writer?.message(message, id);
      }
    });
  }

  /** Continues on this connection, after the last event that the client has received. */
  resume(writer: EventWriter, lastEventId: string): void {
    this.#then(async ({ session, events }) => {
      const missed = await events.after(session, lastEventId);
      for (const { id, message } of missed?.events ?? []) {
        if (message !== "") writer.message(message, id);
      }
      this.attach(writer);
    });
  }

  /** Closes the connection, not the stream. */
  disconnect(retryMs: number): void {
    this.#then(() => {
      this.#writer?.retry(retryMs);
      this.#writer?.end();
      this.#writer = undefined;
    });
  }

  end(): void {
    this.#then(async ({ session, events, bus }) => {
      if (this.#ended) return;
      this.#ended = true;
      this.#onEnd();
      this.#writer?.end();
      await events.end(session, this.id);
      bus.publish(streamChannel(session, this.id), JSON.stringify({ end: true }));
    });
  }

  #then(step: (context: StreamContext) => void | Promise<void>): void {
    this.#queue = this.#queue
      .then(() => step(this.#context))
      .catch((error: unknown) =>
        this.#context.log.error("An event stream could not be saved", error),
      );
  }
}
