/** Server-sent events as a client reads them. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */

export interface SseEvent {
  /** Default: `message`. */
  readonly event: string;
  readonly data: string;
  /** Absent if the event sets none. */
  readonly id?: string;
  readonly retry?: number;
  /** Comment lines in the event. */
  readonly comments: readonly string[];
}

/** Splits a stream's text into events. Events without data are included, because they may carry an id or a `retry`. */
export class SseParser {
  #rest = "";
  #fields: [name: string, value: string][] = [];

  /** @returns the events that this piece of text completes */
  push(text: string): SseEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    const events: SseEvent[] = [];
    for (const line of lines) {
      if (line !== "") {
        const colon = line.indexOf(":");
        const name = colon === -1 ? line : line.slice(0, colon);
        this.#fields.push([name, colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "")]);
      } else if (this.#fields.length > 0) {
        events.push(eventOf(this.#fields));
        this.#fields = [];
      }
    }
    return events;
  }
}

function eventOf(fields: readonly [name: string, value: string][]): SseEvent {
  const all = (name: string) => fields.filter((each) => each[0] === name).map((each) => each[1]);
  const id = all("id").at(-1);
  const retry = all("retry").at(-1);
  return {
    event: all("event").at(-1) ?? "message",
    data: all("data").join("\n"),
    comments: all(""),
    ...(id !== undefined && { id }),
    ...(retry !== undefined && /^\d+$/.test(retry) && { retry: Number(retry) }),
  };
}

export async function* sseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SseEvent> {
  const parser = new SseParser();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of body) yield* parser.push(decoder.decode(chunk, { stream: true }));
}
