import type { Receiver, Transport } from "../../session/transport.js";

/** What the transport uses of a socket: one of package ws, or of the web's own kind, which can do less. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close" | "error", listener: () => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  on?(event: "ping" | "pong", listener: () => void): unknown;
  ping?(): void;
  pause?(): void;
  resume?(): void;
  terminate?(): void;
}

export interface WebSocketTransportOptions {
  /**
   * Most bytes that may wait for a slow reader when the next message is sent; then the connection is cut. Default
   * 16 MiB.
   */
  readonly maxBufferedBytes?: number;
  /** How often the other side is asked for a sign of life; default 30 s, 0 for never. */
  readonly pingMs?: number;
}

/** Codes of RFC 6455, section 7.4.1, and of its IANA registry. */
export const closeCodes = { normal: 1000, goingAway: 1001, unsupportedData: 1003, expired: 3000 };

const openState = 1;
const closedState = 3;
/** With more than this to be read, no more work is taken from the other side. */
const pauseAboveBytes = 1024 * 1024;
/** Package ws does not say when its buffer has drained. */
const drainCheckMs = 10;
/** How long the other side may take to agree to the end. */
const closingMs = 5_000;
/** Signs of life that may be missing before the other side counts as gone. */
const maxMissed = 2;

/**
 * One message a text frame.
 *
 * @see MCP 2026-07-28, Transports, Custom Transports; RFC 6455
 */
export class WebSocketTransport implements Transport {
  readonly network = { transport: "tcp", protocol: "websocket" } as const;
  readonly #socket: WebSocketLike;
  readonly #maxBufferedBytes: number;
  readonly #pingMs: number;
  #receiver: Receiver | undefined;
  /** True once nothing more is taken from the other side. */
  #deaf = false;
  #closeCode = closeCodes.normal;
  #closeReason = "";
  #closing: Promise<void> | undefined;
  #beat: NodeJS.Timeout | undefined;
  #draining: NodeJS.Timeout | undefined;
  /** Heard from since the last beat. */
  #heard = true;
  #missed = 0;
  #lastBuffered = 0;

  /** @param socket an open one */
  constructor(socket: WebSocketLike, options: WebSocketTransportOptions = {}) {
    this.#socket = socket;
    this.#maxBufferedBytes = options.maxBufferedBytes ?? 16 * 1024 * 1024;
    this.#pingMs = options.pingMs ?? 30_000;
  }

  start(receiver: Receiver): void {
    const socket = this.#socket;
    this.#receiver = receiver;
    socket.addEventListener("message", ({ data }) => {
      this.#heard = true;
      if (this.#deaf) return;
      if (typeof data === "string") receiver.message(data);
      else this.shut(closeCodes.unsupportedData, "Messages are text frames.");
    });
    socket.addEventListener("close", () => this.#gone());
    // The socket closes itself after an error: too long a message, bad UTF-8, a broken connection.
    socket.addEventListener("error", () => {});
    if (socket.readyState > openState) return this.#gone();
    for (const event of ["ping", "pong"] as const) {
      socket.on?.(event, () => {
        this.#heard = true;
      });
    }
    if (socket.ping && this.#pingMs > 0) {
      this.#beat = setInterval(() => this.#checkLife(), this.#pingMs).unref();
    }
  }

  send(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== openState) return;
    // What waits was left unread; the message itself may be as long as it likes.
    if (socket.bufferedAmount > this.#maxBufferedBytes) return this.#cut();
    socket.send(text);
    if (socket.bufferedAmount > pauseAboveBytes) this.#pause();
  }

  /** Takes no more messages; when the open ones are answered, the channel closes. */
  leave(): void {
    this.#closeCode = closeCodes.goingAway;
    this.#deaf = true;
    this.#receiver?.end();
  }

  /** Ends at once and says why. */
  shut(code: number, reason: string): void {
    this.#closeCode = code;
    this.#closeReason = reason;
    this.#deaf = true;
    this.#receiver?.close();
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      const socket = this.#socket;
      this.#deaf = true;
      clearInterval(this.#beat);
      if (socket.readyState === closedState) return resolve();
      const timer = setTimeout(() => {
        this.#cut();
        resolve();
      }, closingMs);
      socket.addEventListener("close", () => {
        clearTimeout(timer);
        resolve();
      });
      socket.close(this.#closeCode, this.#closeReason);
      // The other side's agreement must be read.
      this.#resume();
    });
    return this.#closing;
  }

  #pause(): void {
    const { pause } = this.#socket;
    if (!pause || this.#draining || this.#deaf) return;
    pause.call(this.#socket);
    this.#draining = setInterval(() => {
      if (this.#socket.bufferedAmount <= pauseAboveBytes) this.#resume();
    }, drainCheckMs).unref();
  }

  #resume(): void {
    if (!this.#draining) return;
    clearInterval(this.#draining);
    this.#draining = undefined;
    this.#socket.resume?.();
  }

  /** A half-open connection looks like a silent one: only an answer tells them apart. */
  #checkLife(): void {
    const buffered = this.#socket.bufferedAmount;
    // While nothing is read, neither is an answer; then the other side shows by reading that it is there.
    const reads = this.#draining !== undefined && buffered < this.#lastBuffered;
    this.#missed = this.#heard || reads ? 0 : this.#missed + 1;
    this.#heard = false;
    this.#lastBuffered = buffered;
    if (this.#missed >= maxMissed) this.#cut();
    else this.#socket.ping?.();
  }

  #cut(): void {
    if (this.#socket.terminate) this.#socket.terminate();
    else this.#socket.close();
    this.#gone();
  }

  #gone(): void {
    clearInterval(this.#beat);
    clearInterval(this.#draining);
    this.#draining = undefined;
    this.#deaf = true;
    this.#receiver?.close();
  }
}
