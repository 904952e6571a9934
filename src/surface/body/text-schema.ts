import type { NamedSchemas, Schema } from "../../operations/model.js";
import { refName } from "../schema/object-shape.js";

const scalars: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);
const maxDepth = 8;

/** Returns the schema of a text body: its own if that is a scalar, which is written without quotes, else any string. */
export function textSchema(schema: Schema | undefined, schemas: NamedSchemas): Schema {
  return schema !== undefined && isScalar(schema, schemas, 0) ? schema : { type: "string" };
}

/**
 * Extends a query parameter's schema by the empty string, which sends the parameter without a value.
 *
 * @see OpenAPI 3.2 Parameter Object, `allowEmptyValue`
 */
export function withEmptyText(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  return allowsEmptyText(schema) ? schema : { anyOf: [schema, { const: "" }] };
}

function isScalar(schema: Schema, schemas: NamedSchemas, depth: number): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target) return isScalar(target.schema, schemas, depth + 1);
  const { type } = schema;
  if (Array.isArray(type)) return type.every((one) => scalars.has(one));
  return scalars.has(type);
}

/** Whether a schema allows the empty string. An array counts: an empty one is sent as a name without a value. */
function allowsEmptyText(schema: Exclude<Schema, boolean>): boolean {
  if (schema["type"] === "array") return true;
  const restricting = [
    "minLength",
    "pattern",
    "format",
    "enum",
    "const",
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
  ];
  const isText = schema["type"] === undefined || schema["type"] === "string";
  return isText && restricting.every((keyword) => schema[keyword] === undefined);
}
