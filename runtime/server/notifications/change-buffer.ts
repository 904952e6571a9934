import type { Change, Changes } from "./changes.js";

/** Hears of changes from the moment it is made, and keeps them until somebody takes them. */
export class ChangeBuffer {
  readonly #stop: () => void;
  #held: Change[] = [];
  #listener: (change: Change) => void = (change) => this.#held.push(change);

  constructor(changes: Changes) {
    this.#stop = changes.listen((change) => this.#listener(change));
  }

  /** Tells what is held, and from now on each change at once. */
  flush(listener: (change: Change) => void): void {
    this.#listener = listener;
    for (const change of this.#held) listener(change);
    this.#held = [];
  }

  /** Hears of nothing any more. */
  stop(): void {
    this.#stop();
  }
}
