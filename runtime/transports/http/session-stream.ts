import type { Log } from "../../protocol/log.js";
import type { Bus, EventStore } from "../../state/state.js";
import type { EventWriter } from "./event-writer.js";

export interface StreamPlace {
  readonly session: string;
  readonly events: EventStore;
  readonly bus: Bus;
  readonly log: Log;
}

/** What other processes hear of a stream. */
export type StreamNews = { readonly id: string; readonly message: string } | { readonly end: true };

export function streamChannel(session: string, stream: string): string {
  return `stream:${session}:${stream}`;
}

/**
 * An event stream of a session, which outlives its connections: what is sent while there is none is read later.
 *
 * @see MCP 2025-11-25, Transports, Resumability and Redelivery
 */
export class SessionStream {
  readonly id: string;
  readonly #place: StreamPlace;
  readonly #onEnd: () => void;
  /** One thing after the other: ids must rise in the order of the messages. */
  #queue: Promise<void> = Promise.resolve();
  #writer: EventWriter | undefined;
  #ended = false;

  constructor(id: string, place: StreamPlace, onEnd: () => void) {
    this.id = id;
    this.#place = place;
    this.#onEnd = onEnd;
  }

  /** True while a client reads. */
  get attached(): boolean {
    return this.#writer?.open === true;
  }

  /** Goes on over this connection, from now on. */
  attach(writer: EventWriter): void {
    if (this.#writer !== writer) this.#writer?.end();
    this.#writer = writer;
    // What is left of a connection must not stay as long as the stream does.
    writer.whenClosed(() => {
      if (this.#writer === writer) this.#writer = undefined;
    });
    if (this.#ended) writer.end();
  }

  /** Gives the client an id to come back with. */
  prime(retryMs: number): void {
    this.#then(async ({ session, events }) => {
      const id = await events.append(session, this.id, "");
      this.#writer?.prime(id, retryMs);
    });
  }

  send(message: string): void {
    this.#then(async ({ session, events, bus }) => {
      let id: string | undefined;
      try {
        id = await events.append(session, this.id, message);
        const news: StreamNews = { id, message };
        bus.publish(streamChannel(session, this.id), JSON.stringify(news));
      } finally {
        this.#writer?.message(message, id);
      }
    });
  }

  /** Goes on over this connection, after the event that the client has seen last. */
  resume(writer: EventWriter, lastEventId: string): void {
    this.#then(async ({ session, events }) => {
      const missed = await events.after(session, lastEventId);
      for (const { id, message } of missed?.events ?? []) {
        if (message !== "") writer.message(message, id);
      }
      this.attach(writer);
    });
  }

  /** Closes the connection; the stream goes on. */
  disconnect(retryMs: number): void {
    this.#then(() => {
      this.#writer?.retry(retryMs);
      this.#writer?.end();
      this.#writer = undefined;
    });
  }

  /** Nothing more will be sent. */
  end(): void {
    this.#then(async ({ session, events, bus }) => {
      this.#ended = true;
      this.#onEnd();
      this.#writer?.end();
      await events.end(session, this.id);
      bus.publish(streamChannel(session, this.id), JSON.stringify({ end: true }));
    });
  }

  #then(step: (place: StreamPlace) => void | Promise<void>): void {
    this.#queue = this.#queue
      .then(() => step(this.#place))
      .catch((error: unknown) => this.#place.log.error("An event stream could not be kept", error));
  }
}
