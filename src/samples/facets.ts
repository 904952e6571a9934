/** What the keywords of one or several schemas ask of one value, together. */
import type { Schema } from "../operations/model.js";
import type { Random } from "./random.js";

export type Fields = Exclude<Schema, boolean>;

/** Finds a named schema by its `$ref`. */
export type Lookup = (ref: string) => Schema | undefined;

/** References and compositions followed to reach a type. */
const maxHops = 48;

/** All the schemas that one value must satisfy, with one choice of each `oneOf` and `anyOf` made. */
export class Facets {
  readonly #parts: readonly Fields[];

  private constructor(parts: readonly Fields[]) {
    this.#parts = parts;
  }

  /** Undefined when nothing can satisfy them. */
  static of(schemas: readonly Schema[], lookup: Lookup, random: Random): Facets | undefined {
    const parts: Fields[] = [];
    const open = (schema: Schema, hops: number): boolean => {
      if (typeof schema === "boolean") return schema;
      if (hops > maxHops) return false;
      parts.push(schema);
      if (typeof schema["$ref"] === "string") {
        const target = lookup(schema["$ref"]);
        if (target !== undefined && !open(target, hops + 1)) return false;
      }
      for (const part of listOf(schema["allOf"])) if (!open(part, hops + 1)) return false;
      for (const keyword of ["oneOf", "anyOf"]) {
        const choices = listOf(schema[keyword]).filter((choice) => choice !== false);
        if (choices.length === 0) continue;
        const filled = choices.filter((choice) => !isNull(choice));
        if (!open(random.pick(filled.length > 0 ? filled : choices), hops + 1)) return false;
      }
      return true;
    };
    return schemas.every((schema) => open(schema, 0)) ? new Facets(parts) : undefined;
  }

  /** The types it may have; undefined when nothing is said of them. */
  get types(): readonly string[] | undefined {
    let types: readonly string[] | undefined;
    for (const part of this.#parts) {
      const said = typeof part["type"] === "string" ? [part["type"]] : part["type"];
      if (!Array.isArray(said)) continue;
      types = types === undefined ? (said as string[]) : narrowed(types, said as string[]);
    }
    return types;
  }

  /** The values it may have: of `enum` and `const`; undefined when these are not used. */
  get values(): readonly unknown[] | undefined {
    let values: readonly unknown[] | undefined;
    for (const part of this.#parts) {
      const said = Object.hasOwn(part, "const") ? [part["const"]] : part["enum"];
      if (!Array.isArray(said)) continue;
      const texts = new Set(said.map((value) => JSON.stringify(value)));
      values = values?.filter((value) => texts.has(JSON.stringify(value))) ?? said;
    }
    return values;
  }

  /** The values of a keyword, wherever it is used. */
  all(keyword: string): readonly unknown[] {
    return this.#parts.flatMap((part) => (Object.hasOwn(part, keyword) ? [part[keyword]] : []));
  }

  has(...keywords: readonly string[]): boolean {
    return keywords.some((keyword) => this.#parts.some((part) => Object.hasOwn(part, keyword)));
  }

  greatest(keyword: string): number | undefined {
    return bound(this.all(keyword), Math.max);
  }

  least(keyword: string): number | undefined {
    return bound(this.all(keyword), Math.min);
  }

  /** Every schema of every member, by name. */
  get properties(): ReadonlyMap<string, readonly Schema[]> {
    const properties = new Map<string, Schema[]>();
    for (const said of this.all("properties")) {
      for (const [name, schema] of Object.entries(said as Record<string, Schema>)) {
        const list = properties.get(name);
        if (list) list.push(schema);
        else properties.set(name, [schema]);
      }
    }
    return properties;
  }

  get required(): ReadonlySet<string> {
    return new Set(this.all("required").flatMap((said) => (Array.isArray(said) ? said : [])));
  }

  /** Whether a member may have this name, as far as `additionalProperties: false` tells. */
  allows(name: string): boolean {
    return this.#parts.every((part) => {
      if (part["additionalProperties"] !== false) return true;
      if (Object.hasOwn((part["properties"] ?? {}) as object, name)) return true;
      return Object.keys((part["patternProperties"] ?? {}) as object).some((pattern) => {
        try {
          return new RegExp(pattern, "u").test(name);
        } catch {
          return false;
        }
      });
    });
  }
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

function isNull(schema: Schema): boolean {
  return typeof schema === "object" && schema["type"] === "null";
}

function narrowed(types: readonly string[], said: readonly string[]): readonly string[] {
  const both = types.filter((type) => said.includes(type));
  const whole =
    (types.includes("number") && said.includes("integer")) ||
    (types.includes("integer") && said.includes("number"));
  return whole && !both.includes("integer") ? [...both, "integer"] : both;
}

function bound(
  values: readonly unknown[],
  choose: (...values: number[]) => number,
): number | undefined {
  const numbers = values.filter((value): value is number => typeof value === "number");
  return numbers.length === 0 ? undefined : choose(...numbers);
}
