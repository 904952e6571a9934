import type { JsonObject } from "../../protocol/json.js";
import { Queues } from "./queues.js";
import type { TokenStore } from "./token-store.js";

/** Keeps tokens and registrations as long as this process lives. */
export function newMemoryTokens(): TokenStore {
  const records = new Map<string, JsonObject>();
  const queues = new Queues();
  return {
    read: (key) => records.get(key),
    write: (key, record) => void records.set(key, record),
    delete: (key) => void records.delete(key),
    exclusively: (key, work, signal) => queues.run(key, work, signal),
  };
}
