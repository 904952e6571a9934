import { defined } from "../../../runtime/protocol/defined.js";
import type { JsonSchema } from "../../../runtime/contract/operation.js";
import type { NamedSchema, NamedSchemas, Schema } from "../../operations/model.js";
import { isLeftOut, type Direction } from "./directions.js";
import { hasUnsafeKey, isListableMember, jsonBytes, unsafeKeys } from "../names/unsafe-keys.js";
import { plainRefName, refName } from "./object-shape.js";
import {
  inputKeywords,
  nestedDescription,
  outputKeywords,
  outputSubschemas,
  saysNothing,
} from "./schema-keywords.js";
import { subschemaKind } from "./subschemas.js";

type ObjectOf = Readonly<Record<string, Schema>>;
type Fields = Record<string, unknown>;

/** A schema of the model as clients see it. */
export interface Projected {
  readonly schema: JsonSchema;
  /** Names in `$defs` that it refers to. */
  readonly uses: ReadonlySet<string>;
}

/** A schema without references that is no longer than this is written out where it is used. */
const inlineLimit = 120;
/** Of `allOf` and references followed to find a property. */
const maxDepth = 8;

const nothing: ReadonlySet<string> = new Set();

/** Turns schemas of the model into what clients see in one direction. */
export class Projection {
  readonly direction: Direction;
  readonly #schemas: NamedSchemas;
  readonly #nameOf: (source: string) => string;
  readonly #sources = new Map<string, NamedSchema>();
  readonly #inlined = new Map<string, JsonSchema | undefined>();

  constructor(direction: Direction, schemas: NamedSchemas, nameOf: (source: string) => string) {
    this.direction = direction;
    this.#schemas = schemas;
    this.#nameOf = nameOf;
  }

