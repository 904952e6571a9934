import type { Receiver } from "../session/transport.js";

/**
 * Creates the two ends of a channel in memory. Messages arrive in order, in a later microtask. Each end is a `Transport`, and
 * fits clients and servers of the official SDK as well: `await client.connect(end)`.
 */
export function memoryPair(): [MemoryTransport, MemoryTransport] {
  const left = new MemoryTransport();
  const right = new MemoryTransport();
  left.connect(right);
  right.connect(left);
  return [left, right];
}

const done = Promise.resolve();

/** Fits `Transport`, and the interface of the same name of the official SDK, whose methods return promises. */
export class MemoryTransport {
  /** Set by the official SDK, which takes parsed messages and calls `start` without a receiver. */
  onmessage?: (message: object) => void;
  /** Is called when the connection has ended. */
  onclose?: () => void;
  /** Is called with an error of the connection. */
  onerror?: (error: Error) => void;
  #peer: MemoryTransport | undefined;
  #receiver: Receiver | undefined;
  /** Messages that arrived before `start`. */
  #waiting: string[] = [];
  #closed = false;

  /** Joins this end with the other one. */
  connect(peer: MemoryTransport): void {
    this.#peer = peer;
  }

  /** Begins to deliver messages. */
  start(receiver?: Receiver): Promise<void> {
    this.#receiver = receiver ?? {
      message: (text) => this.onmessage?.(JSON.parse(text) as object),
      tooLong: () => {},
      end: () => {},
      close: () => this.onclose?.(),
    };
    for (const text of this.#waiting.splice(0)) this.#deliver(text);
    return done;
  }

  /** @param message JSON text; the official SDK gives the message itself */
  send(message: string | object): Promise<void> {
    const peer = this.#peer;
    if (peer && !this.#closed) {
      peer.#deliver(typeof message === "string" ? message : JSON.stringify(message));
    }
    return done;
  }

  /** Ends the sending side; answers may still arrive. */
  end(): void {
    this.#notifyPeer((receiver) => receiver.end());
  }

  /** Ends the connection on both ends. */
  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#notifyPeer((receiver) => receiver.close());
      this.onclose?.();
    }
    return done;
  }

  #notifyPeer(call: (receiver: Receiver) => void): void {
    const peer = this.#peer;
    queueMicrotask(() => {
      if (peer && peer.#receiver) call(peer.#receiver);
    });
  }

  #deliver(text: string): void {
    if (!this.#receiver) {
      this.#waiting.push(text);
      return;
    }
    queueMicrotask(() => {
      if (!this.#closed) this.#receiver?.message(text);
    });
  }
}
