import { defined } from "../../protocol/defined.js";
import { isObject } from "../../protocol/json.js";
import { jsonText } from "./json-text.js";
import { essenceOf, isJsonType } from "../../contract/media-type.js";
import type { PropertyEncoding, XmlShape } from "../../contract/operation.js";
import { encodeForm } from "../../protocol/text/percent-encoding.js";
import { planQuery, type QueryWriter } from "./query.js";
import { scalarText } from "./value-shape.js";

/** Writes an object as the text of a form. */
export type FormWriter = (value: unknown) => string;

type XmlWriter = (shape: XmlShape, value: unknown) => string;

/**
 * Prepares `application/x-www-form-urlencoded` bodies: objects become pairs, other values are sent as finished text.
 *
 * A property whose encoding has `style`, `explode` or `allowReserved` is written like a query parameter. Any other
 * is written by its content type, arrays item by item: primitive values as text and objects as JSON, unless the content
 * type is JSON for all. Objects are written as XML if the encoding has a shape for it.
 *
 * @param xmlText writes XML; needed for encodings that have `xml`
 * @see OpenAPI 3.2 Encoding Object, and Encoding the `x-www-form-urlencoded` Media Type
 */
export function planForm(
  encoding: { readonly [property: string]: PropertyEncoding },
  xmlText?: XmlWriter,
): FormWriter {
  const writers = new Map(
    Object.entries(encoding).map(([name, rules]) => [name, planProperty(name, rules, xmlText)]),
  );
  return (value) => {
    if (!isObject(value)) return scalarText(value) ?? "";
    const pairs: string[] = [];
    for (const [name, each] of Object.entries(value)) {
      const write = writers.get(name);
      pairs.push(...(write ? write(each) : contentPairs(name, each, scalarText)));
    }
    return pairs.join("&");
  };
}

function planProperty(
  name: string,
  rules: PropertyEncoding,
  xmlText: XmlWriter | undefined,
): QueryWriter {
  const { contentType, style, explode, allowReserved, xml } = rules;
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) {
    return planQuery(defined({ name, style, explode, allowReserved }));
  }
  if (xml && xmlText) {
    return (value) =>
      contentPairs(name, value, (item) => (isObject(item) ? xmlText(xml, item) : scalarText(item)));
  }
  const json = contentType !== undefined && isJsonType(essenceOf(contentType));
  const write = json ? jsonOrNothing : scalarText;
  return (value) => contentPairs(name, value, write);
}

function jsonOrNothing(value: unknown): string | undefined {
  return value === undefined ? undefined : jsonText(value);
}

function contentPairs(
  name: string,
  value: unknown,
  write: (item: unknown) => string | undefined,
): readonly string[] {
  const pairs: string[] = [];
  for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const text = write(item);
    if (text !== undefined) pairs.push(`${encodeForm(name)}=${encodeForm(text)}`);
  }
  return pairs;
}
