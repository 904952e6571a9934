import { isObject } from "../protocol/json.js";
import { jsonText } from "./json-text.js";
import { essenceOf, isJsonType } from "./media-type.js";
import type { PropertyEncoding } from "./operation.js";
import { encodeForm } from "./percent-encoding.js";
import { planQuery } from "./query.js";
import { scalarText } from "./value-shape.js";

/**
 * Writes an object as `application/x-www-form-urlencoded`. Anything else is taken as the finished text.
 *
 * A property whose encoding has `style`, `explode` or `allowReserved` is written as a query parameter is. Any other
 * is written by its content type, arrays item by item: primitive values as text and objects as JSON, unless the
 * encoding says that they all are JSON.
 *
 * @see OpenAPI 3.2 Encoding Object, and Encoding the `x-www-form-urlencoded` Media Type
 */
export function formText(
  value: unknown,
  encoding: { readonly [property: string]: PropertyEncoding },
): string {
  if (!isObject(value)) return scalarText(value) ?? "";
  const pairs: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const rules = Object.hasOwn(encoding, name) ? encoding[name]! : {};
    if (
      rules.style !== undefined ||
      rules.explode !== undefined ||
      rules.allowReserved !== undefined
    ) {
      const { contentType: _, ...format } = rules;
      pairs.push(...planQuery({ name, ...format })(member));
      continue;
    }
    const json = rules.contentType !== undefined && isJsonType(essenceOf(rules.contentType));
    for (const item of Array.isArray(member) ? member : [member]) {
      const text = json && item !== undefined ? jsonText(item) : scalarText(item);
      if (text !== undefined) pairs.push(`${encodeForm(name)}=${encodeForm(text)}`);
    }
  }
  return pairs.join("&");
}
