import { lifetime } from "../lifetime.js";
import type { RedisCommands } from "./commands.js";
import type { RedisKeys } from "./keys.js";

/**
 * Records what may be used only once over all processes: the `replays` of proofs of possession. A Redis that evicts keys
 * early would allow proofs to be replayed.
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
   * Records the use of a key.
   *
   * @param ttlMs how long the use is remembered
   * @returns false if the key was used before
   * @throws StateError if Redis fails
   */
  async first(key: string, ttlMs: number): Promise<boolean> {
    const expiration = { type: "PX", value: Math.max(1, lifetime(ttlMs)) } as const;
    const reply = await this.#commands.run((client) =>
      client.set(this.#keys.replay(key), "", { condition: "NX", expiration }),
    );
    return reply === "OK";
  }
}
