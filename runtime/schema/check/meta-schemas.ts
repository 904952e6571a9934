/** The schemas of schemas, for the few schemas that refer to them. @see JSON Schema 2020-12, 8.1.2 */
import type { JsonObject } from "../../protocol/json.js";
import type { Dialect } from "../dialect.js";
import { formsOf, isOlder, type Form } from "./dialects.js";
import { SchemaDocument } from "./schema-document.js";

const uris: Readonly<Record<Dialect, string>> = {
  "draft-04": "http://json-schema.org/draft-04/schema",
  "draft-06": "http://json-schema.org/draft-06/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

const names = ["array", "boolean", "integer", "null", "number", "object", "string"];
const strings = { type: "array", items: { type: "string" }, uniqueItems: true };
const texts = ["$id", "id", "$schema", "$comment", "title", "description", "format"];
/** @see JSON Schema 2020-12, 8.2.1 and 8.2.2; 2019-09, 8.2.2 and 8.2.3 */
const identifiers: Readonly<Partial<Record<Dialect, Readonly<Record<string, string>>>>> = {
  "2019-09": { $id: "^[^#]*#?$", $anchor: "^[A-Za-z][-A-Za-z0-9.:_]*$" },
  "2020-12": {
    $id: "^[^#]*#?$",
    $anchor: "^[A-Za-z_][-A-Za-z0-9._]*$",
    $dynamicAnchor: "^[A-Za-z_][-A-Za-z0-9._]*$",
  },
};
const counts = /^(min|max)(Length|Items|Properties|Contains)$/;

/** Makes the document of a dialect's meta-schema. */
export function metaSchemaOf(dialect: Dialect): SchemaDocument {
  return new SchemaDocument(metaSchema(dialect), dialect, undefined, uris[dialect]);
}

function metaSchema(dialect: Dialect): JsonObject {
  const self = selfReference(dialect);
  const properties: Record<string, unknown> = {};
  for (const name of texts) properties[name] = { type: "string" };
  for (const [name, form] of formsOf[dialect]) properties[name] = schemaOf(name, form, self);
  const type = dialect === "draft-04" ? "object" : ["object", "boolean"];
  const definitions = {
    nonNegativeInteger: { type: "integer", minimum: 0 },
    positiveInteger: { type: "integer", minimum: 0 },
    simpleTypes: { enum: names },
    stringArray: strings,
    schemaArray: { type: "array", minItems: 1, items: self },
  };
  if (isOlder(dialect)) return { type, properties, definitions };
  for (const [name, pattern] of Object.entries(identifiers[dialect] ?? {})) {
    properties[name] = { type: "string", pattern };
  }
  const own =
    dialect === "2019-09" ? { $recursiveAnchor: true } : ({ $dynamicAnchor: "meta" } as const);
  return { $id: uris[dialect], ...own, type, properties, $defs: definitions };
}

/** Schemas that extend a dialect are also used for what they contain. */
function selfReference(dialect: Dialect): JsonObject {
  if (dialect === "2020-12") return { $dynamicRef: "#meta" };
  return dialect === "2019-09" ? { $recursiveRef: "#" } : { $ref: "#" };
}

function schemaOf(name: string, form: Form, self: JsonObject): JsonObject {
  const list = { type: "array", minItems: 1, items: self };
  const map = (values: unknown): JsonObject => ({ type: "object", additionalProperties: values });
  switch (form) {
    case "schema":
      // In draft-04 only these may be booleans.
      return name.startsWith("additional") ? { anyOf: [self, { type: "boolean" }] } : self;
    case "schemas":
      return list;
    case "schema or schemas":
      return { anyOf: [self, list] };
    case "named schemas":
      return map(self);
    case "named schemas or names":
      return map({ anyOf: [self, strings] });
    case "lists":
      return map(strings);
    case "type":
      return {
        anyOf: [
          { enum: names },
          { type: "array", items: { enum: names }, minItems: 1, uniqueItems: true },
        ],
      };
    case "number":
      if (counts.test(name)) return { type: "integer", minimum: 0 };
      return { type: "number", ...(name === "multipleOf" && { minimum: Number.MIN_VALUE }) };
    case "number or boolean":
      return { type: "boolean" };
    case "list":
      return name === "enum" ? { type: "array" } : strings;
    case "value":
      return {};
    default:
      return { type: form };
  }
}
