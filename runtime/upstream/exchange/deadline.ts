import { ToolError } from "../../protocol/tool-error.js";

/** The longest delay timers take; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** The time a call has. */
export interface Deadline {
  /** Aborted when the time is over or the caller gives up. */
  readonly signal: AbortSignal;
  /** True once the time is over. */
  readonly isOver: boolean;
  /** Milliseconds it had from the start. */
  readonly timeoutMs: number;
  /** Milliseconds that are left. */
  left(): number;
  /** Waits. @throws the signal's reason when it is aborted meanwhile */
  pause(ms: number): Promise<void>;
}

/**
 * Does work that must be done in time.
 *
 * @param signal the caller's, which ends the work early
 * @param host who is waited for, for the message
 * @throws ToolError when the time is over; the signal's reason when it was aborted; otherwise what `work` throws.
 */
export async function withinDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  host: string,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const cancel = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", cancel, { once: true });
  const deadline = new RunningDeadline(timeoutMs, controller);
  try {
    return await work(deadline);
  } catch (error) {
    signal?.throwIfAborted();
    if (deadline.isOver) throw new ToolError(`No answer from ${host} within ${timeoutMs} ms.`);
    throw error;
  } finally {
    deadline.stop();
    signal?.removeEventListener("abort", cancel);
  }
}

class RunningDeadline implements Deadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly #end: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isOver = false;

  constructor(timeoutMs: number, controller: AbortController) {
    this.signal = controller.signal;
    this.timeoutMs = timeoutMs;
    this.#end = performance.now() + timeoutMs;
    const expire = () => {
      this.#isOver = true;
      controller.abort();
    };
    this.#timer = setTimeout(expire, Math.min(timeoutMs, longestTimer));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  pause(ms: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
