import type { NamedSchemas, Schema } from "../../operations/model.js";
import { liftSingleRef, refName } from "./object-shape.js";

/**
 * Returns the discriminated subtypes that may be given in place of the schema that a reference names; none if the
 * reference is how a subtype includes what is general.
 *
 * @param schema a schema that is no part of an `allOf`
 * @param name the name of the schema, if it is a named one
 * @see OpenAPI 3.2 Discriminator Object
 */
export function subtypeChoices(
  schema: Exclude<Schema, boolean>,
  name: string | undefined,
  schemas: NamedSchemas,
): readonly string[] {
  const { $ref, anyOf } = liftSingleRef(schema);
  const { subtypes = [] } = schemas.get(refName($ref) ?? "") ?? {};
  const isSubtype = name !== undefined && subtypes.includes(name);
  return isSubtype || anyOf !== undefined ? [] : subtypes;
}
