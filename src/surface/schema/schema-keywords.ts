import { addsNothing, shorten, tidy } from "../names/descriptions.js";

/** Constraints and annotations of an input that models and validators use. */
export const inputKeywords: ReadonlySet<string> = new Set(
  "type enum const format default required deprecated multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties dependentRequired contentEncoding contentMediaType".split(
    " ",
  ),
);

/**
 * What the schema of an answer keeps: its shape. A limit or a pattern would only make a client refuse an honest answer
 * that the document describes inexactly.
 */
export const outputKeywords: ReadonlySet<string> = new Set(["type", "enum", "const", "required"]);

/** Where schemas may stand in each direction. */
export const outputSubschemas: ReadonlySet<string> = new Set(
  "properties items prefixItems additionalProperties allOf anyOf oneOf".split(" "),
);

/** Formats that say no more than the type does. */
const emptyFormats = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "int32",
  "float",
  "double",
]);

export function saysNothing(format: unknown): boolean {
  return typeof format === "string" && emptyFormats.has(format);
}

/** In characters. */
const nestedDescriptionLimit = 120;

/**
 * The description of a part of an argument, within its budget; undefined when there is none, or when the name of the
 * property says as much.
 */
export function nestedDescription(text: unknown, name: string): string | undefined {
  if (typeof text !== "string") return undefined;
  const description = shorten(tidy(text), nestedDescriptionLimit);
  return description === "" || addsNothing(description, name) ? undefined : description;
}
