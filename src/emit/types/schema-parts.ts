import type { NamedSchemas, Schema } from "../../operations/model.js";
import { isLeftOut, type Direction } from "../../surface/schema/directions.js";
import { refName } from "../../surface/schema/object-shape.js";
import { spend } from "../../diagnostics/work.js";

export type SchemaObject = Exclude<Schema, boolean>;

/** A property that a schema requires without describing it. */
export interface RequiredMember {
  readonly name: string;
  /** Schemas of the property in other parts of the whole, all of which apply; empty if no part describes it. */
  readonly schemas: readonly Schema[];
}

/**
 * Returns the properties that a schema requires and that are described elsewhere or nowhere: `required` applies to the
 * value, wherever the property is declared.
 *
 * @param around the schemas that apply to the same value, such as the one that has this one in its `allOf`
 * @see JSON Schema 2020-12 validation, section 6.5.3
 */
export function requiredElsewhere(
  schema: SchemaObject,
  around: readonly Schema[],
  direction: Direction,
  schemas: NamedSchemas,
): readonly RequiredMember[] {
  const target = schemas.get(refName(schema["$ref"]) ?? "")?.schema;
  const names = new Set([
    ...requiredNames(schema).filter((name) => !describes(schema, name)),
    ...(target === undefined || isPlain(schema, around) ? [] : unseenNames(target, schemas)),
  ]);
  if (names.size === 0) return [];
  const parts = partsOf([schema, ...around], schemas);
  return [...names].flatMap((name) => {
    const found = parts
      .filter((part) => describes(part, name))
      .map((part) => propertyOf(part, name));
    const isLeft = found.some((each) => isLeftOut(each, direction, schemas));
    return isLeft ? [] : [{ name, schemas: found }];
  });
}

/** Whether nothing beside the schema's reference can describe a property. */
function isPlain(schema: SchemaObject, around: readonly Schema[]): boolean {
  return around.length === 0 && schema["properties"] === undefined && schema["allOf"] === undefined;
}

/** Returns the names that a referenced schema requires and that only a schema around it can describe. */
function unseenNames(target: Schema, schemas: NamedSchemas): readonly string[] {
  const parts = partsOf([target], schemas);
  return parts
    .flatMap(requiredNames)
    .filter((name) => parts.every((part) => !describes(part, name)));
}

export function propertyOf(part: SchemaObject, name: string): Schema {
  return (part["properties"] as Readonly<Record<string, Schema>>)[name]!;
}

export function describes(part: SchemaObject, name: string): boolean {
  return isRecord(part["properties"]) && Object.hasOwn(part["properties"], name);
}

/** Returns the names of the members that a schema requires. */
export function requiredNames(schema: SchemaObject): readonly string[] {
  return (schema["required"] as readonly string[] | undefined) ?? [];
}

/** Returns the schemas that apply to the same value as these: they, their references and their `allOf`, at any depth. */
export function partsOf(all: readonly Schema[], schemas: NamedSchemas): readonly SchemaObject[] {
  const parts = new Set<SchemaObject>();
  const pending = [...all];
  for (let at = 0; at < pending.length; at++) {
    const part = pending[at]!;
    if (typeof part === "boolean" || parts.has(part)) continue;
    parts.add(part);
    spend(1);
    const target = schemas.get(refName(part["$ref"]) ?? "")?.schema;
    if (target !== undefined) pending.push(target);
    pending.push(...((part["allOf"] as readonly Schema[] | undefined) ?? []));
  }
  return [...parts];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
