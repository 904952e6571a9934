import type { JsonObject } from "../../protocol/json.js";
import type { TokenStore } from "../../oauth/stores/token-store.js";

/** Keeps tokens as long as it lives. */
export class MemoryTokens implements TokenStore {
  readonly #records = new Map<string, JsonObject>();
  readonly #queues = new Map<string, Promise<unknown>>();

  read(key: string): JsonObject | undefined {
    return this.#records.get(key);
  }

  write(key: string, record: JsonObject): void {
    this.#records.set(key, record);
  }

  delete(key: string): void {
    this.#records.delete(key);
  }

  async exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(key);
    const done = (before ?? Promise.resolve()).then(work, work);
    this.#queues.set(key, done);
    return done;
  }
}
