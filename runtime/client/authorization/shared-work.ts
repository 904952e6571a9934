type Work = (signal: AbortSignal) => Promise<void>;

interface Running {
  readonly done: Promise<void>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that several callers wait for, such as one refresh for all requests. It is aborted once nobody waits any more. */
export class SharedWork {
  #running: Running | undefined;

  /**
   * Waits for the work that is running, or starts it.
   *
   * @throws the error of the work, or the reason of the caller's signal
   */
  async run(signal: AbortSignal | undefined, work: Work): Promise<void> {
    signal?.throwIfAborted();
    const running = (this.#running ??= this.#start(work));
    running.waiting += 1;
    let stopWaiting: (() => void) | undefined;
    try {
      if (!signal) return await running.done;
      const given = new Promise<never>((_, fail) => {
        stopWaiting = () => fail(signal.reason as Error);
        signal.addEventListener("abort", stopWaiting);
      });
      await Promise.race([running.done, given]);
    } finally {
      if (stopWaiting) signal?.removeEventListener("abort", stopWaiting);
      running.waiting -= 1;
      if (running.waiting === 0) this.#stop(running);
    }
  }

  #start(work: Work): Running {
    const stop = new AbortController();
    const done = work(stop.signal);
    const running = { done, stop, waiting: 0 };
    const end = (): void => this.#stop(running);
    // A failure reaches those who wait.
    done.then(end, end);
    return running;
  }

  #stop(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    running.stop.abort();
  }
}
