import { defined } from "../../protocol/defined.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import { IncomingRequest } from "../../session/incoming-request.js";
import { withRelatedTask } from "./encoding.js";

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
