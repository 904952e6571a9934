import type { LifespanGenerator } from "./types/server-options.js";

/** Runs the lifespan generator of a server: opened before the first request, closed with the server. */
export class Lifespan {
  readonly #open: () => LifespanGenerator;
  #running: LifespanGenerator | undefined;
  #started: Promise<unknown> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(open: () => LifespanGenerator) {
    this.#open = open;
  }

  /**
   * Runs the generator up to its `yield`. Further calls return the same promise.
   *
   * @returns the yielded value; undefined if there is none
   * @throws what the generator throws; Error if it was stopped before
   */
  start(): Promise<unknown> {
    this.#started ??= this.#stopped
      ? Promise.reject(new Error("The server is closed."))
      : this.#begin();
    return this.#started;
  }

  /**
   * Runs the rest of the generator after its `yield`, unless it was never started. Further calls return the same promise.
   *
   * @throws what the rest of the generator throws
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #begin(): Promise<unknown> {
    this.#running = this.#open();
    const { done, value } = await this.#running.next();
    return done ? undefined : value;
  }

  async #end(): Promise<void> {
    // A generator that failed to start has reported that already, and is finished.
    await this.#started?.catch(() => undefined);
    // Not `return()`, so that code after a `yield` without `try` runs, too.
    const last = await this.#running?.next();
    if (last?.done === false) await this.#running?.return();
  }
}
