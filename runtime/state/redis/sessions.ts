import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";
import type { SessionStore } from "../state.js";

/** Stores each session as a string in Redis, which expires it. */
export class RedisSessions implements SessionStore {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;

  constructor(commands: RedisCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  async load(id: string): Promise<string | undefined> {
    const key = this.#keys.session(id);
    return (await this.#commands.run((client) => client.get(key))) ?? undefined;
  }

  async save(id: string, facts: string, ttlMs: number): Promise<void> {
    const ttl = lifetime(ttlMs);
    if (ttl === 0) return this.delete(id);
    const key = this.#keys.session(id);
    await this.#commands.run((client) => client.pSetEx(key, ttl, facts));
  }

  async touch(id: string, ttlMs: number): Promise<void> {
    const key = this.#keys.session(id);
    await this.#commands.run((client) => client.pExpire(key, lifetime(ttlMs)));
  }

  async delete(id: string): Promise<void> {
    const key = this.#keys.session(id);
    await this.#commands.run((client) => client.del(key));
  }
}
