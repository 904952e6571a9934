import assert from "node:assert/strict";

/** One server-sent event. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads the events of a response one by one. Comments count as events named `:`. */
export class SseReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response) {
    assert.equal(response.headers.get("content-type"), "text/event-stream");
    assert.ok(response.body);
    this.#reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  }

  /** @returns undefined at the end of the stream */
  async next(): Promise<ServerSentEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end !== -1) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return readBlock(block);
      }
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  /** Returns the next event's data, parsed. */
  async message<T>(): Promise<T> {
    const event = await this.next();
    assert.equal(event?.event, "message");
    return JSON.parse(event?.data ?? "") as T;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel();
  }
}

function readBlock(block: string): ServerSentEvent {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith(":")) event = ":";
    else if (line.startsWith("event: ")) event = line.slice(7);
    else if (line.startsWith("data: ")) data.push(line.slice(6));
  }
  return { event, data: data.join("\n") };
}
