import { ChannelListeners } from "../channel-listeners.js";
import type { Bus } from "../state.js";

/** Carries messages within this process. They are delivered before `publish` returns. */
export class MemoryBus implements Bus {
  readonly #listeners = new ChannelListeners();

  publish(channel: string, message: string): void {
    this.#listeners.deliver(channel, message);
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    const stop = this.#listeners.add(channel, listener);
    return () => void stop();
  }

  /** Subscriptions take effect immediately. */
  async settled(): Promise<void> {}

  close(): void {
    this.#listeners.clear();
  }
}
