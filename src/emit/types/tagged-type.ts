import type { NamedSchemas, Schema, Tag } from "../../operations/model.js";
import { isLeftOut, type Direction } from "../../surface/schema/directions.js";
import {
  describes,
  partsOf,
  propertyOf,
  requiredNames,
  type SchemaObject,
} from "./schema-parts.js";
import {
  intersectionOf,
  isWord,
  literalType,
  neverType,
  nullType,
  unionOf,
  type TypeNode,
} from "./type-node.js";

/** The discriminator of a union, with the tags of each alternative. */
export interface Discriminator {
  readonly propertyName: string;
  readonly tags: readonly (readonly Tag[] | null)[];
}

export function discriminatorOf(schema: SchemaObject): Discriminator | undefined {
  return schema["discriminator"] as Discriminator | undefined;
}

/**
 * Returns the type of an alternative with the values of the discriminating property that stand for it, so that a union
 * narrows by them and refuses others.
 *
 * @param whole the schemas that apply to the alternative's value
 */
export function taggedType(
  type: TypeNode,
  whole: readonly Schema[],
  property: string,
  tags: readonly Tag[],
  { direction, schemas }: { readonly direction: Direction; readonly schemas: NamedSchemas },
): TypeNode {
  if (tags.length === 0) return neverType;
  const parts = partsOf(whole, schemas);
  if (isWord(type, "unknown") || !parts.some(isObjectSchema)) return type;
  const described = parts.filter((part) => describes(part, property));
  const properties = described.map((part) => propertyOf(part, property));
  if (properties.some((each) => isLeftOut(each, direction, schemas))) return type;
  if (properties.some((each) => isWithin(each, tags, schemas))) return type;
  const required = parts.some((part) => requiredNames(part).includes(property));
  const member = { name: property, required, type: unionOf(tags.map(literalType)), doc: [] };
  const tagged = intersectionOf([type, { kind: "object", members: [member] }]);
  return isNullable(parts) ? unionOf([tagged, nullType]) : tagged;
}

function isObjectSchema({ type, properties }: SchemaObject): boolean {
  return properties !== undefined || [type].flat().includes("object");
}

/** Whether a property's schema itself allows these values only. */
function isWithin(property: Schema, tags: readonly unknown[], schemas: NamedSchemas): boolean {
  return partsOf([property], schemas).some((part) => {
    const values = Object.hasOwn(part, "const") ? [part["const"]] : part["enum"];
    return Array.isArray(values) && values.every((value) => tags.includes(value));
  });
}

function isNullable(parts: readonly SchemaObject[]): boolean {
  const types = parts.flatMap(({ type }) => (type === undefined ? [] : [[type].flat()]));
  return types.length > 0 && types.every((each) => each.includes("null"));
}
