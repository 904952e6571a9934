import type { NamedSchemas, Schema } from "../../operations/model.js";
import { refName } from "./object-shape.js";
import { subtypeChoices } from "./subtype-choices.js";
import { forEachSubschema } from "./subschemas.js";

export type Direction = "input" | "output";

/**
 * Whether a property is left out in a direction: readOnly properties of input (in 2.0 and 3.0), writeOnly ones of output.
 * The property's schema may be marked itself, or by a reference or `allOf`.
 *
 * @see OpenAPI 3.0.4 Schema Object, `readOnly` and `writeOnly`
 */
export function isLeftOut(property: Schema, direction: Direction, schemas: NamedSchemas): boolean {
  return marked(property, direction === "input" ? "readOnly" : "writeOnly", schemas, 0);
}

const maxDepth = 8;

function marked(schema: Schema, mark: string, schemas: NamedSchemas, depth: number): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  if (typeof schema[mark] === "boolean") return schema[mark];
  const target = schema["$ref"] === undefined ? undefined : schemas.get(refName(schema["$ref"])!);
  if (target && marked(target.schema, mark, schemas, depth + 1)) return true;
  const parts = schema["allOf"] as readonly Schema[] | undefined;
  return parts?.some((part) => marked(part, mark, schemas, depth + 1)) ?? false;
}

/** Whether a schema, or one that applies to the same instance, has a property of this name that is left out. */
export function leavesOut(
  schema: Schema,
  name: string,
  direction: Direction,
  schemas: NamedSchemas,
  depth = 0,
): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
  if (properties && Object.hasOwn(properties, name)) {
    return isLeftOut(properties[name] ?? true, direction, schemas);
  }
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target && leavesOut(target.schema, name, direction, schemas, depth + 1)) return true;
  return ["allOf", "anyOf", "oneOf"].some((keyword) => {
    const parts = schema[keyword] as readonly Schema[] | undefined;
    return parts?.some((part) => leavesOut(part, name, direction, schemas, depth + 1));
  });
}

/** Returns the schemas that differ as input and output: they, or schemas that they refer to, leave out properties. */
export function differingSchemas(schemas: NamedSchemas): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const differing = new Set<string>();
  const addUser = (used: string, name: string): void => {
    const list = users.get(used);
    if (list) list.push(name);
    else users.set(used, [name]);
  };
  for (const { name, schema, uses } of schemas.values()) {
    for (const used of uses) {
      addUser(used, name);
      // A schema refers to the subtypes, too, unless it is one of them.
      const { subtypes = [] } = schemas.get(used) ?? {};
      if (!subtypes.includes(name)) for (const subtype of subtypes) addUser(subtype, name);
    }
    if (leavesOutProperties(schema, schemas)) differing.add(name);
  }
  // Iteration of a set includes elements added meanwhile.
  for (const name of differing) {
    for (const user of users.get(name) ?? []) differing.add(user);
  }
  return differing;
}

function leavesOutProperties(schema: Schema, schemas: NamedSchemas): boolean {
  if (typeof schema === "boolean") return false;
  let found = false;
  forEachSubschema(schema, (subschema, keyword) => {
    found ||=
      (keyword === "properties" &&
        (isLeftOut(subschema, "input", schemas) || isLeftOut(subschema, "output", schemas))) ||
      leavesOutProperties(subschema, schemas);
  });
  return found;
}

/**
 * Adds to `found` the names that a schema and its subschemas refer to in a direction; in input also the discriminated
 * subtypes that may be given in place of a schema.
 *
 * @param at `name` is that of a named schema; `isPart` is true in an `allOf`
 */
export function collectRefs(
  schema: Schema,
  direction: Direction,
  schemas: NamedSchemas,
  found: Set<string>,
  at: { readonly name?: string; readonly isPart?: boolean } = {},
): void {
  if (typeof schema === "boolean") return;
  const name = refName(schema["$ref"]);
  if (name !== undefined) found.add(name);
  if (direction === "input" && !at.isPart) {
    for (const choice of subtypeChoices(schema, at.name, schemas)) found.add(choice);
  }
  forEachSubschema(schema, (subschema, keyword) => {
    if (keyword === "properties" && isLeftOut(subschema, direction, schemas)) return;
    collectRefs(subschema, direction, schemas, found, { isPart: keyword === "allOf" });
  });
}
