import { unref } from "./keep-alive.js";
import { patienceMs } from "./options.js";

/** Something that takes a different way when it takes long. */
export interface Waiting {
  tookLong(): void;
}

/** One timer for all answers of an endpoint: tells those that take long. */
export class Patience {
  /** Since the last tick, and since the one before. */
  #young = new Set<Waiting>();
  #old = new Set<Waiting>();
  #timer: ReturnType<typeof setInterval> | undefined;

  watch(waiting: Waiting): void {
    this.#young.add(waiting);
    this.#timer ??= unref(setInterval(() => this.#tick(), patienceMs));
  }

  forget(waiting: Waiting): void {
    if (!this.#young.delete(waiting)) this.#old.delete(waiting);
  }

  #tick(): void {
    for (const each of this.#old) each.tookLong();
    this.#old = this.#young;
    this.#young = new Set();
    if (this.#old.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
