const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Holds signals that would end the process between two files, until `release`. */
export class HeldSignals {
  #received: NodeJS.Signals | undefined;
  readonly #hold = (signal: NodeJS.Signals): void => {
    this.#received ??= signal;
  };

  constructor() {
    for (const signal of signals) process.on(signal, this.#hold);
  }

  /** @throws Interrupted if a signal has arrived */
  check(): void {
    if (this.#received) throw new Interrupted();
  }

  /** Lets a signal that has arrived take its effect. */
  release(): void {
    for (const signal of signals) process.off(signal, this.#hold);
    if (this.#received) process.kill(process.pid, this.#received);
  }
}

/** A signal asked the process to end before anything had changed. */
export class Interrupted extends Error {}
