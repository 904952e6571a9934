import { isObject } from "../../protocol/json.js";
import type { PropertyEncoding } from "../../contract/operation.js";
import { scalarText } from "./value-shape.js";

/**
 * Joins the lists within a list, so that the items become texts. Any other value stays.
 *
 * @see Swagger 2.0 Items Object, `collectionFormat`
 */
export function joinItemLists(value: unknown, delimiters: readonly string[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (Array.isArray(item) ? joined(item, delimiters, 0) : item));
}

/** Joins such lists in the properties of a form. */
export function joinPropertyLists(
  value: unknown,
  encoding: { readonly [property: string]: PropertyEncoding },
): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    const { itemDelimiters } = Object.hasOwn(encoding, name) ? encoding[name]! : {};
    return [name, itemDelimiters ? joinItemLists(each, itemDelimiters) : each];
  });
  return Object.fromEntries(entries) as unknown;
}

function joined(list: readonly unknown[], delimiters: readonly string[], level: number): string {
  return list
    .map((item) => (Array.isArray(item) ? joined(item, delimiters, level + 1) : scalarText(item)))
    .filter((text) => text !== undefined)
    .join(delimiters[level] ?? ",");
}
