import type { Operation } from "../../contract/operation.js";
import { retryAfter } from "../../net/retries.js";
import type { Deadline } from "./deadline.js";
import type { ApiResponse } from "./sender.js";

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
 * @param deadline of the call
 * @returns undefined if the request must not be retried or the call has not as much time left
 */
export function waitBefore(
  response: ApiResponse,
  round: number,
  deadline: Pick<Deadline, "left">,
): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const requested = retryAfter(response.headers.get("retry-after"));
  const wait =
    requested === undefined
      ? 500 * 2 ** round * (0.5 + Math.random() / 2)
      : requested + Math.random() * Math.min(250, requested / 10);
  return wait < deadline.left() ? wait : undefined;
}

/** Formats milliseconds: `2 s`, `0.4 s`. */
export function seconds(ms: number): string {
  return `${ms < 10_000 ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000)} s`;
}
