import { defined } from "../../../runtime/protocol/defined.js";
import { isDeepStrictEqual } from "node:util";
import type { NamedSchemas, Schema } from "../../operations/model.js";

/** A schema read as a plain object: members by name, nothing else that matters. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Schema>;
  /** Names of `properties`. */
  readonly required: ReadonlySet<string>;
  readonly minProperties?: number;
  /** Schema of further members; absent when nothing is said of them or they are forbidden. */
  readonly additional?: Schema;
}

/** Keywords that say more of an object than a list of members can. */
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
 * Reads a schema as a plain object: references followed, `allOf` merged.
 *
 * @returns undefined when it is no object, or more than a list of members: a union, a map, conditions.
 */
export function objectShape(schema: Schema, schemas: NamedSchemas): ObjectShape | undefined {
  const builder = new ShapeBuilder(schemas);
  return builder.add(schema, 0) ? builder.shape() : undefined;
}

/** `#/$defs/Pet` → `Pet` */
export function refName(ref: unknown): string | undefined {
  return typeof ref === "string" && ref.startsWith("#/$defs/") ? ref.slice(8) : undefined;
}

/** The name that a schema refers to when it says nothing else. */
export function plainRefName(schema: Schema): string | undefined {
  if (typeof schema === "boolean" || Object.keys(schema).length > 1) return undefined;
  return refName(schema["$ref"]);
}

class ShapeBuilder {
  readonly #schemas: NamedSchemas;
  readonly #properties = new Map<string, Schema>();
  readonly #required = new Set<string>();
  #isObject = false;
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
    if (typeof schema["minProperties"] === "number") this.#minProperties = schema["minProperties"];
    if (schema["$ref"] !== undefined) {
      const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
      if (!target || !this.add(target.schema, depth + 1)) return false;
    }
    const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
    if (properties) this.#addProperties(properties);
    for (const name of (schema["required"] as readonly string[] | undefined) ?? []) {
      this.#required.add(name);
    }
    const parts = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
    return parts.every((part) => this.add(part, depth + 1));
  }

  shape(): ObjectShape | undefined {
    if (!this.#isObject) return undefined;
    // A member that is required but not described is a member all the same.
    for (const name of this.#required) {
      if (!this.#properties.has(name)) this.#properties.set(name, true);
    }
    return {
      properties: this.#properties,
      required: this.#required,
      ...defined({ minProperties: this.#minProperties, additional: this.#additional }),
    };
  }

  #addType(type: unknown): boolean {
    if (type === undefined) return true;
    this.#isObject = true;
    return Array.isArray(type)
      ? type.includes("object") && type.every((one) => one === "object" || one === "null")
      : type === "object";
  }

  #addFurther(further: unknown): boolean {
    if (further === undefined || further === false) return true;
    // Two descriptions of further members can't be told as one.
    if (this.#additional !== undefined) return false;
    this.#additional = further as Schema;
    return true;
  }

  #addProperties(properties: Readonly<Record<string, Schema>>): void {
    this.#isObject = true;
    for (const [name, schema] of Object.entries(properties)) {
      const known = this.#properties.get(name);
      if (known === undefined || known === true) this.#properties.set(name, schema);
      else if (schema !== true && !isDeepStrictEqual(known, schema)) {
        this.#properties.set(name, { allOf: [known, schema] });
      }
    }
  }
}
