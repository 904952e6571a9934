import { ToolError } from "../../protocol/tool-error.js";
import type { MaybePromise } from "../../session/maybe-promise.js";

/**
 * Runs work with a time limit, after which its signal is aborted.
 *
 * @param outer also aborts the signal
 * @throws ToolError if the work takes too long
 */
export async function inTime<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => MaybePromise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timeout = new Promise<never>((_, reject) => {
    limit.signal.addEventListener("abort", () => reject(limit.signal.reason as Error));
  });
  const timer = setTimeout(() => {
    limit.abort(new ToolError(`The call took longer than ${limitMs} ms and was given up.`));
  }, limitMs);
  try {
    return await Promise.race([work(AbortSignal.any([outer, limit.signal])), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
