/** Which era a server over HTTP is of. */
import { isBrokenConnection } from "../../net/retries.js";
import { errorCodes } from "../../protocol/protocol-error.js";
import { isModern } from "../../protocol/revisions.js";
import type { ClientOptions } from "../client-options.js";
import { McpAuthorizationError, McpCallError, McpConnectionError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { discover, initialize, olderRevision } from "../exchange/handshake.js";
import type { Agreement } from "../exchange/handshake.js";
import { startOf } from "./open-client.js";
import { KnownEras } from "./known-eras.js";

/** How long a server may keep silent about `server/discover` before the older handshake is tried. */
const probeMs = 10_000;

/** By URL without query. */
const knownEras = new KnownEras();

type Start = ReturnType<typeof startOf>;

/**
 * Agrees on a revision: asks what a server since 2026-07-28 offers, and falls back to the handshake of earlier revisions.
 * What was found is remembered for the URL, and found out again when it proves wrong.
 *
 * @throws McpHandshakeError if there is no common revision; what the requests throw
 * @see MCP 2026-07-28, Streamable HTTP, Backward Compatibility
 */
export async function agreeOverHttp(exchange: Exchange, url: URL): Promise<Agreement> {
  const start = startOf(exchange.options);
  const pinned = exchange.options.protocolVersion;
  if (pinned !== undefined) {
    return isModern(pinned) ? discover(exchange, start) : initialize(exchange, pinned, start);
  }
  const place = placeOf(url);
  if (knownEras.isOlder(place)) {
    try {
      return await initialize(exchange, undefined, start);
    } catch (error) {
      if (isDecisive(error, exchange.options)) throw error;
    }
  }
  const agreement = await findOut(exchange, start);
  knownEras.learn(place, agreement.revision);
  return agreement;
}

/** Returns what a server is remembered by. */
export function placeOf(url: URL): string {
  return url.origin + url.pathname;
}

async function findOut(exchange: Exchange, start: Start): Promise<Agreement> {
  const began = performance.now();
  try {
    return await discover(exchange, {
      ...start,
      timeoutMs: Math.min(probeMs, start.timeoutMs / 2),
    });
  } catch (error) {
    if (isDecisive(error, exchange.options) || isBusy(error)) throw error;
    const older = olderRevision(exchange, error);
    // Half is left, unless the user had to log in meanwhile.
    const left = Math.max(start.timeoutMs / 2, start.timeoutMs - (performance.now() - began));
    return initialize(exchange, older, { ...start, timeoutMs: left, maxMs: left });
  }
}

/** Errors that only servers since 2026-07-28 make, and that another handshake would not change. */
const modernErrors: readonly (number | undefined)[] = [
  errorCodes.headerMismatch,
  errorCodes.missingClientCapability,
];

/** Whether an error says nothing about the era of the server. */
function isDecisive(error: unknown, { signal }: ClientOptions): boolean {
  if (signal?.aborted || error instanceof McpAuthorizationError) return true;
  if (error instanceof McpCallError) return modernErrors.includes(error.code);
  // A connection that was not made has no status.
  return error instanceof McpConnectionError && error.code === undefined;
}

/** Whether an answer is that of a busy server, or of the gateway before it. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof McpConnectionError)) return false;
  const { code = 0 } = error;
  return code === 429 || (code >= 502 && code <= 504);
}

/**
 * Whether the answer to `initialize` may be that of a server of 2024-11-05, which takes no POST at this URL.
 *
 * @see MCP 2026-07-28, Streamable HTTP, HTTP+SSE Transport
 */
export function mayNeedSse(error: unknown): boolean {
  if (!(error instanceof McpConnectionError)) return false;
  const { code = 0 } = error;
  return (code >= 400 && code < 500 && code !== 408 && code !== 429) || code === 501;
}

/** Failures of a connection that may pass by themselves. */
const passing: ReadonlySet<unknown> = new Set([
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

/** Whether another attempt to connect may succeed. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof McpConnectionError)) return false;
  if (error.code !== undefined) return isBusy(error) && error.code !== 429;
  for (let level = error.cause, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    if (passing.has((level as { code?: unknown }).code)) return true;
    level = level.cause;
  }
  return isBrokenConnection(error);
}
