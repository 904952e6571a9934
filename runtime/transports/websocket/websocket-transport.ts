import { atLeast } from "../../protocol/limits/check-limit.js";
import { longestTimerMs } from "../../protocol/limits/time-limit.js";
import type { Receiver, Transport } from "../../session/transport.js";
import { ReadingPace } from "../reading-pace.js";

/** The parts of a WebSocket that are used. Web-standard ones, unlike those of package ws, lack the optional parts. */
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
   * Maximum number of bytes that may wait for a slow reader when the next message is sent; with more, the connection is
   * cut. Default 16 MiB.
   */
  readonly maxBufferedBytes?: number;
  /** Interval of pings in milliseconds; default 30,000, 0 for never. */
  readonly pingMs?: number;
  /** Reads on while the peer reads slowly. One side must, or both could wait for each other: a client does. */
  readonly readsOn?: boolean;
}

/** Completes the limits of a connection. @throws RangeError for one that is too small or not a number */
export function transportLimits(
  options: WebSocketTransportOptions,
): Required<Pick<WebSocketTransportOptions, "maxBufferedBytes" | "pingMs">> {
  const { maxBufferedBytes = 16 * 1024 * 1024, pingMs = 30_000 } = options;
  return {
    maxBufferedBytes: atLeast(1, "maxBufferedBytes", maxBufferedBytes),
    pingMs: atLeast(0, "pingMs", pingMs),
  };
}

/** The name of MCP among WebSocket subprotocols. */
export const subprotocol = "mcp";

/** Codes of RFC 6455, section 7.4.1, and of its IANA registry. */
export const closeCodes = { normal: 1000, goingAway: 1001, unsupportedData: 1003, expired: 3000 };

const openState = 1;
const closedState = 3;
/** With more than this unread, no more messages are read from the peer. */
const pauseAboveBytes = 1024 * 1024;
/** Polling interval: package ws has no event for a drained buffer. */
const drainCheckMs = 10;
/** How long the peer may take for the closing handshake. */
const closingMs = 5_000;
/** Number of missed pongs after which the peer counts as gone. */
const maxMissed = 2;

/**
 * Sends and receives one message per text frame.
 *
 * @see MCP 2026-07-28, Transports, Custom Transports; RFC 6455
 */
export class WebSocketTransport implements Transport {
  readonly network = { transport: "tcp", protocol: "websocket" } as const;
  readonly #socket: WebSocketLike;
  readonly #maxBufferedBytes: number;
  readonly #pingMs: number;
  readonly #readsOn: boolean;
  #receiver: Receiver | undefined;
  /** True once messages of the peer are ignored. */
  #ignoring = false;
  #closeCode = closeCodes.normal;
  #closeReason = "";
  #closing: Promise<void> | undefined;
  #beat: NodeJS.Timeout | undefined;
  #draining: NodeJS.Timeout | undefined;
  /** Whether the peer has sent anything since the last ping. */
  #alive = true;
  #missed = 0;
  #lastBuffered = 0;
  readonly #pace = new ReadingPace();
  #written = 0;

  /**
   * @param socket an open socket
   * @throws RangeError as `transportLimits`
   */
  constructor(socket: WebSocketLike, options: WebSocketTransportOptions = {}) {
    this.#socket = socket;
    const { maxBufferedBytes, pingMs } = transportLimits(options);
    this.#maxBufferedBytes = maxBufferedBytes;
    this.#pingMs = pingMs;
    this.#readsOn = options.readsOn ?? false;
  }

  start(receiver: Receiver): void {
    const socket = this.#socket;
    this.#receiver = receiver;
    socket.addEventListener("message", ({ data }) => {
      this.#alive = true;
      if (this.#ignoring) return;
      if (typeof data === "string") receiver.message(data);
      else this.shut(closeCodes.unsupportedData, "Only text frames are supported.");
    });
    socket.addEventListener("close", () => this.#closed());
    // The socket closes itself after an error: too long a message, bad UTF-8, a broken connection.
    socket.addEventListener("error", () => {});
    if (socket.readyState > openState) return this.#closed();
    for (const event of ["ping", "pong"] as const) {
      socket.on?.(event, () => {
        this.#alive = true;
      });
    }
    if (socket.ping && this.#pingMs > 0 && this.#pingMs <= longestTimerMs) {
      this.#beat = setInterval(() => this.#checkLife(), this.#pingMs).unref();
    }
  }

  send(text: string): void {
    const socket = this.#socket;
    if (socket.readyState !== openState) return;
    // Only earlier messages count as unread; this one may have any length.
    if (socket.bufferedAmount > this.#maxBufferedBytes) return this.#cut();
    this.#written += text.length;
    socket.send(text);
    if (!this.#readsOn && socket.bufferedAmount > pauseAboveBytes) this.#pause();
  }

  /** Accepts no more messages, and closes when open requests are answered. */
  leave(): void {
    this.#closeCode = closeCodes.goingAway;
    this.#ignoring = true;
    this.#receiver?.end();
  }

  /** Ends at once, with a reason for the peer. */
  shut(code: number, reason: string): void {
    this.#closeCode = code;
    this.#closeReason = reason;
    this.#ignoring = true;
    this.#receiver?.close();
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      const socket = this.#socket;
      this.#ignoring = true;
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
      // Read on, to receive the peer's close frame.
      this.#resume();
    });
    return this.#closing;
  }

  #pause(): void {
    const { pause } = this.#socket;
    if (!pause || this.#draining || this.#ignoring) return;
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

  /** Pings the peer, because only an answer tells a silent connection from a half-open one. */
  #checkLife(): void {
    const buffered = this.#socket.bufferedAmount;
    // While paused, no pong is read; then a shrinking buffer shows that the peer is alive.
    const reads = this.#draining !== undefined && buffered < this.#lastBuffered;
    this.#missed = this.#alive || reads ? 0 : this.#missed + 1;
    this.#alive = false;
    this.#lastBuffered = buffered;
    const isTooSlow = this.#pace.isTooSlow(this.#written, buffered);
    if (isTooSlow || this.#missed >= maxMissed) this.#cut();
    else this.#socket.ping?.();
  }

  #cut(): void {
    if (this.#socket.terminate) this.#socket.terminate();
    else this.#socket.close();
    this.#closed();
  }

  #closed(): void {
    clearInterval(this.#beat);
    clearInterval(this.#draining);
    this.#draining = undefined;
    this.#ignoring = true;
    this.#receiver?.close();
  }
}
