import { isObject } from "../../protocol/json.js";

/** Makes the data of a log message: the message alone, or an object with the further facts. */
export function logData(message: string, data: unknown): unknown {
  if (data === undefined) return message;
  return isObject(data) && !(data instanceof Error) ? { message, ...data } : { message, data };
}
