import type { Receiver, Transport } from "../session/transport.js";

/** Two ends of a channel in memory: what one sends, the other receives, in order and not before the sender is done. */
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
  /** What arrived before anybody listened. */
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

  /** Says that no more will be sent, while answers may still arrive. */
  end(): void {
    this.#tellPeer((receiver) => receiver.end());
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#tellPeer((receiver) => receiver.close());
    }
    return Promise.resolve();
  }

  #tellPeer(what: (receiver: Receiver) => void): void {
    const peer = this.#peer;
    queueMicrotask(() => {
      if (peer && peer.#receiver) what(peer.#receiver);
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
