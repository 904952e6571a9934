import { refuseGuess } from "./arguments.js";
import { jsonText } from "./json-text.js";

/** A value as RFC 6570 sees it: a string, a list or an associative array of strings. */
export type ValueShape =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [key: string, text: string])[] };

/**
 * Reads a JSON value as RFC 6570 does. Undefined for what it calls undefined, which sends nothing: null, an empty
 * array or object, and ones that hold only null. Composite members of an array or object become JSON text: neither
 * RFC 6570 nor OpenAPI defines them.
 *
 * @see RFC 6570 section 2.3; OpenAPI 3.2 appendices B and C
 */
export function shapeOf(value: unknown): ValueShape | undefined {
  if (Array.isArray(value)) {
    const items = value.map(scalarText).filter((text) => text !== undefined);
    return items.length === 0 ? undefined : { kind: "list", items };
  }
  if (typeof value === "object" && value !== null) {
    const entries: (readonly [string, string])[] = [];
    for (const [key, member] of Object.entries(value)) {
      const text = scalarText(member);
      if (text !== undefined) entries.push([key, text]);
    }
    return entries.length === 0 ? undefined : { kind: "map", entries };
  }
  const text = scalarText(value);
  return text === undefined ? undefined : { kind: "scalar", text };
}

/** The text of one value; undefined for null and for nothing. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return undefined;
  if (typeof value === "object") return jsonText(value);
  return String(typeof value === "number" ? refuseGuess(value) : value);
}
