import { isObject } from "../../protocol/json.js";

/** Makes the data of a log message: the message alone, or an object with the further facts. */
export function logData(message: string, data: unknown): unknown {
  if (data === undefined) return message;
  // JSON writes an error as `{}`.
  if (data instanceof Error) return { message, data: String(data) };
  return isObject(data) ? { message, ...data } : { message, data };
}
