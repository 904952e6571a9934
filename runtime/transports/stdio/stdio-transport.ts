import type { Readable, Writable } from "node:stream";
import { atLeast } from "../../protocol/limits/check-limit.js";
import type { Receiver, Transport } from "../../session/transport.js";
import { LineSplitter } from "./line-splitter.js";
import { takeStdout, type WriteStdout } from "./take-stdout.js";

/** Limits of a connection over standard input and output. */
export interface StdioOptions {
  /** Default `process.stdin`. */
  readonly input?: Readable;
  /** Default `process.stdout`; then other writes to it go to standard error. */
  readonly output?: Writable;
  /** Maximum length of a line in bytes; default 10 MiB. */
  readonly maxLineBytes?: number;
}

const defaultMaxLineBytes = 10 * 1024 * 1024;
/** Number of characters to gather before a write. The client reads the first answers while later ones are made. */
const maxGathered = 2 * 1024;
/** With more unread than this the connection is closed. It is generous, as the client started the server. */
const maxStdoutBacklog = 64 * 1024 * 1024;

/** Sends and receives one message per line, in UTF-8. @see MCP 2026-07-28, Transports, stdio */
export class StdioTransport implements Transport {
  readonly network = { transport: "pipe" } as const;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #write: WriteStdout;
  readonly #giveBack: () => void;
  readonly #maxLineBytes: number;
  #receiver: Receiver | undefined;
  /** Lines that will be written together. */
  #gathered = "";

  constructor(options: StdioOptions = {}) {
    this.#input = options.input ?? process.stdin;
    this.#maxLineBytes = atLeast(1, "maxLineBytes", options.maxLineBytes ?? defaultMaxLineBytes);
    if (options.output) {
      const output = options.output;
      this.#output = output;
      this.#write = (text, encoding, done) => output.write(text, encoding, done);
      this.#giveBack = () => {};
    } else {
      const taken = takeStdout();
      this.#output = process.stdout;
      this.#write = taken.write;
      this.#giveBack = taken.giveBack;
    }
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    const lines = new LineSplitter(this.#maxLineBytes, {
      line: (text) => receiver.message(text),
      tooLong: () => receiver.tooLong(this.#maxLineBytes),
    });
    this.#input.on("data", (chunk: Buffer | string) => {
      lines.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    });
    this.#input.once("end", () => {
      lines.end();
      receiver.end();
    });
    this.#input.once("close", () => receiver.end());
    if (this.#input.readableEnded || this.#input.destroyed) receiver.end();
    this.#input.on("error", () => receiver.end());
    // The client no longer reads (EPIPE).
    this.#output.on("error", () => receiver.close());
  }

  send(text: string, mayWait?: boolean): void {
    // Write answers to requests that arrived together at once: a write costs more than most answers.
    if (mayWait && this.#gathered === "") process.nextTick(() => this.#writeGathered());
    this.#gathered += `${text}\n`;
    if (!mayWait || this.#gathered.length > maxGathered) this.#writeGathered();
  }

  close(): Promise<void> {
    this.#writeGathered();
    this.#input.pause();
    return new Promise((resolve) => {
      const finish = (): void => {
        this.#giveBack();
        resolve();
      };
      if (this.#output.destroyed || this.#output.errored) finish();
      else this.#write("", "utf8", finish);
    });
  }

  #writeGathered(): void {
    const lines = this.#gathered;
    if (lines === "") return;
    this.#gathered = "";
    // The pause below does not stop changes and log messages, which belong to no request.
    if (this.#output.writableLength > maxStdoutBacklog) return this.#receiver?.close();
    // ASCII, as most answers are, is written in a fraction of the time as Latin-1.
    const encoding = Buffer.byteLength(lines) === lines.length ? "latin1" : "utf8";
    // Accept no more requests until a slow reader has caught up, so that it can't fill the memory.
    if (!this.#write(lines, encoding) && !this.#input.isPaused()) {
      this.#input.pause();
      this.#output.once("drain", () => this.#input.resume());
    }
  }
}
