import type { NamedSchemas, Schema } from "../../operations/model.js";
import { refName, type ObjectShape } from "../schema/object-shape.js";

const maxDepth = 8;
const annotations = ["title", "description", "deprecated", "example", "examples", "$comment"];

/**
 * Whether some value of a schema has members, which are the fields of a form.
 *
 * @see RFC 7578 section 4.2: each part must have a name; OpenAPI 3.2 Encoding `multipart` Media Types
 */
export function hasFields(schema: Schema, schemas: NamedSchemas, depth = 0): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return schema !== false;
  const { type } = schema;
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).includes("object")) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target && !hasFields(target.schema, schemas, depth + 1)) return false;
  const can = (one: Schema): boolean => hasFields(one, schemas, depth + 1);
  const choices = [schema["oneOf"], schema["anyOf"]] as (readonly Schema[] | undefined)[];
  const parts = (schema["allOf"] ?? []) as readonly Schema[];
  return choices.every((some) => some?.some(can) ?? true) && parts.every(can);
}

/** Whether a body's schema says nothing of its fields: there may be any. */
export function isFreeForm(
  schema: Schema,
  shape: ObjectShape | undefined,
  schemas: NamedSchemas,
): boolean {
  if (!shape) return saysNothing(schema, schemas, 0);
  const { properties, additional } = shape;
  return properties.size === 0 && (additional === undefined || additional === true);
}

function saysNothing(schema: Schema, schemas: NamedSchemas, depth: number): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return schema === true;
  return Object.entries(schema).every(([key, value]) => {
    if (key !== "$ref") return annotations.includes(key);
    const target = schemas.get(refName(value) ?? "");
    return target !== undefined && saysNothing(target.schema, schemas, depth + 1);
  });
}
