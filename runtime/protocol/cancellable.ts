/**
 * Work that can be cancelled, with what its listeners need of an `AbortSignal`. A signal is made only for those who need a real
 * one: V8 keeps each with all that its listeners refer to until the next full collection, which costs a forwarded call a tenth of
 * its time.
 */
export class Cancellable {
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #listeners: (() => void)[] | undefined;

  /** Aborted with the work. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#aborted !== undefined;
  }

  get reason(): unknown {
    return this.#aborted?.reason;
  }

  /** For work that starts late: listeners added after the end are never called. */
  throwIfAborted(): void {
    if (this.#aborted) throw this.#aborted.reason;
  }

  /** Cancels the work, once. */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    (this.#listeners ??= []).push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const place = this.#listeners?.indexOf(listener) ?? -1;
    if (place >= 0) this.#listeners?.splice(place, 1);
  }
}

/** Tells of a cancellation. Both kinds have the members that are used here. */
export type Cancellation = AbortSignal | Cancellable;

/** Returns a real signal, for what takes nothing else. */
export function signalOf(cancellation: Cancellation): AbortSignal {
  return cancellation instanceof Cancellable ? cancellation.signal : cancellation;
}
