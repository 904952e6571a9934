import type { IncomingRequest } from "../../session/incoming-request.js";
import { shareOf } from "../../session/owner.js";
import { ChangeBuffer } from "../notifications/changes.js";
import type { Methods, ServerCore } from "./method.js";
import { useLazyHandlers } from "./lazy-handlers.js";

/** @see MCP 2026-07-28, Subscriptions */
export function subscriptionMethods(core: ServerCore): Methods {
  return [
    [
      "subscriptions/listen",
      {
        eras: "modern",
        names: "filter",
        handle: (request) => listen(core, request),
      },
    ],
  ];
}

/** Buffers changes from the arrival of the request on, while the handler is loading. */
async function listen(core: ServerCore, request: IncomingRequest): Promise<string> {
  const changes = new ChangeBuffer(core.changes, shareOf(request.caller));
  try {
    return await useLazyHandlers(request, (handlers) => handlers.listen(core, request, changes));
  } finally {
    changes.stop();
  }
}
