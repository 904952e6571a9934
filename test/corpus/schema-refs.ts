export type JsonObject = { readonly [name: string]: unknown };

/** Keywords whose value is a schema, a list of schemas, or a mapping of names to schemas. */
const one = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const list = ["allOf", "anyOf", "oneOf", "prefixItems"];
const named = ["$defs", "dependentSchemas", "patternProperties", "properties"];

/** Returns the values of `$ref` in a JSON Schema 2020-12. Examples, defaults and enums are data and are skipped. */
export function refsOf(schema: unknown): string[] {
  const refs: string[] = [];
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current !== "object" || current === null) continue;
    const keywords = current as JsonObject;
    if (typeof keywords["$ref"] === "string") refs.push(keywords["$ref"]);
    for (const keyword of one) open.push(keywords[keyword]);
    for (const keyword of [...list, ...named]) open.push(...Object.values(keywords[keyword] ?? {}));
  }
  return refs;
}
