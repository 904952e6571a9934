/** Work that waits for work with the same key in this process. */
export class Queues {
  readonly #last = new Map<string, Promise<void>>();

  /** @throws the error of the work, or the reason of the signal, which ends the wait only */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last.get(key);
    let done: () => void = () => {};
    const own = new Promise<void>((resolve) => (done = resolve));
    // Who gives up keeps the place in the queue until those before are done.
    const last = before ? before.then(() => own) : own;
    this.#last.set(key, last);
    try {
      if (before) await orAborted(before, signal);
      signal?.throwIfAborted();
      return await work();
    } finally {
      done();
      if (this.#last.get(key) === last) this.#last.delete(key);
    }
  }
}

function orAborted(before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return before;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void before.then(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
  });
}
