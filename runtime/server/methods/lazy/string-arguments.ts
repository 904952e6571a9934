import { isObject, type JsonObject } from "../../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../../protocol/protocol-error.js";

const noArguments: { readonly [name: string]: string } = Object.freeze(
  Object.create(null) as { readonly [name: string]: string },
);

/** Returns an optional object of strings. @throws ProtocolError -32602 */
export function stringArguments(value: unknown, name: string): { readonly [name: string]: string } {
  if (value === undefined) return noArguments;
  if (isObject(value) && Object.values(value).every((each) => typeof each === "string")) {
    return value as JsonObject as { readonly [name: string]: string };
  }
  throw new ProtocolError(errorCodes.invalidParams, `${name} must be an object of strings.`);
}
