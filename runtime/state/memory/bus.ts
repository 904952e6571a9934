import { ChannelListeners } from "../channel-listeners.js";
import type { Bus } from "../state.js";

/** Messages within this process. They arrive before `publish` returns. */
export class MemoryBus implements Bus {
  readonly #listeners = new ChannelListeners();

  publish(channel: string, message: string): void {
    this.#listeners.deliver(channel, message);
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    const stop = this.#listeners.add(channel, listener);
    return () => void stop();
  }

  /** Every subscription is in effect at once. */
  async settled(): Promise<void> {}

  close(): void {
    this.#listeners.clear();
  }
}
