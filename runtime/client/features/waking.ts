/** A pause that can be ended early. */
export class Waking {
  readonly #signal: AbortSignal | undefined;
  #isAwake = false;
  #wake: (() => void) | undefined;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Ends the pause, or the next one if there is none now. */
  wake(): void {
    this.#isAwake = true;
    this.#wake?.();
  }

  /** @throws the signal's reason */
  async pause(ms: number): Promise<void> {
    const signal = this.#signal;
    signal?.throwIfAborted();
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, ms));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal?.addEventListener("abort", this.#wake, { once: true });
      });
      if (this.#wake) signal?.removeEventListener("abort", this.#wake);
      this.#wake = undefined;
    }
    this.#isAwake = false;
    signal?.throwIfAborted();
  }
}
