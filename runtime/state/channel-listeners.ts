import { processLog } from "../protocol/log.js";

type ChannelListener = (message: string) => void;

/** This process's listeners, by channel. */
export class ChannelListeners {
  readonly #channels = new Map<string, Set<{ readonly listener: ChannelListener }>>();

  /** @returns a function that removes the listener; it returns true the first time if the channel has no other listener */
  add(channel: string, listener: ChannelListener): () => boolean {
    let entries = this.#channels.get(channel);
    if (!entries) this.#channels.set(channel, (entries = new Set()));
    // Wrapped in an entry, because the same function may be added twice.
    const entry = { listener };
    const own = entries.add(entry);
    return () => {
      if (!own.delete(entry) || own.size > 0) return false;
      // After `clear` the channel may have a new set.
      if (this.#channels.get(channel) === own) this.#channels.delete(channel);
      return true;
    };
  }

  has(channel: string): boolean {
    return this.#channels.has(channel);
  }

  /** Calls all current listeners. If one throws, the error is logged and the others are still called. */
  deliver(channel: string, message: string): void {
    const entries = this.#channels.get(channel);
    if (!entries) return;
    // A copy, so that listeners added meanwhile do not receive this message.
    const now = [...entries];
    for (const entry of now) {
      if (!entries.has(entry)) continue;
      try {
        entry.listener(message);
      } catch (error) {
        processLog.error("A listener of the server's message bus failed", error);
      }
    }
  }

  clear(): void {
    this.#channels.clear();
  }
}
