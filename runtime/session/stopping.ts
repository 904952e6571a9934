/** Signals that a transport stops, to requests that would otherwise never end. */
export class Stopping {
  readonly #listeners = new Set<() => void>();
  #stopped = false;

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Calls the listener once: on the stop, or now after it. @returns a function that removes the listener */
  onStop(listener: () => void): () => void {
    if (this.#stopped) listener();
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
