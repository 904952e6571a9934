import type { Schema } from "../operations/model.js";
import { Facets, type Lookup } from "./facets.js";
import type { Random } from "./random.js";
import { numberWithin, textWithin, type Words } from "./scalars.js";
import { spend } from "../diagnostics/work.js";

export interface ValueOptions {
  /** Which optional properties to include. */
  readonly optional: "none" | "some" | "all";
  readonly words: Words;
  /** Whether to leave out a property, for example a `writeOnly` one. */
  readonly leaveOut?: (property: Schema) => boolean;
}

/** From this depth, optional properties are left out. */
const shallow = 5;
const deepest = 40;
/** Maximum number of values in one sample: enough for a large form. Beyond it, only required values are added. */
const maxValues = 250;
/** Maximum number of required values: members that each require two others make 2^n of them. */
export const maxRequired = 2_000;

/** Makes values for schemas. Ignores some keywords (`not`, `if`), so the caller must check the value. */
export class ValueMaker {
  readonly #lookup: Lookup;
  readonly #random: Random;
  readonly #options: ValueOptions;
  #left = maxValues;

  constructor(lookup: Lookup, random: Random, options: ValueOptions) {
    this.#lookup = lookup;
    this.#random = random;
    this.#options = options;
  }

  /** True once a sample has too many required values, which makes it undefined. */
  get isExhausted(): boolean {
    return this.#left < -maxRequired;
  }

