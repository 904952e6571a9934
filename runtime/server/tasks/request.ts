import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { IncomingRequest } from "../../session/incoming-request.js";
import { withRelatedTask } from "./encoding.js";
import type { TaskSettings } from "./settings.js";

/**
 * Makes the request that the handler of a task sees. The original one is already answered, so that progress goes
 * through `notify`. That works at 2025-11-25; the extension has no progress notifications.
 *
 * @param notify sends the text of a notification to the client
 * @see MCP 2025-11-25, Tasks, Task Progress Notifications; SEP-2663, Task Status Notifications
 */
export function taskRequest(
  request: IncomingRequest,
  taskId: string,
  notify: (text: string) => void,
): IncomingRequest {
  const { id, method, params, protocolVersion, envelope, session } = request;
  const { caller, authorizer, peer, headers, network } = request;
  const seen = new IncomingRequest({
    id,
    method,
    params,
    protocolVersion,
    ...defined({ envelope }),
    ...(session && { session, notify: (text) => notify(related(text, taskId)) }),
    ...defined({ caller, authorizer, peer, headers, network }),
  });
  seen.lifespan = request.lifespan;
  seen.server = request.server;
  return seen;
}

/** Adds the task to the text of a notification. */
function related(text: string, taskId: string): string {
  const message = JSON.parse(text) as JsonObject;
  const { params } = message;
  return JSON.stringify({
    ...message,
    params: withRelatedTask(isObject(params) ? params : {}, taskId),
  });
}

/** Minimum lifetime of a task, so that clients can fetch the result. */
const minTtlMs = 1_000;

/**
 * Returns the lifetime that a client requests for a task, at 2025-11-25; undefined if it requests none.
 *
 * @throws ProtocolError -32602
 * @see MCP 2025-11-25 TaskMetadata
 */
export function requestedTtl({ params }: IncomingRequest): number | undefined {
  const task = member(params, "task");
  if (!isObject(task)) {
    throw new ProtocolError(errorCodes.invalidParams, "`task` must be an object.");
  }
  const ttl = member(task, "ttl");
  // Some clients send null for an unlimited lifetime; it is reduced to the server's maximum.
  if (ttl === null) return Infinity;
  if (ttl === undefined || (typeof ttl === "number" && ttl >= 0)) return ttl;
  throw new ProtocolError(
    errorCodes.invalidParams,
    "`task.ttl` must be a non-negative number of milliseconds.",
  );
}

/** Returns the lifetime of a task for the requested one, within the limits of the server. */
export function grantedTtl(
  requested: number | undefined,
  { ttlMs, maxTtlMs }: TaskSettings,
): number {
  if (requested === undefined) return ttlMs;
  return Math.min(Math.max(Math.ceil(requested), minTtlMs), maxTtlMs);
}
