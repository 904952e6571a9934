/** Whether a transport is about to stop, for what would otherwise never end. */
export class Stopping {
  readonly #listeners = new Set<() => void>();
  #stopped = false;

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Calls once when it stops; at once when it did already. @returns forgets the listener */
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
