import type { Operation } from "../../contract/operation.js";

/** Whether a call is retried. */
export interface RetryPolicy {
  /** Maximum number of retries. */
  readonly retries: number;
  /** Called before each wait. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/** @see RFC 9110 section 9.2.2, and draft-ietf-httpbis-safe-method-w-body for QUERY */
const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"]);

const defaultRetries = 2;

/** Returns how often a call is retried. @param usual the server's default for calls that may be repeated */
export function retriesOf({ retries, request, expose }: Operation, usual = defaultRetries): number {
  if (retries !== undefined) return retries;
  const hints = "annotations" in expose ? expose.annotations : undefined;
  // A route map may know better than the HTTP method.
  const repeatable =
    hints?.idempotentHint ?? hints?.readOnlyHint ?? idempotentMethods.has(request.method);
  return repeatable ? usual : 0;
}

/**
 * Returns the milliseconds to wait before a retry: those of `Retry-After`, else exponential. Random jitter keeps
 * callers that were refused together from coming back together.
 *
 * @param round number of retries so far
 * @param left milliseconds that the call has left
 * @returns undefined if the request must not be retried or the wait exceeds `left`
 */
export function waitBefore(response: Response, round: number, left: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const requested = retryAfter(response.headers);
  const wait =
    requested === undefined
      ? 500 * 2 ** round * (0.5 + Math.random() / 2)
      : requested + Math.random() * Math.min(250, requested / 10);
  return wait < left ? wait : undefined;
}

/** Returns the milliseconds in `Retry-After`; undefined if absent or malformed. @see RFC 9110 section 10.2.3 */
export function retryAfter(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Codes of broken connections: the server may have closed one that was kept alive. */
const broken = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Whether a request failed because its connection broke. */
export function isBrokenConnection(error: unknown): boolean {
  for (let level: unknown = error, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    const { code } = level as { code?: unknown };
    if (typeof code === "string" && broken.has(code)) return true;
    level = level.cause;
  }
  return false;
}

/** Formats milliseconds: `2 s`, `0.4 s`. */
export function seconds(ms: number): string {
  return `${ms < 10_000 ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000)} s`;
}
