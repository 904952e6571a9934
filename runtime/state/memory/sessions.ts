import { ExpiringMap } from "./expiring-map.js";
import type { SessionStore } from "../state.js";

/** Stores the sessions of this process. */
export class MemorySessions implements SessionStore {
  readonly #sessions: ExpiringMap<string>;

  constructor(maxSessions: number) {
    this.#sessions = new ExpiringMap({ limit: maxSessions });
  }

  async load(id: string): Promise<string | undefined> {
    return this.#sessions.get(id);
  }

  async save(id: string, facts: string, ttlMs: number, share?: string): Promise<void> {
    this.#sessions.set(id, facts, ttlMs, { share });
  }

  async touch(id: string, ttlMs: number): Promise<void> {
    this.#sessions.touch(id, ttlMs);
  }

  async delete(id: string): Promise<void> {
    this.#sessions.delete(id);
  }

  close(): void {
    this.#sessions.clear();
  }
}
