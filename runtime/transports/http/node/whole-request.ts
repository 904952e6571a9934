import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { drain } from "./body.js";

/** What waits for a body. */
export interface BodyWaiter {
  /** Size in bytes of the largest body to keep. */
  readonly limit: number;
  /** Called once with the bytes, or without when there are more than the limit; the rest is then read and discarded. */
  readonly done: (bytes: Buffer | undefined) => void;
  /** Called once in place of `done` when somebody else has begun to read the stream, which must be shared with them. */
  readonly shared: () => void;
}

/**
 * A request of node:http whose body can be taken as a whole. node:http pushes each piece to a stream; for a short body its
 * buffers and events take longer than to parse the message.
 */
export class WholeRequest extends IncomingMessage {
  #waiter: BodyWaiter | undefined;
  #pieces: Buffer[] = [];
  #size = 0;
  #hasBegun = false;
  #isTaken = false;

  static {
    const { get } = Object.getOwnPropertyDescriptor(Readable.prototype, "readableEnded")!;
    // A request whose body was taken has ended, too; node:http otherwise keeps it. The type declares no accessor.
    Object.defineProperty(this.prototype, "readableEnded", {
      get(this: WholeRequest): unknown {
        return this.#isTaken || get!.call(this);
      },
    });
  }

  /** Waits for the whole body. Returns false, and does nothing, if a part of it is already in the stream. */
  takeBody(waiter: BodyWaiter): boolean {
    if (this.#hasBegun || this.readableFlowing !== null) return false;
    this.#waiter = waiter;
    return true;
  }

  /** Called by node:http with each piece of the body, and with null at its end. */
  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    const waiter = this.#waiter;
    if (waiter === undefined) {
      this.#hasBegun = true;
      return super.push(piece, encoding);
    }
    if (this.readableFlowing !== null) {
      waiter.shared();
      this.#toStream();
      return super.push(piece, encoding);
    }
    if (piece === null) {
      this.#isTaken = true;
      const pieces = this.#release();
      waiter.done(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
      return false;
    }
    this.#size += piece.length;
    this.#pieces.push(piece);
    if (this.#size <= waiter.limit) return true;
    drain(this);
    this.#toStream();
    waiter.done(undefined);
    return true;
  }

  /** Called by node:http after the response, to discard a body that nobody has read. */
  _dump(): void {
    if (!this.#isTaken) dump.call(this);
  }

  #toStream(): void {
    for (const each of this.#release()) super.push(each);
  }

  /** The request lives as long as its call, the pieces must not. */
  #release(): Buffer[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#waiter = undefined;
    return pieces;
  }
}

const { _dump: dump } = IncomingMessage.prototype as unknown as { _dump: () => void };