  /**
   * @param stubbed Names in `$defs` not to refer to: what they stand for is said in outline.
   */
  project(schema: Schema, stubbed: ReadonlySet<string> = nothing): Projected {
    return new OneProjection(this.direction, this.#schemas, this, stubbed).run(schema);
  }

  /** The definition of a name that a projected schema refers to. */
  definition(name: string, stubbed: ReadonlySet<string> = nothing): Projected {
    const source = this.#sources.get(name);
    const projection = new OneProjection(
      this.direction,
      this.#schemas,
      this,
      stubbed,
      source?.name,
    );
    return projection.run(source?.schema ?? true);
  }

  /** The name in `$defs` of a schema of the model. */
  refer(source: string): string {
    const name = this.#nameOf(source);
    const named = this.#schemas.get(source);
    if (named) this.#sources.set(name, named);
    return name;
  }

  /** The definition itself when it is short and refers to nothing. */
  inline(source: string): JsonSchema | undefined {
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

class OneProjection {
  readonly #isInput: boolean;
  readonly #direction: Direction;
  readonly #schemas: NamedSchemas;
  readonly #names: Projection;
  readonly #stubbed: ReadonlySet<string>;
  readonly #uses = new Set<string>();
  /** Which schema of the model this is, if it is a whole one. */
  readonly #own: string | undefined;
  #root: Schema = true;

  constructor(
    direction: Direction,
    schemas: NamedSchemas,
    names: Projection,
    stubbed: ReadonlySet<string>,
    own?: string,
  ) {
    this.#own = own;
    this.#isInput = direction === "input";
    this.#direction = direction;
    this.#schemas = schemas;
    this.#names = names;
    this.#stubbed = stubbed;
  }

  run(schema: Schema): Projected {
    this.#root = schema;
    return { schema: this.#project(schema, "", schema), uses: this.#uses };
  }

  /**
   * `name`: of the property it is the schema of, else empty. `whole`: the schema that it is a part of by `allOf`, else
   * the schema itself.
   */
  #project(schema: Schema, name: string, whole: Schema): JsonSchema {
    if (typeof schema === "boolean") return schema ? {} : { not: {} };
    const lifted = liftSingleRef(schema);
    const result: Fields = {};
    for (const keyword in lifted)
      this.#projectKeyword(keyword, lifted[keyword], result, name, whole);
    this.#requireOnlyWhatIsThere(result, whole);
    if (result["additionalProperties"] === false && hidesProperty(lifted)) {
      delete result["additionalProperties"];
    }
    const source = refName(lifted["$ref"]);
    if (source === undefined) return result;
    return whole === schema ? this.#referAny(source, result, schema) : this.#refer(source, result);
  }

  /**
   * What is sent for a schema that has kinds may be any of them. The schema itself stays one of the choices: a
   * discriminator changes nothing about what is valid.
   *
   * @see OpenAPI 3.2 Discriminator Object
   */
  #referAny(source: string, beside: Fields, schema: Schema): JsonSchema {
    const { subtypes, subtypesNote } = this.#schemas.get(source) ?? {};
    const kinds = this.#isInput ? (subtypes ?? []) : [];
    const isKind = schema === this.#root && this.#own !== undefined && kinds.includes(this.#own);
    if (kinds.length === 0 || isKind || beside["anyOf"] !== undefined) {
      return this.#refer(source, beside);
    }
    return {
      ...defined({ description: subtypesNote }),
      ...beside,
      anyOf: [...kinds, source].map((kind) => this.#refer(kind, {})),
    };
  }

  #projectKeyword(
    keyword: string,
    value: unknown,
    result: Fields,
    name: string,
    whole: Schema,
  ): void {
    const kind = subschemaKind(keyword);
    if (kind === undefined) {
      this.#projectData(keyword, value, result, name);
      return;
    }
    if (!this.#isInput && !outputSubschemas.has(keyword)) return;
    switch (kind) {
      case "single": {
        const schema = value as Schema;
        if (!this.#says(keyword, schema)) break;
        result[keyword] = schema === false ? false : this.#project(schema, "", schema);
        break;
      }
      case "listed":
        // Without `required`, a value that has one form may have others too: only one of them can't be asked for.
        result[!this.#isInput && keyword === "oneOf" ? "anyOf" : keyword] = (
          value as readonly Schema[]
        ).map((part) => this.#project(part, "", keyword === "allOf" ? whole : part));
        break;
      case "named":
        result[keyword] = this.#projectNamed(value as ObjectOf, keyword === "properties");
    }
  }

  #projectData(keyword: string, value: unknown, result: Fields, name: string): void {
    if (keyword === "description") {
      const text = this.#isInput ? nestedDescription(value, name) : undefined;
      if (text) result[keyword] = text;
    } else if ((this.#isInput ? inputKeywords : outputKeywords).has(keyword)) {
      if (keyword === "format" && saysNothing(value)) return;
      if (holdsData.has(keyword) && hasUnsafeKey(value)) return;
      result[keyword] = value;
    }
  }

  #projectNamed(schemas: ObjectOf, areProperties: boolean): Fields {
    const result: Fields = {};
    for (const [name, schema] of Object.entries(schemas)) {
      if (this.#isInput ? unsafeKeys.has(name) : !isListableMember(name)) continue;
      if (areProperties && isLeftOut(schema, this.#direction, this.#schemas)) continue;
      result[name] = this.#project(schema, name, schema);
    }
    return result;
  }

  /** Whether a keyword with this schema restricts or tells anything. */
  #says(keyword: string, schema: Schema): boolean {
    if (keyword !== "additionalProperties" && keyword !== "unevaluatedProperties") return true;
    // Clients would refuse answers that have grown since the document was written.
    if (schema === false) return this.#isInput;
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
    const properties = schema["properties"] as ObjectOf | undefined;
    if (properties && Object.hasOwn(properties, name)) {
      return isLeftOut(properties[name] ?? true, this.#direction, this.#schemas);
    }
    const target = this.#schemas.get(refName(schema["$ref"]) ?? "");
    if (target && this.#leavesOut(target.schema, name, depth + 1)) return true;
    const parts = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
    return parts.some((part) => this.#leavesOut(part, name, depth + 1));
  }

  #refer(source: string, beside: Fields): JsonSchema {
    const inlined = this.#names.inline(source);
    if (inlined && Object.keys(beside).every((key) => annotations.has(key) || !(key in inlined))) {
      return { ...inlined, ...beside };
    }
    const name = this.#names.refer(source);
    if (this.#stubbed.has(name)) return { ...this.#outline(source), ...beside };
    this.#uses.add(name);
    return { $ref: `#/$defs/${name}`, ...beside };
  }

  /** What is left of a schema where its members would take too much room: never stricter than the schema. */
  #outline(source: string): JsonSchema {
    const schema = this.#schemas.get(source)?.schema;
    if (typeof schema !== "object") return {};
    const description = nestedDescription(schema["description"], source);
    return defined({
      type: schema["type"],
      items: schema["type"] === "array" ? {} : undefined,
      description: description ? description : undefined,
    });
  }
}

/** Whether a schema has a property that can't be listed: it must stay allowed. */
function hidesProperty(schema: Exclude<Schema, boolean>): boolean {
  const properties = schema["properties"] as ObjectOf | undefined;
  return properties !== undefined && [...unsafeKeys].some((key) => Object.hasOwn(properties, key));
}

const holdsData = new Set(["default", "enum", "const"]);
const annotations = new Set(["description", "default", "deprecated"]);

/** `{ allOf: [{ $ref }], description }`, how 3.0 documents describe a reference, says the same as `{ $ref, description }`. */
function liftSingleRef(schema: Exclude<Schema, boolean>): Exclude<Schema, boolean> {
  const parts = schema["allOf"] as readonly Schema[] | undefined;
  if (parts?.length !== 1 || schema["$ref"] !== undefined) return schema;
  const [part] = parts;
  if (typeof part !== "object" || plainRefName(part) === undefined) return schema;
  const { allOf: _, ...rest } = schema;
  return { ...rest, ...part };
}
