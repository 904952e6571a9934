import { ToolError } from "../../protocol/tool-error.js";

/** The longest delay a timer supports; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** The time limit of a call. */
export interface Deadline {
  /** Aborted when the time is over or the caller cancels. */
  readonly signal: AbortSignal;
  /** True once the time is over. */
  readonly isOver: boolean;
  /** The whole time limit, in milliseconds. */
  readonly timeoutMs: number;
  /** Returns the milliseconds that are left. */
  left(): number;
  /** Waits. @throws the signal's reason when it is aborted */
  pause(ms: number): Promise<void>;
}

/**
 * Runs `work` under a time limit.
 *
 * @param signal the caller's; it cancels the work
 * @param host the server's name in the message
 * @throws ToolError when the time is over; the signal's reason when it was aborted; otherwise what `work` throws
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

/** Waits for shared work; aborting stops only this wait. @throws the signal's reason */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
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
