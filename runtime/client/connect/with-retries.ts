import { isBrokenConnection } from "../../net/retries.js";
import type { ClientOptions } from "../client-options.js";
import { McpConnectionError } from "../errors.js";

const defaultAttempts = 3;
const defaultFirstMs = 250;
const defaultMostMs = 10_000;

/**
 * Connects; tries again with growing pauses while the server can't be reached.
 *
 * @throws what the last attempt throws; the reason of the signal
 */
export async function withRetries<T>(
  { retries = defaultAttempts, signal }: ClientOptions,
  connect: () => Promise<T>,
): Promise<T> {
  const {
    attempts = defaultAttempts,
    firstMs = defaultFirstMs,
    mostMs = defaultMostMs,
  } = typeof retries === "number" ? { attempts: retries } : retries;
  for (let round = 0; ; round += 1) {
    signal?.throwIfAborted();
    try {
      return await connect();
    } catch (error) {
      if (round >= attempts || signal?.aborted || !mayPass(error)) throw error;
    }
    // Clients that lost a server together should not come back together.
    const pauseMs = Math.min(mostMs, firstMs * 2 ** round);
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
  }
}

/** Failures of a connection that may pass by themselves. */
const passing = new Set([
  "ECONNREFUSED",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function mayPass(error: unknown): boolean {
  if (!(error instanceof McpConnectionError)) return false;
  if (error.code !== undefined) return error.code >= 502 && error.code <= 504;
  for (let level = error.cause, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    if (passing.has(String((level as { code?: unknown }).code))) return true;
    level = level.cause;
  }
  return isBrokenConnection(error);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