  /** Makes a value that satisfies all schemas; undefined if none was found. */
  make(schemas: readonly Schema[], words: Words = this.#options.words, depth = 0): unknown {
    if (depth > deepest || this.isExhausted) return undefined;
    this.#left -= 1;
    spend(1);
    const facets = Facets.of(schemas, this.#lookup, this.#random);
    if (facets === undefined) return undefined;
    const { types, values } = facets;
    if (values !== undefined) {
      const fitting = values.filter((value) => types === undefined || isOneOf(value, types));
      const filled = fitting.filter((value) => value !== null && value !== "");
      if (fitting.length === 0) return undefined;
      return this.#random.pick(filled.length > 0 ? filled : fitting);
    }
    switch (this.#typeOf(facets, types)) {
      case "object":
        return this.#object(facets, words, depth);
      case "array":
        return this.#array(facets, words, depth);
      case "string":
        return textWithin(facets, this.#random, words);
      case "integer":
        return numberWithin(facets, this.#random, true);
      case "number":
        return numberWithin(facets, this.#random, false);
      case "boolean":
        return this.#random.chance(0.5);
      case "null":
        return null;
      default:
        return undefined;
    }
  }

  #typeOf(facets: Facets, types: readonly string[] | undefined): string | undefined {
    if (types !== undefined) {
      const filled = types.filter((type) => type !== "null");
      return filled.length > 0 ? this.#random.pick(filled) : types[0];
    }
    if (facets.has("properties", "required", "additionalProperties", "minProperties")) {
      return "object";
    }
    if (facets.has("items", "prefixItems", "minItems", "uniqueItems")) return "array";
    if (facets.has("minimum", "maximum", "multipleOf")) return "number";
    return "string";
  }

  #object(facets: Facets, words: Words, depth: number): unknown {
    const { required } = facets;
    const entries = new Map<string, unknown>();
    for (const name of required) {
      const value = this.make(facets.property(name), words, depth + 1);
      if (value === undefined) return undefined;
      entries.set(name, value);
    }
    const least = facets.greatest("minProperties") ?? 0;
    const most = facets.least("maxProperties") ?? Infinity;
    this.#addOptional(facets, entries, least, most, words, depth);
    this.#addDependent(facets, entries, words, depth);
    if (entries.size < least || !facets.hasProperties) {
      this.#addFurther(facets, entries, least, most, words, depth);
    }
    return entries.size < least ? undefined : Object.fromEntries(entries);
  }

  #addOptional(
    facets: Facets,
    entries: Map<string, unknown>,
    least: number,
    most: number,
    words: Words,
    depth: number,
  ): void {
    if (entries.size >= least && !this.#mayTakeOptional(depth)) return;
    const { properties, required } = facets;
    for (const [name, schemas] of properties) {
      if (entries.size >= most) return;
      if (required.has(name) || !facets.allows(name)) continue;
      if (schemas.some((each) => this.#leaveOut(each))) continue;
      if (entries.size >= least && !this.#takesOptional(depth)) continue;
      const value = this.make(schemas, words, depth + 1);
      if (value !== undefined) entries.set(name, value);
    }
  }

  #leaveOut(schema: Schema): boolean {
    return this.#options.leaveOut?.(schema) ?? false;
  }

  #takesOptional(depth: number): boolean {
    if (!this.#mayTakeOptional(depth)) return false;
    return this.#options.optional === "all" || this.#random.chance(0.5);
  }

  #mayTakeOptional(depth: number): boolean {
    return depth < shallow && this.#left > 0 && this.#options.optional !== "none";
  }

  /** @see JSON Schema 2020-12 validation section 6.5.4 */
  #addDependent(facets: Facets, entries: Map<string, unknown>, words: Words, depth: number): void {
    const needs = facets.all("dependentRequired") as readonly Record<string, readonly string[]>[];
    if (needs.length === 0) return;
    // Iterating a Map also visits the entries added in the loop.
    for (const [name] of entries) {
      for (const other of needs.flatMap((each) => (Object.hasOwn(each, name) ? each[name]! : []))) {
        if (entries.has(other)) continue;
        const value = this.make(facets.property(other), words, depth + 1);
        if (value !== undefined) entries.set(other, value);
      }
    }
  }

  /** Adds properties that the schema does not name. */
  #addFurther(
    facets: Facets,
    entries: Map<string, unknown>,
    least: number,
    most: number,
    words: Words,
    depth: number,
  ): void {
    const further = facets.all("additionalProperties") as readonly Schema[];
    const patterns = facets.all("patternProperties") as readonly Record<string, Schema>[];
    const byPattern = patterns.flatMap((each) => Object.entries(each));
    const wanted = Math.max(least, this.#takesOptional(depth) ? entries.size + 2 : 0);
    for (let attempt = 0; attempt < 20 && entries.size < Math.min(wanted, most); attempt++) {
      const [pattern, schema] = byPattern[attempt % (byPattern.length + 1)] ?? [];
      const names =
        pattern === undefined
          ? ["propertyNames", "key"].flatMap(() => facets.all("propertyNames") as Schema[])
          : [{ type: "string", pattern }];
      const name =
        names.length > 0
          ? this.make([{ type: "string" }, ...names], "plain", depth + 1)
          : `key${attempt}`;
      if (typeof name !== "string" || !facets.allows(name)) continue;
      const value = this.make(schema === undefined ? further : [schema], words, depth + 1);
      if (value !== undefined) entries.set(name, value);
    }
  }

  #array(facets: Facets, words: Words, depth: number): unknown {
    const least = facets.greatest("minItems") ?? 0;
    const most = facets.least("maxItems") ?? Infinity;
    if (least > 1000) return undefined;
    const first = (facets.all("prefixItems") as readonly (readonly Schema[])[])[0] ?? [];
    const rest = facets.all("items") as readonly Schema[];
    const contained = facets.all("contains") as readonly Schema[];
    const isDeep = depth >= shallow || this.#left <= 0;
    const usual = isDeep ? 0 : this.#options.optional === "none" ? 1 : this.#random.between(1, 3);
    const length = Math.min(most, Math.max(least, usual, first.length));
    const distinct = facets.all("uniqueItems").includes(true);
    const items: unknown[] = [];
    const seen = new Set<string>();
    for (let attempt = 0; items.length < length && attempt < length * 10; attempt++) {
      const schema = first[items.length];
      const wanted =
        schema !== undefined ? [schema] : items.length === 0 ? [...rest, ...contained] : rest;
      const item = this.make(wanted, words, depth + 1);
      if (item === undefined) break;
      const text = JSON.stringify(item);
      if (distinct && seen.has(text)) continue;
      seen.add(text);
      items.push(item);
    }
    return items.length < least ? undefined : items;
  }
}

function isOneOf(value: unknown, types: readonly string[]): boolean {
  return types.some((type) => {
    switch (type) {
      case "null":
        return value === null;
      case "array":
        return Array.isArray(value);
      case "object":
        return typeof value === "object" && value !== null && !Array.isArray(value);
      case "integer":
        return Number.isInteger(value);
      default:
        return typeof value === type;
    }
  });
}
