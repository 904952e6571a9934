import type { JsonSchema, SchemaTable } from "../../runtime/upstream/operation.js";
import type { NamedSchema, Schema } from "../operations/model.js";
import { isLeftOut, type Direction } from "./directions.js";
import { refName } from "./object-shape.js";
import {
  inputKeywords,
  nestedDescription,
  outputKeywords,
  outputSubschemas,
} from "./schema-keywords.js";
import { subschemaKind } from "./subschemas.js";

type Schemas = ReadonlyMap<string, NamedSchema>;
type Fields = Record<string, unknown>;

/** A schema of the model as clients see it. */
export interface Projected {
  readonly schema: JsonSchema;
  /** Names in `$defs` that it refers to. */
  readonly uses: ReadonlySet<string>;
}

interface Definition extends Projected {
  /** Of its JSON. */
  readonly bytes: number;
}

/** A definition without references that is no longer than this is written out where it is used. */
const inlineLimit = 120;
/** Of `allOf` and references followed to find a property. */
const maxDepth = 8;

/** Turns schemas of the model into what clients see in one direction, each named one once. */
export class Projection {
  readonly #direction: Direction;
  readonly #schemas: Schemas;
  readonly #nameOf: (source: string) => string;
  readonly #definitions = new Map<string, Definition>();
  readonly #sources = new Map<string, NamedSchema>();
  readonly #inlined = new Map<string, JsonSchema | undefined>();

  constructor(direction: Direction, schemas: Schemas, nameOf: (source: string) => string) {
    this.#direction = direction;
    this.#schemas = schemas;
    this.#nameOf = nameOf;
  }

  project(schema: Schema): Projected {
    const uses = new Set<string>();
    return { schema: this.#project(schema, uses), uses };
  }

  /** The names in `$defs` that `uses` reach; undefined as soon as their JSON is larger than `limit` bytes. */
  reach(uses: Iterable<string>, limit = Infinity): ReadonlySet<string> | undefined {
    const reached = new Set(uses);
    let bytes = 0;
    for (const name of reached) {
      const definition = this.definition(name);
      bytes += definition.bytes;
      if (bytes > limit) return undefined;
      for (const used of definition.uses) reached.add(used);
    }
    return reached;
  }

  definition(name: string): Definition {
    let definition = this.#definitions.get(name);
    if (!definition) {
      const projected = this.project(this.#sources.get(name)?.schema ?? true);
      definition = { ...projected, bytes: jsonBytes(projected.schema) };
      this.#definitions.set(name, definition);
    }
    return definition;
  }

  /** Definitions by name, sorted. */
  table(names: Iterable<string>): SchemaTable {
    const table: Record<string, JsonSchema> = {};
    for (const name of [...names].sort()) table[name] = this.definition(name).schema;
    return table;
  }

  /** `whole`: the schema that this one is a part of by `allOf`, else itself. */
  #project(schema: Schema, uses: Set<string>, whole: Schema = schema): JsonSchema {
    if (typeof schema === "boolean") return schema ? {} : { not: {} };
    const lifted = liftSingleRef(schema);
    const result: Fields = {};
    for (const keyword in lifted) this.#projectKeyword(keyword, lifted, result, uses, whole);
    this.#requireOnlyWhatIsThere(result, whole);
    const source = refName(lifted["$ref"]);
    return source === undefined ? result : this.#refer(source, result, uses);
  }

  #projectKeyword(
    keyword: string,
    schema: Exclude<Schema, boolean>,
    result: Fields,
    uses: Set<string>,
    whole: Schema,
  ): void {
    const value = schema[keyword];
    const kind = subschemaKind(keyword);
    if (kind === undefined) {
      const kept = this.#direction === "input" ? inputKeywords : outputKeywords;
      if (kept.has(keyword)) result[keyword] = value;
      else if (keyword === "description" && this.#direction === "input") {
        const text = nestedDescription(value);
        if (text) result[keyword] = text;
      }
      return;
    }
    if (this.#direction === "output" && !outputSubschemas.has(keyword)) return;
    switch (kind) {
      case "single":
        if (this.#says(keyword, value as Schema)) {
          result[keyword] = value === false ? value : this.#project(value as Schema, uses);
        }
        break;
      case "listed":
        result[keyword] = (value as readonly Schema[]).map((part) =>
          this.#project(part, uses, keyword === "allOf" ? whole : part),
        );
        break;
      case "named":
        result[keyword] = this.#projectNamed(
          value as Readonly<Record<string, Schema>>,
          keyword === "properties",
          uses,
        );
    }
  }

