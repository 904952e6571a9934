import { planForm } from "./form-body.js";
import { jsonText } from "./json-text.js";
import { essenceOf, isJsonType } from "../../contract/media-type.js";
import { encodeReservedInQuery, encodeUnreserved } from "../text/percent-encoding.js";
import { scalarText } from "./value-shape.js";

const writeForm = planForm({});

/**
 * Writes a whole query string from one value (3.2's `in: querystring`); undefined when it sends nothing. A text is the
 * query itself; an object is written by the parameter's media type.
 *
 * @see OpenAPI 3.2 Parameter Locations
 */
export function queryString(content: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const essence = essenceOf(content);
  if (isJsonType(essence)) return encodeUnreserved(jsonText(value));
  if (typeof value !== "object") return encodeReservedInQuery(scalarText(value) ?? "") || undefined;
  if (essence === "application/x-www-form-urlencoded") return writeForm(value) || undefined;
  return encodeUnreserved(jsonText(value));
}
