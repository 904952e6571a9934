import { isObject, type JsonObject } from "../../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";

const nothing: { readonly [name: string]: string } = Object.freeze(
  Object.create(null) as { readonly [name: string]: string },
);

/** An object of texts that may be left out. @throws ProtocolError -32602 */
export function stringArguments(value: unknown, what: string): { readonly [name: string]: string } {
  if (value === undefined) return nothing;
  if (isObject(value) && Object.values(value).every((each) => typeof each === "string")) {
    return value as JsonObject as { readonly [name: string]: string };
  }
  throw new ProtocolError(errorCodes.invalidParams, `${what} must be an object of strings.`);
}
