import { processLog } from "../../protocol/log.js";
import { ChannelListeners } from "../channel-listeners.js";
import type { RedisClient } from "./client.js";
import { connectInTime, replyInTime, shownReason, type RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";
import type { Bus } from "../state.js";

/** What is asked of Redis for a channel, and what is in effect. */
interface ChannelWish {
  wanted: boolean;
  current: boolean;
  working: Promise<void> | undefined;
}

/** After a subscription failed. */
const pauseMs = 1000;

/**
 * Messages by the publish and subscribe of Redis. Listeners of this process hear of its own messages at once and without
 * Redis, and not again when they come back. What is published while a process has lost Redis doesn't reach it.
 */
export class RedisBus implements Bus {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;
  readonly #subscriber: RedisClient;
  readonly #timeoutMs: number;
  readonly #listeners = new ChannelListeners();
  readonly #wishes = new Map<string, ChannelWish>();
  /** Begins each of this process's messages. Always of the same length. */
  readonly #origin: string = crypto.randomUUID();
  #reported = false;
  #closed = false;

  /** `subscriber` is the bus's own: a connection that listens can't do anything else. */
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
    // Also while it connects: a client whose errors nobody listens for ends the process.
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
    this.#wish(channel, true);
    return () => {
      if (stop()) this.#wish(channel, false);
    };
  }

  /** Resolves once every subscription made so far is in effect, or Redis has taken too long. */
  async settled(): Promise<void> {
    const working = [...this.#wishes.values()].map((wish) => wish.working);
    await replyInTime(Promise.all(working), this.#timeoutMs).catch((error: unknown) =>
      this.#report(error),
    );
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#listeners.clear();
    this.#wishes.clear();
    this.#subscriber.destroy();
  }

  #wish(channel: string, wanted: boolean): void {
    if (this.#closed) return;
    let wish = this.#wishes.get(channel);
    if (!wish) {
      wish = { wanted, current: false, working: undefined };
      this.#wishes.set(channel, wish);
    }
    wish.wanted = wanted;
    if (wish.wanted !== wish.current) wish.working ??= this.#fulfil(channel, wish);
  }

  /** One step at a time: subscribing and unsubscribing don't overtake each other, however often the wish changes. */
  async #fulfil(channel: string, wish: ChannelWish): Promise<void> {
    const name = this.#keys.channel(channel);
    while (wish.wanted !== wish.current && !this.#closed) {
      const wanted = wish.wanted;
      try {
        if (wanted) await this.#subscriber.subscribe(name, (text) => this.#receive(channel, text));
        else await this.#subscriber.unsubscribe(name);
        wish.current = wanted;
      } catch (error) {
        this.#report(error);
        await new Promise<void>((resolve) => setTimeout(resolve, pauseMs).unref());
      }
    }
    wish.working = undefined;
    if (!wish.wanted) this.#wishes.delete(channel);
  }

  #receive(channel: string, text: string): void {
    if (this.#closed || text.startsWith(this.#origin)) return;
    this.#listeners.deliver(channel, text.slice(this.#origin.length));
  }

  /** Once until Redis is back: it fails for every message, and for every attempt to connect again. */
  #report(error: unknown): void {
    if (this.#closed || this.#reported) return;
    this.#reported = true;
    processLog.error(
      `Messages to the server's other processes fail until Redis is back: ${shownReason(error)}`,
    );
  }
}
