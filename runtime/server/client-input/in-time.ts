import { startTimeLimit } from "../../protocol/limits/time-limit.js";
import { ToolTimeoutError } from "../../protocol/tool-error.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";

/**
 * Runs work with a time limit, after which its signal is aborted.
 *
 * @param outer also aborts the signal
 * @param late makes the result of work that takes too long from the error
 * @throws ToolTimeoutError if the work takes too long; what `late` throws
 */
export async function inTime<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => MaybePromise<T>,
  late?: (error: ToolTimeoutError) => MaybePromise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timeout = new Promise<never>((_, reject) => {
    limit.signal.addEventListener("abort", () => reject(limit.signal.reason as Error));
  });
  const timer = startTimeLimit(limitMs, () => limit.abort(new ToolTimeoutError(limitMs)));
  try {
    return await Promise.race([work(AbortSignal.any([outer, limit.signal])), timeout]);
  } catch (error) {
    if (!late || error !== limit.signal.reason) throw error;
    return await late(error as ToolTimeoutError);
  } finally {
    clearTimeout(timer);
  }
}
