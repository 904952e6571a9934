import type { Linked, LinkedList } from "../../net/linked-list.js";
import { Cancellable, type Cancellation } from "../../protocol/cancellable.js";
import { promised } from "../../protocol/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";
import { expiry, type Expiring } from "./expiry.js";
import type { Stoppable } from "./sender.js";

/** The time limit of a call. */
export interface Deadline extends Stoppable {
  /** True once the time is over. */
  readonly isOver: boolean;
  /** True once the time is over or the caller has cancelled. */
  readonly aborted: boolean;
  /** The whole time limit, in milliseconds. */
  readonly timeoutMs: number;
  /** Returns the milliseconds that are left. */
  left(): number;
  /** Waits. @throws the reason for which the call was stopped */
  pause(ms: number): Promise<void>;
}

/**
 * Runs `work` under a time limit.
 *
 * @param signal the caller's; it cancels the work
 * @param host the server's name in the message
 * @throws ToolError when the time is over; the signal's reason when it was aborted; otherwise what `work` throws
 */
export function withinDeadline<T>(
  timeoutMs: number,
  signal: Cancellation | undefined,
  host: string,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const deadline = new RunningDeadline(timeoutMs, signal);
  return promised(() => work(deadline)).then(
    (result) => {
      deadline.end();
      return result;
    },
    (error: unknown) => {
      throw deadline.endedBy(error, host);
    },
  );
}

/** Waits for shared work; aborting stops only this wait. @throws the signal's reason */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A time limit that runs until `end` or `endedBy` is called. */
export class RunningDeadline extends Cancellable implements Deadline, Expiring {
  readonly timeoutMs: number;
  readonly dueAt: number;
  readonly #caller: Cancellation | undefined;
  #stop: ((reason: unknown) => void) | undefined;
  isOver = false;
  previous: Linked | undefined;
  next: Linked | undefined;
  list: LinkedList | undefined;

  constructor(timeoutMs: number, caller: Cancellation | undefined) {
    super();
    this.timeoutMs = timeoutMs;
    this.dueAt = performance.now() + timeoutMs;
    this.#caller = caller;
    expiry.add(this);
    caller?.addEventListener("abort", this.#cancel);
  }

  onStop(stop: (reason: unknown) => void): void {
    this.#stop = stop;
    if (this.aborted) stop(this.reason);
  }

  left(): number {
    return Math.max(0, this.dueAt - performance.now());
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      this.onStop((reason) => {
        clearTimeout(timer);
        reject(reason as Error);
      });
    });
  }

  readonly #cancel = (): void => this.abort(this.#caller?.reason);

  override abort(reason: unknown): void {
    if (this.aborted) return;
    super.abort(reason);
    this.#stop?.(reason);
  }

  expire(): void {
    this.isOver = true;
    this.abort(new Error("The time is over."));
  }

  end(): void {
    expiry.remove(this);
    this.#caller?.removeEventListener("abort", this.#cancel);
  }

  /**
   * Ends the time limit of work that failed.
   *
   * @param host the server's name in the message
   * @returns why it failed: the signal's reason when it was aborted; a ToolError when the time is over; otherwise the error
   */
  endedBy(error: unknown, host: string): unknown {
    this.end();
    if (this.#caller?.aborted) return this.#caller.reason;
    return this.isOver
      ? new ToolError(`No answer from ${host} within ${this.timeoutMs} ms.`)
      : error;
  }
}
