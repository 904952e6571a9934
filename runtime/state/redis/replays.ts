import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";

/**
 * What may be used only once, by whichever process: the `replays` of proofs of possession. A Redis that evicts keys before
 * their time would let proofs be used again.
 *
 * @see RFC 9449 section 11.1
 */
export class RedisReplays {
  readonly #commands: RedisCommands;
  readonly #keys: RedisKeys;

  constructor(commands: RedisCommands, keys: RedisKeys) {
    this.#commands = commands;
    this.#keys = keys;
  }

  /**
   * Uses a key up.
   *
   * @param ttlMs how long it is remembered
   * @returns false when it was used before
   * @throws StateError when it can't be told
   */
  async first(key: string, ttlMs: number): Promise<boolean> {
    const expiration = { type: "PX", value: Math.max(1, lifetime(ttlMs)) } as const;
    const reply = await this.#commands.run((client) =>
      client.set(this.#keys.replay(key), "", { condition: "NX", expiration }),
    );
    return reply === "OK";
  }
}
