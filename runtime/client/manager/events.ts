import type { Log } from "../../protocol/log.js";
import { recover } from "../../protocol/maybe-promise.js";
import type { ManagerEvents } from "./manager-model.js";

type Handler<K extends keyof ManagerEvents> = (value: ManagerEvents[K]) => void;

/** Tells handlers of events. What one throws or rejects with is logged and goes no further. */
export class Events {
  readonly #log: Log;
  readonly #handlers = new Map<keyof ManagerEvents, Set<Handler<never>>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** @returns a function that ends it */
  on<K extends keyof ManagerEvents>(event: K, handler: Handler<K>): () => void {
    // The same function may be given twice.
    const own: Handler<K> = (value) => handler(value);
    const handlers = this.#handlers.get(event) ?? new Set();
    handlers.add(own as Handler<never>);
    this.#handlers.set(event, handlers);
    return () => void handlers.delete(own as Handler<never>);
  }

  emit<K extends keyof ManagerEvents>(event: K, value: ManagerEvents[K]): void {
    const failed = (error: unknown): void =>
      this.#log.error(`A handler of the event "${event}" failed.`, error);
    for (const handler of this.#handlers.get(event) ?? []) {
      void recover(() => (handler as Handler<K>)(value), failed);
    }
  }
}
