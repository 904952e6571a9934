import { addsNothing, shorten, tidy } from "../names/descriptions.js";

/** Keywords that input schemas keep: constraints and annotations that models and validators use. */
export const inputKeywords: ReadonlySet<string> = new Set(
  "type enum const format default required deprecated multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties dependentRequired contentEncoding contentMediaType".split(
    " ",
  ),
);

/**
 * Keywords that output schemas keep: those that describe the shape. A limit or pattern would only make clients reject a
 * result that the document describes inexactly.
 */
export const outputKeywords: ReadonlySet<string> = new Set(["type", "enum", "const", "required"]);

/** Keywords with subschemas that output schemas keep. */
export const outputSubschemas: ReadonlySet<string> = new Set(
  "properties items prefixItems additionalProperties allOf anyOf oneOf".split(" "),
);

/** Formats that add nothing to the type. */
const emptyFormats = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "int32",
  "float",
  "double",
]);

export function isEmptyFormat(format: unknown): boolean {
  return typeof format === "string" && emptyFormats.has(format);
}

/** Maximum length of a nested description, in characters. */
const nestedDescriptionLimit = 120;

/** Shortens the description of a part of an argument; undefined when it adds nothing to the property's name. */
export function nestedDescription(text: unknown, name: string): string | undefined {
  if (typeof text !== "string") return undefined;
  const description = shorten(tidy(text), nestedDescriptionLimit);
  return description === "" || addsNothing(description, name) ? undefined : description;
}
