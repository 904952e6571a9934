/**
 * A module or value that is loaded on its first use and then kept. Most servers on stdio start for one conversation, and
 * must not wait for code that the conversation never uses.
 */
export class Lazy<T extends object> {
  readonly #load: () => Promise<T>;
  #value: T | undefined;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Starts loading early. A failure is reported to the callers of `use()`, not here. */
  preload(): this {
    void this.#start();
    return this;
  }

  /** Calls `work` with the value: synchronously once it is loaded, and always in the order of the calls. */
  use<R>(work: (value: T) => Promise<R>): Promise<R> {
    return this.#value ? work(this.#value) : this.#start().then(work);
  }

  /** The value, if it is loaded. */
  get value(): T | undefined {
    return this.#value;
  }

  /** As `use`, for work that may be synchronous. @throws what the work throws, if the value is loaded */
  useNow<R>(work: (value: T) => R | Promise<R>): R | Promise<R> {
    return this.#value ? work(this.#value) : this.#start().then(work);
  }

  /** Resolves when the value is loaded; from then on `use()` is synchronous. Rejects when loading fails. */
  async loaded(): Promise<void> {
    await this.#start();
  }

  /** Calls `work` only if loading was started before and succeeds. Never starts it. */
  async ifLoaded(work: (value: T) => Promise<void>): Promise<void> {
    const value = await this.#loading?.catch(() => undefined);
    if (value) await work(value);
  }

  #start(): Promise<T> {
    if (this.#loading) return this.#loading;
    const loading = (this.#loading = this.#load());
    // This is the first reaction to the promise, so later calls of `use()` cannot overtake those that already wait.
    // It also keeps a failed preload from being reported as an unhandled rejection.
    loading.then(
      (value) => (this.#value = value),
      () => undefined,
    );
    return loading;
  }
}
