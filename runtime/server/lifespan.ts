import type { LifespanGenerator } from "./types/server-options.js";

/** What a server holds while it serves: opened before the first request, let go when it closes. */
export class Lifespan {
  readonly #open: () => LifespanGenerator;
  #running: LifespanGenerator | undefined;
  #started: Promise<unknown> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(open: () => LifespanGenerator) {
    this.#open = open;
  }

  /**
   * Runs the generator up to its `yield`; once, whoever calls.
   *
   * @returns what it yields; undefined when it ends without
   * @throws what the generator throws, to every caller; Error when it was stopped before
   */
  start(): Promise<unknown> {
    this.#started ??= this.#stopped
      ? Promise.reject(new Error("The server is closed."))
      : this.#begin();
    return this.#started;
  }

  /**
   * Runs the rest of the generator; once, whoever calls, and not before it has yielded. Nothing runs that never started.
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
    // What failed to start has told so already, and holds nothing: its generator is over.
    await this.#started?.catch(() => undefined);
    // Not `return()`: what follows a `yield` without `try` must run, too.
    const last = await this.#running?.next();
    if (last?.done === false) await this.#running?.return();
  }
}
