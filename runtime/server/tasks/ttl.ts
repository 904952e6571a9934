/** How long tasks are kept. */
import { isObject, member } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { TaskSettings } from "./settings.js";

/** Shorter than this no client could fetch a result. */
const minTtlMs = 1_000;

/**
 * How long a client wants a task kept, at 2025-11-25; undefined when it does not say.
 *
 * @throws ProtocolError -32602
 * @see MCP 2025-11-25 TaskMetadata
 */
export function wantedTtl({ params }: IncomingRequest): number | undefined {
  const task = member(params, "task");
  if (!isObject(task)) {
    throw new ProtocolError(errorCodes.invalidParams, "`task` must be an object.");
  }
  const ttl = member(task, "ttl");
  // Some clients write null for as long as possible; the server's own limit is that.
  if (ttl === null) return Infinity;
  if (ttl === undefined || (typeof ttl === "number" && ttl >= 0)) return ttl;
  throw new ProtocolError(
    errorCodes.invalidParams,
    "`task.ttl` must be a number of milliseconds, and not negative.",
  );
}

/** How long a task is kept for which a client asks for some time, or for none in particular. */
export function grantedTtl(wanted: number | undefined, { ttlMs, maxTtlMs }: TaskSettings): number {
  if (wanted === undefined) return ttlMs;
  return Math.min(Math.max(Math.ceil(wanted), minTtlMs), maxTtlMs);
}
