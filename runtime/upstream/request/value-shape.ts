import { refuseGuess } from "./arguments.js";
import type { ParameterStyle } from "../../contract/operation.js";
import { jsonText } from "./json-text.js";

/** A value in RFC 6570: a string, a list or an associative array of strings. */
export type ValueShape =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [key: string, text: string])[] };

/**
 * Reads a JSON value as RFC 6570 does. Undefined, which sends nothing, is the result for null, an
 * empty array or object, and one that holds only null. Arrays and objects inside become JSON text, because
 * neither RFC 6570 nor OpenAPI defines them.
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

/** Returns the text of a value; undefined for null and undefined. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return undefined;
  if (typeof value === "object") return jsonText(value);
  return String(typeof value === "number" ? refuseGuess(value) : value);
}

const delimiters: { readonly [style in ParameterStyle]?: string } = {
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/**
 * Returns the delimiter between values that are not exploded, before percent-encoding.
 *
 * @see OpenAPI 3.2 Style Values; Swagger 2.0 Parameter Object, `collectionFormat`, which includes paths and headers
 */
export function delimiterOf(style: ParameterStyle | undefined): string {
  return (style && delimiters[style]) ?? ",";
}

/** Returns the delimiter for a URL. The comma stays, as URLs allow it. */
export function encodedDelimiterOf(style: ParameterStyle | undefined): string {
  const delimiter = delimiterOf(style);
  return delimiter === "," ? delimiter : encodeURIComponent(delimiter);
}
