import { startTimeLimit } from "../../protocol/limits/time-limit.js";
import type { ExchangeOptions } from "./open-request.js";

/**
 * Waits for work that many wait for and nobody may end, no longer than one of them wants to.
 *
 * @param late makes the error when the time is over
 * @throws the error of the work, the signal's reason, or that error
 */
export function within<T>(
  work: () => Promise<T>,
  { signal, timeoutMs = Infinity }: Pick<ExchangeOptions, "signal" | "timeoutMs">,
  late: (ms: number) => Error,
): Promise<T> {
  if (signal?.aborted) return Promise.reject(signal.reason as Error);
  if (!signal && timeoutMs === Infinity) return work();
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener("abort", abort);
    const timer = startTimeLimit(timeoutMs, () => reject(late(timeoutMs)));
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    work().then(resolve, reject).finally(end);
  });
}
