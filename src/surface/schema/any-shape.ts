import type { NamedSchemas, Schema } from "../../operations/model.js";
import { objectShape, type ObjectShape } from "./object-shape.js";

/**
 * Objects of which a value is any, read as one: all members of all. Nothing is required of it.
 *
 * @returns undefined when one of them is no plain object
 */
export function shapeOfAny(
  alternatives: readonly Schema[],
  schemas: NamedSchemas,
): Pick<ObjectShape, "properties" | "additional"> | undefined {
  const properties = new Map<string, Schema>();
  const further: Schema[] = [];
  for (const alternative of alternatives) {
    const shape = objectShape(alternative, schemas);
    if (!shape) return undefined;
    for (const [name, schema] of shape.properties) {
      const known = properties.get(name);
      properties.set(name, known === undefined ? schema : either(known, schema));
    }
    if (shape.additional !== undefined) further.push(shape.additional);
  }
  // What only some say of further members does not hold for all.
  if (further.length < alternatives.length) return { properties };
  return { properties, additional: further.reduce(either) };
}

function either(one: Schema, other: Schema): Schema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  return { anyOf: [one, other] };
}
