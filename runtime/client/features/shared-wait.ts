import type { RequestOptions } from "../client.js";
import { McpTimeoutError } from "../errors.js";

/**
 * Waits for work that several calls share. The signal and the time of one call end only its own wait.
 *
 * @param late says what did not happen, for the error
 * @throws McpTimeoutError; the signal's reason; otherwise what the work throws
 */
export function sharedWait<T>(
  work: Promise<T>,
  { signal, timeoutMs = Infinity }: RequestOptions,
  server: string,
  late: string,
): Promise<T> {
  if (!signal && timeoutMs === Infinity) return work;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) return giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
    const timeOut = (): void => {
      reject(new McpTimeoutError(`${server} ${late} within ${timeoutMs} ms.`, { server }));
    };
    const timer = timeoutMs === Infinity ? undefined : setTimeout(timeOut, timeoutMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    });
  });
}
