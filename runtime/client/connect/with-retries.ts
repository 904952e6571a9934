import type { ClientOptions, RetryOptions } from "../client-options.js";
import { growingPause } from "../growing-pause.js";

const defaults: Required<RetryOptions> = { attempts: 3, firstMs: 250, mostMs: 10_000 };

/**
 * Repeats an attempt to connect after pauses that grow.
 *
 * @param mayHelp whether another attempt may succeed after this error
 * @param attempts how many there are after the first, unless the options say so
 * @throws the error of the last attempt; the reason of the signal
 */
export async function withRetries<T>(
  { retries, signal }: Pick<ClientOptions, "retries" | "signal">,
  attempt: () => Promise<T>,
  mayHelp: (error: unknown) => boolean,
  attempts: number = defaults.attempts,
): Promise<T> {
  const chosen = typeof retries === "number" ? { attempts: retries } : retries;
  const plan = { ...defaults, attempts, ...chosen };
  for (let count = 0; ; count++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (count >= plan.attempts || signal?.aborted || !mayHelp(error)) throw error;
    }
    await pause(growingPause(plan, count), signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
