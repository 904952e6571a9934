import type { Operation } from "../../contract/operation.js";

/** A call that may be sent again. */
export interface RetryPolicy {
  /** How often. */
  readonly retries: number;
  /** Told before each wait. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/** @see RFC 9110 section 9.2.2, and draft-ietf-httpbis-safe-method-w-body for QUERY */
const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"]);

const defaultRetries = 2;

/** How often a call of an operation is sent again, unless a server says otherwise for all. */
export function retriesOf({ retries, request, expose }: Operation, usual = defaultRetries): number {
  if (retries !== undefined) return retries;
  const hints = "annotations" in expose ? expose.annotations : undefined;
  // What somebody wrote of the tool counts more than the method.
  const repeatable =
    hints?.idempotentHint ?? hints?.readOnlyHint ?? idempotentMethods.has(request.method);
  return repeatable ? usual : 0;
}

/**
 * How long to wait before a refused request is sent again: as long as `Retry-After` says, else longer each time.
 * Somewhat more than that, so that callers refused together don't come back together.
 *
 * @param round how often it was sent again already
 * @param left milliseconds the call has left; a wait beyond them makes no sense
 * @returns undefined when it should not be sent again
 */
export function waitBefore(response: Response, round: number, left: number): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined;
  const asked = retryAfter(response.headers);
  const wait =
    asked === undefined
      ? 500 * 2 ** round * (0.5 + Math.random() / 2)
      : asked + Math.random() * Math.min(250, asked / 10);
  return wait < left ? wait : undefined;
}

/** Milliseconds that `Retry-After` asks to wait; undefined when it says nothing. @see RFC 9110 section 10.2.3 */
export function retryAfter(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = /^[A-Za-z]{3}/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Connections that broke under a request: the server may have closed one that was kept for reuse. */
const broken = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** True when a request failed because its connection broke. */
export function isBrokenConnection(error: unknown): boolean {
  for (let level: unknown = error, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    const { code } = level as { code?: unknown };
    if (typeof code === "string" && broken.has(code)) return true;
    level = level.cause;
  }
  return false;
}

/** A length of time for a person: `2 s`, `0.4 s`. */
export function seconds(ms: number): string {
  return `${ms < 10_000 ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000)} s`;
}
