import type { Receiver, Transport } from "../session/transport.js";

/** Creates the two ends of a channel in memory. Messages arrive in order, in a later microtask. */
export function memoryPair(): [MemoryTransport, MemoryTransport] {
  const left = new MemoryTransport();
  const right = new MemoryTransport();
  left.connect(right);
  right.connect(left);
  return [left, right];
}

export class MemoryTransport implements Transport {
  #peer: MemoryTransport | undefined;
  #receiver: Receiver | undefined;
  /** Messages that arrived before `start`. */
  #waiting: string[] = [];
  #closed = false;

  connect(peer: MemoryTransport): void {
    this.#peer = peer;
  }

  start(receiver: Receiver): void {
    this.#receiver = receiver;
    for (const text of this.#waiting.splice(0)) this.#deliver(text);
  }

  send(text: string): void {
    const peer = this.#peer;
    if (peer && !this.#closed) peer.#deliver(text);
  }

  /** Ends the sending side; answers may still arrive. */
  end(): void {
    this.#notifyPeer((receiver) => receiver.end());
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#notifyPeer((receiver) => receiver.close());
    }
    return Promise.resolve();
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
