import type { JsonObject } from "../../protocol/json.js";
import { isProtocolMethod } from "../../session/own-method.js";

/** Receives the params of a notification. */
export type NotificationHandler = (params: JsonObject, method: string) => void;

/** Stands for all methods that the protocol does not define. */
export const otherMethods = "other";

/** Returns the method by which the handlers of a notification are known. */
export function handledAs(method: string): string {
  return isProtocolMethod(method) ? method : otherMethods;
}
