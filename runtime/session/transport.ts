import type { Network } from "./network.js";

/** Receives the events of a transport. */
export interface Receiver {
  /** A message arrived. */
  message(text: string): void;
  /** A message exceeded the transport's limit, in bytes, and was discarded. */
  tooLong(limit: number): void;
  /** The other side will send nothing more, but can still receive responses. */
  end(): void;
  /** The other side can receive nothing more. */
  close(): void;
}

/**
 * A channel that carries whole messages in both directions, such as stdio, an in-memory pair or a WebSocket.
 *
 * To add a transport, implement this interface and pass it to `serveConnection`.
 */
export interface Transport {
  /** How messages are transported, for telemetry. */
  readonly network?: Network;
  /** Starts delivery. Called once. */
  start(receiver: Receiver): void;
  /**
   * Sends one message, in order and without blocking.
   *
   * @param mayWait true for a response, which may be sent together with others that are ready by the end of this turn
   */
  send(text: string, mayWait?: boolean): void;
  /** Closes the channel. Resolves when everything that was sent has left this process. */
  close(): Promise<void>;
}
