/** The combined keywords of one or several schemas for one value. */
import type { Schema } from "../operations/model.js";
import { matchesPattern } from "./matches-pattern.js";
import type { Random } from "./random.js";
import { spend } from "../diagnostics/work.js";

export type Fields = Exclude<Schema, boolean>;

/** Finds a named schema by its `$ref`. */
export type Lookup = (ref: string) => Schema | undefined;

/** Maximum number of nested references and compositions to follow. */
const maxHops = 48;
/** Maximum number of schemas for one value: parts of parts may double at each reference. */
const maxParts = 2_000;

/** All schemas that one value must satisfy, with one alternative chosen from each `oneOf` and `anyOf`. */
export class Facets {
  readonly #parts: readonly Fields[];

  private constructor(parts: readonly Fields[]) {
    this.#parts = parts;
  }

  /** Returns undefined if no value can satisfy the schemas. */
  static of(schemas: readonly Schema[], lookup: Lookup, random: Random): Facets | undefined {
    const parts: Fields[] = [];
    const open = (schema: Schema, hops: number): boolean => {
      if (typeof schema === "boolean") return schema;
      if (hops > maxHops || parts.length > maxParts) return false;
      spend(1);
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

  /** The allowed types; undefined if no schema has `type`. */
  get types(): readonly string[] | undefined {
    let types: readonly string[] | undefined;
    for (const part of this.#parts) {
      const own = typeof part["type"] === "string" ? [part["type"]] : part["type"];
      if (!Array.isArray(own)) continue;
      types = types === undefined ? (own as string[]) : narrowed(types, own as string[]);
    }
    return types;
  }

  /** The values allowed by `enum` and `const`; undefined if no schema has either. */
  get values(): readonly unknown[] | undefined {
    let values: readonly unknown[] | undefined;
    for (const part of this.#parts) {
      const own = Object.hasOwn(part, "const") ? [part["const"]] : part["enum"];
      if (!Array.isArray(own)) continue;
      const texts = new Set(own.map((value) => JSON.stringify(value)));
      values = values?.filter((value) => texts.has(JSON.stringify(value))) ?? own;
    }
    return values;
  }

  /** Returns the values of a keyword in all schemas that have it. */
  all(keyword: string): readonly unknown[] {
    const values: unknown[] = [];
    for (const part of this.#parts) if (Object.hasOwn(part, keyword)) values.push(part[keyword]);
    return values;
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

  /** All schemas of each property, by name. */
  get properties(): ReadonlyMap<string, readonly Schema[]> {
    const properties = new Map<string, Schema[]>();
    for (const members of this.all("properties")) {
      for (const [name, schema] of Object.entries(members as Record<string, Schema>)) {
        const list = properties.get(name);
        if (list) list.push(schema);
        else properties.set(name, [schema]);
      }
    }
    return properties;
  }

  /** All schemas of one property. */
  property(name: string): readonly Schema[] {
    return (this.all("properties") as readonly Record<string, Schema>[]).flatMap((members) =>
      Object.hasOwn(members, name) ? [members[name]!] : [],
    );
  }

  get hasProperties(): boolean {
    return this.all("properties").some((members) => Object.keys(members as object).length > 0);
  }

  get required(): ReadonlySet<string> {
    return new Set(this.all("required").flatMap((names) => (Array.isArray(names) ? names : [])));
  }

  /** Whether `additionalProperties: false` permits a property of this name. */
  allows(name: string): boolean {
    return this.#parts.every((part) => {
      if (part["additionalProperties"] !== false) return true;
      if (Object.hasOwn((part["properties"] ?? {}) as object, name)) return true;
      return Object.keys((part["patternProperties"] ?? {}) as object).some(
        (pattern) => matchesPattern(pattern, name) === true,
      );
    });
  }
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

function isNull(schema: Schema): boolean {
  return typeof schema === "object" && schema["type"] === "null";
}

function narrowed(types: readonly string[], others: readonly string[]): readonly string[] {
  const both = types.filter((type) => others.includes(type));
  const whole =
    (types.includes("number") && others.includes("integer")) ||
    (types.includes("integer") && others.includes("number"));
  return whole && !both.includes("integer") ? [...both, "integer"] : both;
}

function bound(
  values: readonly unknown[],
  choose: (...values: number[]) => number,
): number | undefined {
  const numbers = values.filter((value): value is number => typeof value === "number");
  return numbers.length === 0 ? undefined : choose(...numbers);
}
