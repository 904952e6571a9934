import { notificationMessage, parseJson, type RequestId } from "../../protocol/json-rpc.js";
import { escapeHidden } from "../../protocol/terminal/hidden-characters.js";
import { LineSplitter } from "../../transports/stdio/line-splitter.js";
import type { ChannelReceiver, ChannelRequest, ClientChannel } from "../channel.js";
import { answeredId } from "../channels/answered-id.js";
import { McpAnswerError, McpConnectionError } from "../errors.js";
import type { ServerProcess } from "./server-process.js";

/** Maximum number of characters to gather before a write. Few, so that the server begins while others are still written. */
const maxGathered = 1024;
/** With more unread than this when the next message is sent, the server counts as hanging. */
const maxUnread = 256 * 1024 * 1024;
/** How long a server that has closed a pipe may take to end, so that its end can be told. */
const endingMs = 500;
/** How much of either end of a line that is no message is looked at. */
const shownOfLine = 256;

export interface ProcessChannelOptions {
  /** The server's name in errors. */
  readonly server: string;
  /** Most bytes of one message of the server. */
  readonly maxMessageBytes: number;
}

/**
 * Messages as lines to and from a child process.
 *
 * It reads even while the server does not, unlike the transport of a server: if both waited for the other to read, neither
 * would go on.
 *
 * @see MCP 2026-07-28, Transports, stdio
 */
export class ProcessChannel implements ClientChannel {
  readonly kind = "stdio";
  readonly network = { transport: "pipe" } as const;
  readonly #process: ServerProcess;
  readonly #options: ProcessChannelOptions;
  #receiver: ChannelReceiver | undefined;
  /** Lines that will be written together. */
  #gathered = "";
  #isClosed = false;
  readonly #writeGathered = (): void => this.#write();

  constructor(process: ServerProcess, options: ProcessChannelOptions) {
    this.#process = process;
    this.#options = options;
  }

  start(receiver: ChannelReceiver): void {
    this.#receiver = receiver;
    const { input, output, ended } = this.#process;
    const { maxMessageBytes } = this.#options;
    const tooLong = `It has more than ${maxMessageBytes} bytes, the limit maxMessageBytes.`;
    const lines = new LineSplitter(maxMessageBytes, {
      line: (text) => this.#line(text),
      tooLong: () => {},
      skipped: (beginning, end) => this.#unreadable(beginning, end, tooLong),
      notUtf8: (beginning, end) => this.#unreadable(beginning, end, "It is not UTF-8."),
    });
    output.on("data", (chunk: Buffer) => lines.push(chunk));
    output.once("end", () => {
      lines.end();
      this.#broken("closed its standard output");
    });
    input.once("error", () => this.#broken("closed its standard input"));
    void ended.then((end) => this.#end(this.#process.endError(end)));
  }

  request({ text }: ChannelRequest): void {
    this.#send(text);
  }

  send(text: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(this.#error("is closed"));
    this.#send(text);
    return Promise.resolve();
  }

  cancel(id: RequestId, reason: string): string {
    const text = notificationMessage("notifications/cancelled", { requestId: id, reason });
    this.#send(text);
    return text;
  }

  opened(): void {
    // Nothing of a pipe depends on the revision.
  }

  reset(): void {
    // The connection is the session.
  }

  close(): Promise<void> {
    this.#write();
    this.#end(undefined);
    return this.#process.stop();
  }

  /** Sends a line together with the others of this turn: a write costs more than most messages. */
  #send(text: string): void {
    if (this.#isClosed) return;
    if (this.#gathered === "") process.nextTick(this.#writeGathered);
    this.#gathered += `${text}\n`;
    if (this.#gathered.length > maxGathered) this.#write();
  }

  #write(): void {
    const lines = this.#gathered;
    if (lines === "" || this.#isClosed) return;
    this.#gathered = "";
    const { input } = this.#process;
    if (input.writableLength > maxUnread) {
      const unread = Math.floor(input.writableLength / 1024 / 1024);
      return this.#fail(`reads no more: ${unread} MiB wait for it`);
    }
    input.write(lines);
  }

  #line(text: string): void {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (cause) {
      const { message } = cause as Error;
      return this.#unreadable(text.slice(0, shownOfLine), text.slice(-shownOfLine), message, cause);
    }
    this.#receiver?.message(value);
  }

  /** Fails the call that a line answers; a line that answers none is only told. */
  #unreadable(beginning: string, end: string, reason: string, cause?: unknown): void {
    const { server } = this.#options;
    const id = answeredId(beginning, end);
    if (id !== undefined) {
      const message = `${server} sent an answer that can't be read. ${reason}`;
      return this.#receiver?.failed(id, new McpAnswerError(message, { server, cause }));
    }
    const shown = escapeHidden(JSON.stringify(beginning.slice(0, shownOfLine)));
    const message = `a line of its standard output that begins with ${shown}. ${reason}`;
    this.#receiver?.unreadable(new McpAnswerError(message, { server, cause }));
  }

  /** A pipe is closed: the server ends, or it is of no use any more. */
  #broken(what: string): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => this.#fail(what), endingMs);
    void this.#process.ended.then(() => clearTimeout(timer));
  }

  #fail(what: string): void {
    this.#end(this.#error(`${what}.${this.#process.stderrTail()}`));
    void this.#process.stop();
  }

  #end(error: Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#gathered = "";
    this.#receiver?.closed(error);
  }

  #error(what: string): McpConnectionError {
    return new McpConnectionError(`The server ${this.#options.server} ${what}`, {
      server: this.#options.server,
    });
  }
}
