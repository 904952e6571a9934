import { StringDecoder } from "node:string_decoder";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";

/** A longer line is handed out in pieces, so that a server can't fill the memory. */
const longestLine = 16 * 1024;
/** How much of the end of the output goes into errors. */
const keptLines = 20;
const longestKept = 300;

/** Splits a server's standard error into lines, and keeps the last of them for errors. */
export class StderrLines {
  readonly #onLine: ((line: string) => void) | undefined;
  readonly #decoder = new StringDecoder("utf8");
  readonly #kept: string[] = [];
  #rest = "";

  /** @param onLine receives each line as the server wrote it */
  constructor(onLine?: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const text = this.#rest + this.#decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      this.#line(text.slice(start, end));
      start = end + 1;
    }
    this.#rest = text.slice(start);
    while (this.#rest.length > longestLine) {
      this.#line(this.#rest.slice(0, longestLine));
      this.#rest = this.#rest.slice(longestLine);
    }
  }

  end(): void {
    const last = this.#rest + this.#decoder.end();
    this.#rest = "";
    if (last !== "") this.#line(last);
  }

  /** Returns the last lines, indented and without effect on a terminal; "" if there are none. */
  tail(redact: (text: string) => string): string {
    const lines = [...this.#kept, this.#rest].filter((line) => line.trim() !== "");
    // Whole, since a credential may have several lines.
    return redact(lines.slice(-keptLines).join("\n"))
      .split("\n")
      .map((line) => (line === "" ? "" : `\n  ${shorten(escapeHidden(line))}`))
      .join("");
  }

  #line(text: string): void {
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    this.#kept.push(line);
    if (this.#kept.length > keptLines) this.#kept.shift();
    this.#onLine?.(line);
  }
}

function shorten(line: string): string {
  return line.length > longestKept ? `${line.slice(0, longestKept)}…` : line;
}
