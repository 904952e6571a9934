/** What `once` has worked out for one call, by key. */
export class OnceValues {
  /** Finished work: its value in an array, which is empty for undefined because JSON has none. */
  readonly #kept: Map<string, readonly unknown[]>;
  readonly #running = new Map<string, Promise<unknown>>();

  /** @param kept what `kept` gave before */
  constructor(kept: Iterable<readonly [string, readonly unknown[]]> = []) {
    this.#kept = new Map(kept);
  }

  /** Finished work, to be kept as JSON. */
  get kept(): ReadonlyMap<string, readonly unknown[]> {
    return this.#kept;
  }

  /** Work that has begun and not ended. */
  get running(): readonly Promise<unknown>[] {
    return [...this.#running.values()];
  }

  /**
   * Does the work unless it is done or being done. Work that fails may be done again.
   *
   * @returns its value as JSON carries it, so that it is the same the first time and later
   * @throws TypeError when JSON can't carry it
   */
  get<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept) return Promise.resolve(kept[0] as T);
    const running = this.#running.get(key);
    if (running) return running as Promise<T>;
    const promise = this.#run(key, work);
    this.#running.set(key, promise);
    // Whoever asked for the value hears of a failure; nobody else has to.
    promise.catch(() => {});
    return promise;
  }

  async #run<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    // Not before `get` has noted that it runs.
    await undefined;
    try {
      const value = throughJson(key, await work());
      this.#kept.set(key, value === undefined ? [] : [value]);
      return value as T;
    } finally {
      this.#running.delete(key);
    }
  }
}

function throughJson(key: string, value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch (error) {
    const reason = (error as Error).message;
    throw new TypeError(`once(${JSON.stringify(key)}): its value is not JSON: ${reason}`);
  }
}
