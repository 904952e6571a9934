import { member } from "../protocol/json.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import type { IncomingRequest } from "./incoming-request.js";

/** Maximum length of a URI or id that is stored for a client; more than any server needs. */
export const maxStoredLength = 8_192;

/** Returns a required string parameter. @throws ProtocolError -32602 */
export function textParameter({ method, params }: IncomingRequest, name: string): string {
  const value = member(params, name);
  if (typeof value === "string") return value;
  throw new ProtocolError(errorCodes.invalidParams, `\`${method}\` needs \`${name}\`, a string.`);
}
