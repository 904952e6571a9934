import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { IncomingRequest } from "../../session/incoming-request.js";
import { withRelatedTask } from "./encoding.js";
import type { TaskSettings } from "./settings.js";

/**
 * The request that a task was begun by, as its handler sees it: answered long ago, yet with a way to tell of progress
 * where the revision has one. That is at 2025-11-25; the extension has none.
 *
 * @param tell sends a notification to wherever the client listens
 * @see MCP 2025-11-25, Tasks, Task Progress Notifications; SEP-2663, Task Status Notifications
 */
export function taskRequest(
  request: IncomingRequest,
  taskId: string,
  notify: (text: string) => void,
): IncomingRequest {
  const { id, method, params, protocolVersion, envelope, session, caller, headers, network } =
    request;
  const seen = new IncomingRequest({
    id,
    method,
    params,
    protocolVersion,
    ...defined({ envelope }),
    ...(session && { session, notify: (text) => notify(related(text, taskId)) }),
    ...defined({
      caller,
      headers,
      network,
    }),
  });
  seen.lifespan = request.lifespan;
  return seen;
}

/** The text of a notification, with the task it belongs to. */
function related(text: string, taskId: string): string {
  const message = JSON.parse(text) as JsonObject;
  const { params } = message;
  return JSON.stringify({
    ...message,
    params: withRelatedTask(isObject(params) ? params : {}, taskId),
  });
}

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
