import { processLog } from "../protocol/log.js";

type ChannelListener = (message: string) => void;

/** The listeners of this process, by channel. */
export class ChannelListeners {
  readonly #channels = new Map<string, Set<{ readonly listener: ChannelListener }>>();

  /** @returns stops listening; true when it was the channel's last listener, false when called again */
  add(channel: string, listener: ChannelListener): () => boolean {
    let entries = this.#channels.get(channel);
    if (!entries) this.#channels.set(channel, (entries = new Set()));
    // An entry of its own: the same function may listen twice.
    const entry = { listener };
    const own = entries.add(entry);
    return () => {
      if (!own.delete(entry) || own.size > 0) return false;
      // After `clear` the channel may be somebody else's.
      if (this.#channels.get(channel) === own) this.#channels.delete(channel);
      return true;
    };
  }

  has(channel: string): boolean {
    return this.#channels.has(channel);
  }

  /** Reaches those that listen now. One that throws is reported and keeps nobody else from hearing. */
  deliver(channel: string, message: string): void {
    const entries = this.#channels.get(channel);
    if (!entries) return;
    // Those that begin to listen meanwhile don't hear it.
    const now = [...entries];
    for (const entry of now) {
      if (!entries.has(entry)) continue;
      try {
        entry.listener(message);
      } catch (error) {
        processLog.error("A listener of the server's own messages failed", error);
      }
    }
  }

  clear(): void {
    this.#channels.clear();
  }
}
