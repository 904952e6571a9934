import { isObject, type JsonObject } from "../protocol/json.js";
import { valueText } from "./value-types.js";

/** Keywords of two schemas that can be merged. */
export const mergeable = new Set(["properties", "required", "type", "description", "nullable"]);

export function bothProperties(one: unknown, other: unknown): JsonObject {
  if (!isObject(one) || !isObject(other)) return {};
  const properties = new Map(Object.entries(one));
  for (const [name, schema] of Object.entries(other)) {
    const known = properties.get(name);
    const isSame = known === undefined || valueText(known) === valueText(schema);
    properties.set(name, isSame ? schema : { allOf: [known, schema] });
  }
  return { properties: Object.fromEntries(properties) };
}

export function bothLists(one: unknown, other: unknown): JsonObject {
  if (!Array.isArray(one) || !Array.isArray(other)) return {};
  return { required: [...new Set<unknown>([...one, ...other])] };
}

/** Returns the types that two schemas have in common; undefined unless both name types. */
export function commonTypes(one: unknown, other: unknown): readonly unknown[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  const [left, right] = [[one].flat(), [other].flat()];
  const narrower = (from: readonly unknown[], to: readonly unknown[]): readonly unknown[] =>
    from.filter((type) => to.includes(type) || (type === "integer" && to.includes("number")));
  return [...new Set([...narrower(left, right), ...narrower(right, left)])];
}
