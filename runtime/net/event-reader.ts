export interface StreamEvent {
  readonly event?: string;
  readonly id?: string;
  readonly data: string;
}

/** What a client of a stream that can be resumed must know besides the events. */
export interface StreamNotes {
  /** The server's choice of how long to wait before connecting again, in milliseconds. */
  retry?(ms: number): void;
  /** The id to resume after, also of an event that has no data. */
  lastId?(id: string): void;
}

/**
 * Reads server-sent events. The time grows with the length of the text, however it is cut into chunks and lines, and a line
 * that means nothing costs no more than the search for its end: an API may send millions of them.
 *
 * @see WHATWG HTML, Server-sent events, Interpreting an event stream
 */
export class EventReader {
  readonly #emit: (event: StreamEvent) => void;
  readonly #notes: StreamNotes;
  readonly #mostChars: number;
  /** Length of what is kept of the event that has not ended. */
  #kept = 0;
  /** The beginning of a line whose end has not arrived. */
  #pieces: string[] = [];
  /** The last chunk ended with a carriage return; a line feed may belong to it. */
  #endsWithReturn = false;
  #event: string | undefined;
  #id: string | undefined;
  #data: string[] = [];

  /** @param mostChars how long an event may be; default: without limit */
  constructor(
    emit: (event: StreamEvent) => void,
    notes: StreamNotes = {},
    mostChars: number = Infinity,
  ) {
    this.#emit = emit;
    this.#notes = notes;
    this.#mostChars = mostChars;
  }

  /** @throws RangeError for an event that is too long */
  feed(text: string): void {
    if (text === "") return;
    let from = this.#endsWithReturn && text.startsWith("\n") ? 1 : 0;
    let feed = text.indexOf("\n", from);
    let cr = text.indexOf("\r", from);
    while (feed !== -1 || cr !== -1) {
      const end = cr === -1 || (feed !== -1 && feed < cr) ? feed : cr;
      this.#line(this.#completed(text.slice(from, end)));
      from = end === cr && feed === cr + 1 ? end + 2 : end + 1;
      if (feed !== -1 && feed < from) feed = text.indexOf("\n", from);
      if (cr !== -1 && cr < from) cr = text.indexOf("\r", from);
    }
    this.#endsWithReturn = text.endsWith("\r");
    if (from < text.length) this.#keep(this.#pieces, text.slice(from));
  }

  #keep(list: string[], text: string): void {
    this.#kept += text.length + 1;
    if (this.#kept > this.#mostChars) throw new RangeError("An event is too long.");
    list.push(text);
  }

  #completed(end: string): string {
    if (this.#pieces.length === 0) return end;
    const line = this.#pieces.join("") + end;
    this.#kept -= line.length - end.length + this.#pieces.length;
    this.#pieces = [];
    return line;
  }

  #line(line: string): void {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    if (field === "data") this.#keep(this.#data, valueOf(line, colon));
    else if (field === "event") this.#event = valueOf(line, colon) || undefined;
    else if (field === "id") {
      const id = valueOf(line, colon);
      if (!id.includes("\0")) this.#id = id;
    } else if (field === "retry") {
      const ms = valueOf(line, colon);
      if (/^\d{1,15}$/.test(ms)) this.#notes.retry?.(Number(ms));
    }
  }

  #dispatch(): void {
    const data = this.#data;
    const event = this.#event;
    const id = this.#id;
    this.#event = undefined;
    this.#id = undefined;
    this.#kept = 0;
    if (id !== undefined) this.#notes.lastId?.(id);
    if (data.length === 0) return;
    this.#data = [];
    this.#emit({
      ...(event !== undefined && { event }),
      ...(id !== undefined && { id }),
      data: data.join("\n"),
    });
  }
}

function valueOf(line: string, colon: number): string {
  if (colon === -1) return "";
  return line.slice(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
}
