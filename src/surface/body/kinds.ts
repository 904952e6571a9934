import type { NamedSchemas, Schema } from "../../operations/model.js";
import { refName } from "../schema/object-shape.js";

const maxDepth = 8;

/** Whether a schema is, by reference, one that says by a discriminator that there are kinds of it, with members of their own. */
export function hasDiscriminatedSubtypes(
  schema: Schema,
  schemas: NamedSchemas,
  depth = 0,
): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target)
    return (
      target.subtypes !== undefined || hasDiscriminatedSubtypes(target.schema, schemas, depth + 1)
    );
  const [part, ...more] = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
  return (
    part !== undefined && more.length === 0 && hasDiscriminatedSubtypes(part, schemas, depth + 1)
  );
}
