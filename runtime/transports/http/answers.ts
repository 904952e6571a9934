/** JSON answers, and refusals that need no service. */
import { safeFields } from "../access/safe-fields.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Reply } from "../../session/answer.js";
import type { Content, HeaderFields, Outlet } from "./exchange.js";

/** What is sent of a response. */
export type Sent = Pick<Reply, "text" | "parts" | "retryAfter">;

const jsonFields: HeaderFields = { ...safeFields, "content-type": "application/json" };

/** Refuses a request with a JSON-RPC error without an id. */
export function refuseHttp(
  outlet: Outlet,
  status: number,
  reason: string,
  fields: HeaderFields,
  code: number = errorCodes.invalidRequest,
): void {
  sendJson(outlet, status, fields, errorMessage(undefined, new ProtocolError(code, reason)));
}

/** Sends a response. One to a caller that sends too many requests says when to try again. @see RFC 6585, section 4 */
export function sendReply(outlet: Outlet, status: number, fields: HeaderFields, reply: Sent): void {
  const { parts, retryAfter } = reply;
  // The text of a response in parts would be made only now.
  if (retryAfter === undefined) return sendJson(outlet, status, fields, parts ?? reply.text);
  sendJson(outlet, 429, { ...fields, "retry-after": String(retryAfter) }, reply.text);
}

export function sendJson(
  outlet: Outlet,
  status: number,
  fields: HeaderFields,
  body: Content,
): void {
  outlet.send(status, fields === safeFields ? jsonFields : { ...fields, ...jsonFields }, body);
}
