/** Answers in JSON, and those that need no service: to requests that are refused by their head or their form. */
import { errorMessage } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Content, HeaderFields, Outlet } from "./exchange.js";

export const noFields: HeaderFields = {};
const jsonFields: HeaderFields = { "content-type": "application/json" };

/** Refuses a request in the words of a JSON-RPC error without an id. */
export function refuseHttp(
  outlet: Outlet,
  status: number,
  reason: string,
  fields: HeaderFields,
  code: number = errorCodes.invalidRequest,
): void {
  sendJson(outlet, status, fields, errorMessage(undefined, new ProtocolError(code, reason)));
}

export function sendJson(
  outlet: Outlet,
  status: number,
  fields: HeaderFields,
  body: Content,
): void {
  outlet.send(status, fields === noFields ? jsonFields : { ...fields, ...jsonFields }, body);
}
