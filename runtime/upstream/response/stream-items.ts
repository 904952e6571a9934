import { defined } from "../../protocol/defined.js";
import { createParser } from "eventsource-parser";
import { jsonAnswer } from "./body-answer.js";
import { jsonSequence, type MediaType } from "../../contract/media-type.js";
import type { Redactor } from "../redactor.js";

/** One item of a stream, free of credentials. */
export interface StreamItem {
  readonly value: unknown;
  /** As it came. */
  readonly text: string;
  /** Its text, when its value can't hold all digits of its integers. */
  readonly source?: string;
}

/** Turns the bytes of a stream into items as they come. */
export class ItemReader {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #feed: (text: string) => void;
  readonly #end: () => void;

  /**
   * @param kind `events`: items of an event stream are its events, as OpenAPI 3.2 has them; else their data
   * @see OpenAPI 3.2 Media Type Object, Sequential Media Types
   */
  constructor(
    type: MediaType,
    kind: "events" | "items" | undefined,
    redactor: Redactor,
    take: (item: StreamItem) => void,
  ) {
    this.#decoder = decoderOf(type);
    if (type.essence === "text/event-stream") {
      const parser = createParser({
        onEvent: ({ event, id, data }) => {
          if (kind !== "events") return takeText(data, redactor, take);
          const value = {
            ...defined({
              event: event === undefined ? undefined : redactor.text(event),
              id: id === undefined ? undefined : redactor.text(id),
            }),
            data: redactor.text(data),
          };
          take({ value, text: value.data });
        },
      });
      this.#feed = (text) => parser.feed(text);
      this.#end = () => {};
      return;
    }
    const mark = jsonSequence(type.essence) === "records" ? "\u001e" : "\n";
    // Pieces of a record are joined once, however many it comes in.
    let pieces: string[] = [];
    this.#feed = (text) => {
      const records = text.split(mark);
      const rest = records.pop() ?? "";
      for (const record of records) {
        takeText(pieces.join("") + record, redactor, take);
        pieces = [];
      }
      if (rest !== "") pieces.push(rest);
    };
    this.#end = () => takeText(pieces.join(""), redactor, take);
  }

  feed(bytes: Uint8Array): void {
    this.#feed(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Takes what comes without an end of its own. An event that does is none. */
  end(): void {
    this.#feed(this.#decoder.decode());
    this.#end();
  }
}

function decoderOf({ essence, charset = "utf-8" }: MediaType): InstanceType<typeof TextDecoder> {
  try {
    // Server-sent events are UTF-8, whatever is said of them.
    return new TextDecoder(essence === "text/event-stream" ? "utf-8" : charset);
  } catch {
    return new TextDecoder();
  }
}

/** An item of JSON; one that is none is a text. `[DONE]` is how many APIs end a stream of JSON. */
function takeText(text: string, redactor: Redactor, take: (item: StreamItem) => void): void {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "[DONE]") return;
  const shown = redactor.text(trimmed);
  const json = jsonAnswer(200, trimmed, redactor);
  if (!json) return take({ value: shown, text: shown });
  const { value, source } = json;
  take({ value, text: shown, ...defined({ source }) });
}
