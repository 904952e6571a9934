import type { MaybePromise } from "../../session/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";

/**
 * Waits for work no longer than it may take; then the signal it was given is aborted.
 *
 * @param outer aborts that signal too
 * @throws ToolError that says that it took too long
 */
export async function inTime<T>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => MaybePromise<T>,
): Promise<T> {
  const limit = new AbortController();
  const late = new Promise<never>((_, reject) => {
    limit.signal.addEventListener("abort", () => reject(limit.signal.reason as Error));
  });
  const timer = setTimeout(() => {
    limit.abort(new ToolError(`The call took longer than ${limitMs} ms and was given up.`));
  }, limitMs);
  try {
    return await Promise.race([work(AbortSignal.any([outer, limit.signal])), late]);
  } finally {
    clearTimeout(timer);
  }
}
