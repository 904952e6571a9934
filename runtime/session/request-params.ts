import { member } from "../protocol/json.js";
import { errorCodes, ProtocolError } from "../protocol/protocol-error.js";
import type { IncomingRequest } from "./incoming-request.js";

/** Longer than any server's URIs and ids: what is longer is not remembered for a client. */
export const maxKeptLength = 8_192;

/** A parameter that must be there and text. @throws ProtocolError -32602 */
export function textParameter({ method, params }: IncomingRequest, name: string): string {
  const value = member(params, name);
  if (typeof value === "string") return value;
  throw new ProtocolError(errorCodes.invalidParams, `\`${method}\` needs \`${name}\`: a string.`);
}
