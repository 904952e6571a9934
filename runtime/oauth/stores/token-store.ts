import type { JsonObject } from "../../protocol/json.js";

/**
 * Keeps what a client must not lose: tokens, and its registrations with authorization servers. The records are secret, and
 * whoever reads them checks them.
 */
export interface TokenStore {
  /** @param key text of any length and content, the same for the same record */
  read(key: string): JsonObject | undefined | Promise<JsonObject | undefined>;
  /** Replaces the record as a whole. */
  write(key: string, record: JsonObject): void | Promise<void>;
  /** Forgets the value of a key. Nothing happens if there is none. */
  delete(key: string): void | Promise<void>;
  /**
   * Does work on a record that others who share the store must not do at the same time, such as to spend a refresh token. The
   * work of different keys does not wait for each other.
   *
   * @throws the error of the work, or the reason of the signal, which ends the wait only
   */
  exclusively<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
