import type { IncomingRequest } from "../../session/incoming-request.js";
import type { PreparedResult } from "../../session/result.js";
import { RequestContext } from "../client-input/request-context.js";
import type { ServerCore } from "./method.js";

/** Answers a list request. @throws ProtocolError -32602 if the cursor is not valid */
export function listPage(
  { lists }: ServerCore,
  request: IncomingRequest,
): PreparedResult | Promise<PreparedResult> {
  return lists.pageForAll(request) ?? lists.pageFor(request, new RequestContext(request));
}
