import type { Network } from "./network.js";

/** What a transport tells about the other side. */
export interface Receiver {
  /** One message as text. */
  message(text: string): void;
  /** A message longer than the transport takes; its text is lost. */
  tooLong(limit: number): void;
  /** The other side sends no more. What it asked for may still be answered. */
  end(): void;
  /** Nobody will read any more. */
  close(): void;
}

/**
 * A channel that carries whole messages both ways: stdio, an in-memory pair, a WebSocket.
 *
 * To add one, implement this and hand it to `serveConnection`.
 */
export interface Transport {
  /** How messages travel, for telemetry. */
  readonly network?: Network;
  /** Begins delivery. Called once. */
  start(receiver: Receiver): void;
  /**
   * Sends one message; in order, never blocking.
   *
   * @param mayWait true for an answer, which may go out together with others that are ready by the end of this turn
   */
  send(text: string, mayWait?: boolean): void;
  /** Resolves when everything sent is out of this process and the channel is closed. */
  close(): Promise<void>;
}
