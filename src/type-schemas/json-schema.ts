/** A JSON Schema (2020-12) that is being written. */
export type Schema = { [keyword: string]: unknown };

/** A type that has no JSON Schema. */
export class UnsupportedType extends Error {}

/** Keywords that a JSDoc tag gives a schema, each with the kind of its value. */
const keywords: Readonly<Record<string, "number" | "text" | "flag" | "value">> = {
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  minLength: "number",
  maxLength: "number",
  minItems: "number",
  maxItems: "number",
  uniqueItems: "flag",
  deprecated: "flag",
  pattern: "text",
  format: "text",
  title: "text",
  default: "value",
};

/**
 * Returns the keyword that a JSDoc tag states, if it states one: `@minimum 0`, `@format uuid`, `@asType integer`.
 *
 * @throws UnsupportedType for a value that the keyword can't have
 */
export function keywordOf(tag: string, text: string): Schema | undefined {
  if (tag === "asType") {
    if (text === "integer" || text === "number" || text === "string") return { type: text };
    throw new UnsupportedType(`@asType ${text} is none of integer, number and string`);
  }
  const kind = Object.hasOwn(keywords, tag) ? keywords[tag] : undefined;
  switch (kind) {
    case undefined:
      return undefined;
    case "number":
      if (text === "" || !Number.isFinite(Number(text)))
        throw new UnsupportedType(`@${tag} needs a number`);
      return { [tag]: Number(text) };
    case "flag":
      return { [tag]: true };
    case "text":
      return { [tag]: text };
    case "value":
      return { [tag]: valueOf(text) };
  }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
