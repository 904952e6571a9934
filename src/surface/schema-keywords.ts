import { shorten, tidy } from "./text.js";

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

const nestedDescriptionLimit = 160;

/** The description of a part of an argument, within its budget; undefined when there is none. */
export function nestedDescription(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  return shorten(tidy(text), nestedDescriptionLimit) || undefined;
}
