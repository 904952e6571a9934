/** What is known about when to repeat an HTTP request. */

/**
 * Returns the milliseconds in a `Retry-After` header; undefined if absent or malformed.
 *
 * @see RFC 9110 section 10.2.3
 */
export function retryAfter(
  header: string | null | undefined,
  now: number = Date.now(),
): number | undefined {
  const value = header?.trim();
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
