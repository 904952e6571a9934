import { EventReader } from "../../../net/event-reader.js";

/** Reads a stream of messages that may come over several connections. */
export class EventFeed {
  readonly #limit: number;
  readonly #message: (text: string) => void;
  readonly #other: ((name: string, data: string) => void) | undefined;
  #reader: EventReader | undefined;
  #decoder = new TextDecoder();
  /** The id of the last event, after which the stream can be resumed. */
  lastId: string | undefined;
  /** How long the server wants the client to wait before it connects again. */
  retryMs: number | undefined;
  /** Whether this connection brought a message. */
  hadMessage = false;
  /** Whether this connection brought something that says how to go on: an id or a time to wait. */
  hadNotes = false;

  /**
   * @param limit most characters of an event
   * @param message called for each message
   * @param other called for each event of another name
   */
  constructor(
    limit: number,
    message: (text: string) => void,
    other?: (name: string, data: string) => void,
  ) {
    this.#limit = limit;
    this.#message = message;
    this.#other = other;
  }

  /** Begins a connection. */
  begin(): void {
    this.hadMessage = this.hadNotes = false;
    this.#decoder = new TextDecoder();
    const notes = {
      lastId: (id: string) => {
        // An empty one says that the stream can't be resumed.
        this.hadNotes ||= id !== this.lastId;
        this.lastId = id === "" ? undefined : id;
      },
      retry: (ms: number) => {
        this.hadNotes = true;
        this.retryMs = ms;
      },
    };
    this.#reader = new EventReader(
      ({ event = "message", data }) => {
        if (event !== "message") return this.#other?.(event, data);
        // The first event of a stream may hold nothing but an id. @see MCP 2025-11-25, Transports, Sending Messages
        if (data === "") return;
        this.hadMessage = true;
        this.#message(data);
      },
      notes,
      this.#limit,
    );
  }

  /** @throws RangeError for an event beyond the limit */
  feed(bytes: Uint8Array): void {
    this.#reader?.feed(this.#decoder.decode(bytes, { stream: true }));
  }
}
