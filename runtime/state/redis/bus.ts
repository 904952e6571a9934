import { processLog } from "../../protocol/log.js";
import { ChannelListeners } from "../channel-listeners.js";
import type { RedisClient } from "./client.js";
import { connectInTime, replyInTime, shownReason, type RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";
import type { Bus } from "../state.js";

/** The wanted and the current state of a subscription. */
interface ChannelSubscription {
  wanted: boolean;
  current: boolean;
  working: Promise<void> | undefined;
}

/** Delay before a failed subscription is tried again. */
const pauseMs = 1000;

/**
 * Carries messages with the publish and subscribe commands of Redis. Listeners of this process receive its own messages
 * directly, and not again from Redis. A process that has lost its connection to Redis misses the messages of that time.
 */
export class RedisBus implements Bus {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;
  readonly #subscriber: RedisClient;
  readonly #timeoutMs: number;
  readonly #listeners = new ChannelListeners();
  readonly #subscriptions = new Map<string, ChannelSubscription>();
  /** Prefix of this process's messages, of a fixed length. */
  readonly #origin: string = crypto.randomUUID();
  #reported = false;
  #closed = false;

  /** @param subscriber used by the bus alone, because a subscribed connection accepts no other commands */
  constructor(
    commands: RedisCommands,
    keys: RedisKeys,
    subscriber: RedisClient,
    timeoutMs: number,
  ) {
    this.#commands = commands;
    this.#keys = keys;
    this.#subscriber = subscriber;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws StateError */
  async connect(): Promise<void> {
    let connected = false;
    // Added before connecting, because an `error` event without a listener ends the process.
    this.#subscriber.on("error", (error) => {
      if (connected) this.#report(error);
    });
    this.#subscriber.on("ready", () => (this.#reported = false));
    await connectInTime(this.#subscriber, this.#timeoutMs);
    connected = true;
  }

  publish(channel: string, message: string): void {
    this.#listeners.deliver(channel, message);
    if (this.#closed) return;
    const name = this.#keys.channel(channel);
    this.#commands
      .run((client) => client.publish(name, this.#origin + message))
      .catch((error: unknown) => this.#report(error));
  }

  subscribe(channel: string, listener: (message: string) => void): () => void {
    if (this.#closed) return () => {};
    const stop = this.#listeners.add(channel, listener);
    this.#want(channel, true);
    return () => {
      if (stop()) this.#want(channel, false);
    };
  }

  /** Resolves when all subscriptions made so far are in effect, or after the timeout. */
  async settled(): Promise<void> {
    const working = [...this.#subscriptions.values()].flatMap((each) => each.working ?? []);
    await replyInTime(Promise.all(working), this.#timeoutMs).catch((error: unknown) =>
      this.#report(error),
    );
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    this.#subscriptions.clear();
    this.#subscriber.destroy();
  }

  #want(channel: string, wanted: boolean): void {
    if (this.#closed) return;
    let subscription = this.#subscriptions.get(channel);
    if (!subscription) {
      subscription = { wanted, current: false, working: undefined };
      this.#subscriptions.set(channel, subscription);
    }
    subscription.wanted = wanted;
    if (subscription.wanted !== subscription.current)
      subscription.working ??= this.#apply(channel, subscription);
  }

  /** Runs one command at a time, so that subscribing and unsubscribing cannot overtake each other. */
  async #apply(channel: string, subscription: ChannelSubscription): Promise<void> {
    const name = this.#keys.channel(channel);
    while (subscription.wanted !== subscription.current && !this.#closed) {
      const wanted = subscription.wanted;
      try {
        if (wanted) await this.#subscriber.subscribe(name, (text) => this.#receive(channel, text));
        else await this.#subscriber.unsubscribe(name);
        subscription.current = wanted;
      } catch (error) {
        this.#report(error);
        await new Promise<void>((resolve) => setTimeout(resolve, pauseMs).unref());
      }
    }
    subscription.working = undefined;
    if (!subscription.wanted) this.#subscriptions.delete(channel);
  }

  #receive(channel: string, text: string): void {
    if (this.#closed || text.startsWith(this.#origin)) return;
    this.#listeners.deliver(channel, text.slice(this.#origin.length));
  }

  /** Logs only the first failure until Redis is back, because every message and reconnection fails. */
  #report(error: unknown): void {
    if (this.#closed || this.#reported) return;
    this.#reported = true;
    processLog.error(
      `Messages to the server's other processes fail until Redis is back: ${shownReason(error)}`,
    );
  }
}
