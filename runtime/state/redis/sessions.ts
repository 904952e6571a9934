import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";
import { RedisShares } from "./shares.js";
import type { SessionStore } from "../state.js";

/** Stores each session as a string in Redis, which expires it. */
export class RedisSessions implements SessionStore {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;
  readonly #shares: RedisShares;

  constructor(commands: RedisCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
    this.#shares = new RedisShares(commands, keys, "sessions");
  }

  async load(id: string): Promise<string | undefined> {
    const key = this.#keys.session(id);
    return (await this.#commands.run((client) => client.get(key))) ?? undefined;
  }

  async save(id: string, facts: string, ttlMs: number, share?: string): Promise<void> {
    const ttl = lifetime(ttlMs);
    if (ttl === 0) return this.delete(id);
    const key = this.#keys.session(id);
    await this.#commands.run((client) => client.pSetEx(key, ttl, facts));
    if (share !== undefined) await this.#count(share, id, ttl);
  }

  /** Counts a session as its caller's, and deletes what is beyond the caller's share. */
  async #count(share: string, id: string, ttlMs: number): Promise<void> {
    const gone = await this.#shares.add(share, id, ttlMs);
    const keys = gone.flatMap((each) => [this.#keys.session(each), ...this.#keys.events(each)]);
    // One command per key, because a cluster keeps them on different nodes.
    await Promise.all(keys.map((each) => this.#commands.run((client) => client.del(each))));
  }

  async touch(id: string, ttlMs: number, share?: string): Promise<void> {
    const key = this.#keys.session(id);
    await this.#commands.run((client) => client.pExpire(key, lifetime(ttlMs)));
    if (share !== undefined) await this.#count(share, id, ttlMs);
  }

  async delete(id: string): Promise<void> {
    const key = this.#keys.session(id);
    await this.#commands.run((client) => client.del(key));
  }
}
