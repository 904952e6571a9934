import { isDeepStrictEqual } from "node:util";

/** Whether two values of JSON or TOML are equal. Parsers differ in the prototypes of their objects, which a clone loses. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(structuredClone(one), structuredClone(other));
}
