import { digitsIn } from "../../protocol/exact-integers.js";
import { isObject } from "../../protocol/json.js";

/**
 * Encodes a value of JSON with its members in the order of their names, so that equal values have equal texts. Large integers
 * keep their digits; undefined members are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((each, index) => encoded(value, index, each)).join(",")}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${encoded(value, name, value[name])}`);
  return `{${members.join(",")}}`;
}

function encoded(container: object, key: string | number, value: unknown): string {
  return digitsIn(container)?.get(key) ?? canonicalJson(value);
}