  #projectNamed(
    schemas: Readonly<Record<string, Schema>>,
    areProperties: boolean,
    uses: Set<string>,
  ): Fields {
    const result: Fields = {};
    for (const [name, schema] of Object.entries(schemas)) {
      if (areProperties && isLeftOut(schema, this.#direction, this.#schemas)) continue;
      setOwn(result, name, this.#project(schema, uses));
    }
    return result;
  }

  /** Whether a keyword with this schema restricts or tells anything. */
  #says(keyword: string, schema: Schema): boolean {
    if (keyword !== "additionalProperties" && keyword !== "unevaluatedProperties") return true;
    // Clients would refuse answers that have grown since the document was written.
    if (schema === false) return this.#direction === "input";
    return schema !== true && Object.keys(schema).length > 0;
  }

  #requireOnlyWhatIsThere(result: Fields, whole: Schema): void {
    const required = result["required"] as readonly string[] | undefined;
    if (!required) return;
    const kept = required.filter((name) => !this.#leavesOut(whole, name, 0));
    if (kept.length === 0) delete result["required"];
    else result["required"] = kept;
  }

  /** Whether a schema has a property of this name that is left out in this direction. */
  #leavesOut(schema: Schema, name: string, depth: number): boolean {
    if (typeof schema === "boolean" || depth > maxDepth) return false;
    const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
    if (properties && Object.hasOwn(properties, name)) {
      return isLeftOut(properties[name] ?? true, this.#direction, this.#schemas);
    }
    const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
    if (target && this.#leavesOut(target.schema, name, depth + 1)) return true;
    const parts = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
    return parts.some((part) => this.#leavesOut(part, name, depth + 1));
  }

  #refer(source: string, beside: Fields, uses: Set<string>): JsonSchema {
    const inlined = this.#inline(source);
    if (inlined && Object.keys(beside).every((key) => annotations.has(key) || !(key in inlined))) {
      return { ...inlined, ...beside };
    }
    const name = this.#nameOf(source);
    const named = this.#schemas.get(source);
    if (named) this.#sources.set(name, named);
    uses.add(name);
    return { $ref: `#/$defs/${name}`, ...beside };
  }

  /** The definition itself when it is short and refers to nothing. */
  #inline(source: string): JsonSchema | undefined {
    if (this.#inlined.has(source)) return this.#inlined.get(source);
    const named = this.#schemas.get(source);
    let inlined: JsonSchema | undefined;
    if (named && named.uses.length === 0) {
      const { schema } = this.project(named.schema);
      if (jsonBytes(schema) <= inlineLimit) inlined = schema;
    }
    this.#inlined.set(source, inlined);
    return inlined;
  }
}

const annotations = new Set(["description", "default", "deprecated"]);

/** `{ allOf: [{ $ref }], description }`, how 3.0 documents describe a reference, says the same as `{ $ref, description }`. */
function liftSingleRef(schema: Exclude<Schema, boolean>): Exclude<Schema, boolean> {
  const parts = schema["allOf"] as readonly Schema[] | undefined;
  if (parts?.length !== 1 || schema["$ref"] !== undefined) return schema;
  const [part] = parts;
  if (typeof part !== "object" || refName(part["$ref"]) === undefined) return schema;
  if (Object.keys(part).length > 1) return schema;
  const { allOf: _, ...rest } = schema;
  return { ...rest, ...part };
}

/** Sets a member whatever its name: a plain assignment to `__proto__` would change the prototype. */
export function setOwn(target: Fields, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else target[name] = value;
}

/** Size of a value's JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
