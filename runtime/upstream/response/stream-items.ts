import { EventReader } from "../../net/event-reader.js";
import { defined } from "../../protocol/defined.js";
import { jsonAnswer } from "./body-answer.js";
import { decoderOf, type Decoder } from "./decode-text.js";
import { jsonSequence, type MediaType } from "../../contract/media-type.js";
import type { Redactor } from "../../protocol/text/redactor.js";

/** An item of a stream, free of credentials. */
export interface StreamItem {
  readonly value: unknown;
  /** The item as received. */
  readonly text: string;
  /** The JSON text, when `value` can't hold all its integers exactly. */
  readonly source?: string;
}

/** Turns the bytes of a stream into items as they arrive. */
export class ItemReader {
  readonly #decoder: Decoder;
  readonly #feed: (text: string) => void;
  readonly #end: () => void;

  /**
   * @param kind `events`: the items of an event stream are whole events, as in OpenAPI 3.2; else their data
   * @see OpenAPI 3.2 Media Type Object, Sequential Media Types
   */
  constructor(
    type: MediaType,
    decoder: Decoder,
    kind: "events" | "items" | undefined,
    redactor: Redactor,
    emit: (item: StreamItem) => void,
  ) {
    this.#decoder = decoder;
    const emitText = textEmitter(redactor, emit);
    if (type.essence === "text/event-stream") {
      const events = new EventReader(({ event, id, data }) => {
        if (kind !== "events") return emitText(data);
        const value = {
          ...defined({
            event: event === undefined ? undefined : redactor.text(event),
            id: id === undefined ? undefined : redactor.text(id),
          }),
          data: redactor.text(data),
        };
        emit({ value, text: value.data });
      });
      this.#feed = (text) => events.feed(text);
      this.#end = () => {};
      return;
    }
    const mark = jsonSequence(type.essence) === "records" ? "\u001e" : "\n";
    // Joined once per record, so that many small chunks stay fast.
    let pieces: string[] = [];
    this.#feed = (text) => {
      const records = text.split(mark);
      const rest = records.pop() ?? "";
      for (const record of records) {
        emitText(pieces.join("") + record);
        pieces = [];
      }
      if (rest !== "") pieces.push(rest);
    };
    this.#end = () => emitText(pieces.join(""));
  }

  feed(bytes: Uint8Array): void {
    this.#feed(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Flushes a final item that has no terminator. (SSE discards an unterminated event.) */
  end(): void {
    this.#feed(this.#decoder.decode());
    this.#end();
  }
}

/** Returns the decoder of a stream. Server-sent events are always UTF-8, even if another charset is declared. */
export async function streamDecoder({ essence, charset }: MediaType): Promise<Decoder> {
  const label = essence === "text/event-stream" ? undefined : charset;
  return (label === undefined ? undefined : await decoderOf(label)) ?? new TextDecoder();
}

/** Items in a row that are not JSON, after which a stream is taken for one of text. */
const maxBroken = 1_000;

/**
 * Returns a function that emits an item: JSON if it parses, else text. Many APIs end a stream of JSON with `[DONE]`. A stream
 * may be millions of broken items, and each failure to parse costs much more than the item.
 */
function textEmitter(redactor: Redactor, emit: (item: StreamItem) => void): (text: string) => void {
  let broken = 0;
  return (text) => {
    const trimmed = text.trim();
    if (trimmed === "" || trimmed === "[DONE]") return;
    const redacted = redactor.text(trimmed);
    const json = broken < maxBroken ? jsonAnswer(200, trimmed, redactor) : undefined;
    if (!json) {
      broken += 1;
      return emit({ value: redacted, text: redacted });
    }
    broken = 0;
    const { value, source } = json;
    emit(source === undefined ? { value, text: redacted } : { value, text: redacted, source });
  };
}
