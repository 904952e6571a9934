/** JSON answers, and refusals that need no service. */
import { safeFields } from "../access/safe-fields.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Content, HeaderFields, Outlet } from "./exchange.js";

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

export function sendJson(
  outlet: Outlet,
  status: number,
  fields: HeaderFields,
  body: Content,
): void {
  outlet.send(status, fields === safeFields ? jsonFields : { ...fields, ...jsonFields }, body);
}
