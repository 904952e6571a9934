import type { IncomingRequest } from "../../session/incoming-request.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { PreparedResult } from "../../session/result.js";
import { useCalls } from "./lazy-calls.js";
import type { ServerCore } from "./method.js";

/** Answers a list request. @throws ProtocolError -32602 if the cursor is not valid */
export function listPage(
  { lists }: ServerCore,
  request: IncomingRequest,
): MaybePromise<PreparedResult> {
  return (
    lists.pageForAll(request) ??
    useCalls(request, ({ RequestContext }) => lists.pageFor(request, new RequestContext(request)))
  );
}
