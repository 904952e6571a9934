/**
 * Something that is loaded when it is first needed and then kept: most servers on stdio start for one conversation, and
 * wait for no code that it does not use.
 */
export class Late<T extends object> {
  readonly #load: () => Promise<T>;
  #loaded: T | undefined;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Loads it before anybody waits for it. That it can't be had is told to those that need it. */
  begin(): this {
    void this.#begin();
    return this;
  }

  /** Does work with it, at once where it is there: in the order of the calls, whether they had to wait or not. */
  with<R>(work: (it: T) => Promise<R>): Promise<R> {
    return this.#loaded ? work(this.#loaded) : this.#begin().then(work);
  }

  /** Resolves once it is there: then nobody waits for it any more. */
  async ready(): Promise<void> {
    await this.#begin();
  }

  /** Does work with it where somebody needed it and it could be had: nothing is loaded for that. */
  async ifBegun(work: (it: T) => Promise<void>): Promise<void> {
    const it = await this.#loading?.catch(() => undefined);
    if (it) await work(it);
  }

  #begin(): Promise<T> {
    if (this.#loading) return this.#loading;
    const loading = (this.#loading = this.#load());
    // The first to hear of it, so that nobody passes those who wait. It is also why no rejection goes unhandled.
    loading.then(
      (it) => (this.#loaded = it),
      () => undefined,
    );
    return loading;
  }
}
