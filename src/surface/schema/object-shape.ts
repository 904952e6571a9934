import { defined } from "../../../runtime/protocol/defined.js";
import { isDeepStrictEqual } from "node:util";
import type { NamedSchemas, Schema } from "../../operations/model.js";

/** A schema that is no more than a list of properties. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Schema>;
  /** Names of `properties`. */
  readonly required: ReadonlySet<string>;
  /** The largest of its parts. */
  readonly minProperties?: number;
  /** Schema of additional properties; absent when they are not described or forbidden. */
  readonly additional?: Schema;
  /** No other properties are allowed. */
  readonly isClosed?: true;
  /** Null is allowed, too. */
  readonly nullable?: true;
  /** A part forbids properties that other parts have: `additionalProperties: false` knows those beside it only. */
  readonly conflicting?: true;
}

/** Keywords that a list of properties can't express. */
const shapingKeywords = [
  "oneOf",
  "anyOf",
  "not",
  "if",
  "enum",
  "const",
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
  "dependentRequired",
  "maxProperties",
  "$dynamicRef",
] as const;

const maxDepth = 32;

/**
 * Reads a schema as a plain object: follows references and merges `allOf`.
 *
 * @returns undefined when it is not an object, or more than a list of properties: a union, conditions.
 */
export function objectShape(schema: Schema, schemas: NamedSchemas): ObjectShape | undefined {
  const builder = new ShapeBuilder(schemas);
  return builder.add(schema, 0) ? builder.shape() : undefined;
}

/** `#/$defs/Pet` → `Pet` */
export function refName(ref: unknown): string | undefined {
  return typeof ref === "string" && ref.startsWith("#/$defs/") ? ref.slice(8) : undefined;
}

/** Returns the name that a schema refers to if it has no other keyword. */
export function plainRefName(schema: Schema): string | undefined {
  if (typeof schema === "boolean" || Object.keys(schema).length > 1) return undefined;
  return refName(schema["$ref"]);
}

/** Turns `{ allOf: [{ $ref }], description }`, how 3.0 documents describe a reference, into `{ $ref, description }`. */
export function liftSingleRef(schema: Exclude<Schema, boolean>): Exclude<Schema, boolean> {
  const parts = schema["allOf"] as readonly Schema[] | undefined;
  if (parts?.length !== 1 || schema["$ref"] !== undefined) return schema;
  const [part] = parts;
  if (typeof part !== "object" || plainRefName(part) === undefined) return schema;
  const { allOf: _, ...rest } = schema;
  return { ...rest, ...part };
}

class ShapeBuilder {
  readonly #schemas: NamedSchemas;
  readonly #properties = new Map<string, Schema>();
  readonly #required = new Set<string>();
  /** The names that parts describe, in order, with repetitions. */
  readonly #described: string[] = [];
  /** The only names that a part allows. */
  readonly #closures: ReadonlySet<string>[] = [];
  #isObject = false;
  /** Undefined without a `type`. */
  #isNullable: boolean | undefined;
  #minProperties: number | undefined;
  #additional: Schema | undefined;

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
  }

  add(schema: Schema, depth: number): boolean {
    if (typeof schema === "boolean" || depth > maxDepth) return false;
    if (shapingKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return false;
    if (!this.#addType(schema["type"])) return false;
    if (!this.#addFurther(schema["additionalProperties"])) return false;
    if (!this.#addFurther(schema["unevaluatedProperties"])) return false;
    this.#addMinimum(schema["minProperties"]);
    const described = this.#described.length;
    if (schema["$ref"] !== undefined) {
      const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
      if (!target || !this.add(target.schema, depth + 1)) return false;
    }
    const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
    if (properties) this.#addProperties(properties);
    for (const name of (schema["required"] as readonly string[] | undefined) ?? []) {
      this.#required.add(name);
    }
    if (schema["additionalProperties"] === false) {
      this.#closures.push(new Set(Object.keys(properties ?? {})));
    }
    const parts = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
    if (!parts.every((part) => this.add(part, depth + 1))) return false;
    if (schema["unevaluatedProperties"] === false) {
      this.#closures.push(new Set(this.#described.slice(described)));
    }
    return true;
  }

  shape(): ObjectShape | undefined {
    if (!this.#isObject) return undefined;
    // A property may be required without being described.
    for (const name of this.#required) {
      if (!this.#properties.has(name)) this.#properties.set(name, true);
    }
    const names = [...this.#properties.keys()];
    return {
      properties: this.#properties,
      required: this.#required,
      ...defined({
        minProperties: this.#minProperties,
        additional: this.#additional,
        isClosed: this.#closures.length > 0 || undefined,
        nullable: this.#isNullable === true ? true : undefined,
        conflicting:
          this.#closures.some((allowed) => !names.every((name) => allowed.has(name))) || undefined,
      }),
    };
  }

  #addMinimum(minimum: unknown): void {
    if (typeof minimum !== "number") return;
    this.#minProperties = Math.max(minimum, this.#minProperties ?? 0);
  }

  #addType(type: unknown): boolean {
    if (type === undefined) return true;
    this.#isObject = true;
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    this.#isNullable = (this.#isNullable ?? true) && types.includes("null");
    return types.includes("object") && types.every((one) => one === "object" || one === "null");
  }

  #addFurther(further: unknown): boolean {
    if (further === undefined || further === false) return true;
    // Two schemas of additional properties can't be merged.
    if (this.#additional !== undefined) return false;
    this.#additional = further as Schema;
    return true;
  }

  #addProperties(properties: Readonly<Record<string, Schema>>): void {
    this.#isObject = true;
    for (const [name, schema] of Object.entries(properties)) {
      this.#described.push(name);
      const known = this.#properties.get(name);
      if (known === undefined || known === true) this.#properties.set(name, schema);
      else if (schema !== true && !isDeepStrictEqual(known, schema)) {
        this.#properties.set(name, { allOf: [known, schema] });
      }
    }
  }
}

/**
 * Reads alternative objects as one with the properties of all, none of them required.
 *
 * @returns undefined when one of them is not a plain object
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
  // A schema of additional properties holds only if all alternatives have one.
  if (further.length < alternatives.length) return { properties };
  return { properties, additional: further.reduce(either) };
}

function either(one: Schema, other: Schema): Schema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  return { anyOf: [one, other] };
}
