import { defined } from "../../../runtime/protocol/defined.js";
import type { JsonSchema } from "../../../runtime/contract/operation.js";
import type { NamedSchema, NamedSchemas, Schema } from "../../operations/model.js";
import { isLeftOut, leavesOut, type Direction } from "./directions.js";
import { stripHidden } from "../../diagnostics/hidden-characters.js";
import { tidy } from "../names/descriptions.js";
import { hasUnsafeKey, isListableMember, jsonBytes, unsafeKeys } from "../names/unsafe-keys.js";
import { liftSingleRef, refName } from "./object-shape.js";
import {
  inputKeywords,
  nestedDescription,
  outputKeywords,
  outputSubschemas,
  isEmptyFormat,
} from "./schema-keywords.js";
import { subtypeChoices } from "./subtype-choices.js";
import type { AlternativeTags } from "./forms.js";
import { Unions } from "./unions.js";
import { appliesInPlace, subschemaKind } from "./subschemas.js";
import { spend } from "../../diagnostics/work.js";

type ObjectOf = Readonly<Record<string, Schema>>;
type Fields = Record<string, unknown>;

/** A schema of the model as clients see it. */
export interface Projected {
  readonly schema: JsonSchema;
  /** Names in `$defs` that it refers to. */
  readonly uses: ReadonlySet<string>;
}

/** Maximum size of a schema, in bytes, that is written out where it is used; it must have no references. */
const inlineLimit = 120;
/** What a projection leaves out to save room. */
export interface Cut {
  /** Names in `$defs` that become outlines instead of references. */
  readonly outlined: ReadonlySet<string>;
  /** Names in `$defs` whose definitions have such outlines, or refer to others that have. */
  readonly weakened: ReadonlySet<string>;
}

const uncut: Cut = { outlined: new Set(), weakened: new Set() };

/** Where a schema is within the one that is projected. */
interface Position {
  /** Name of the property that has the schema, else empty. */
  readonly name: string;
  /** The schemas that apply to the same instance and contain this one, outermost first. */
  readonly around: readonly Schema[];
  /** Whether it is a part of an `allOf`. */
  readonly isPart: boolean;
}

const alone: Position = { name: "", around: [], isPart: false };

/** Projects schemas of the model to those that clients see in one direction. */
export class Projection {
  readonly direction: Direction;
  readonly unions: Unions;
  readonly #schemas: NamedSchemas;
  readonly #nameOf: (source: string) => string;
  readonly #sources = new Map<string, NamedSchema>();
  readonly #inlined = new Map<string, JsonSchema | undefined>();
  /** The whole definitions. */
  readonly #definitions = new Map<string, Projected>();

  constructor(direction: Direction, schemas: NamedSchemas, nameOf: (source: string) => string) {
    this.direction = direction;
    this.unions = new Unions(schemas);
    this.#schemas = schemas;
    this.#nameOf = nameOf;
  }

  project(schema: Schema, cut: Cut = uncut): Projected {
    return new OneProjection(this.direction, this.#schemas, this, cut).run(schema);
  }

  /** Returns the definition of a name that a projected schema refers to. */
  definition(name: string, cut: Cut = uncut): Projected {
    const known = cut === uncut ? this.#definitions.get(name) : undefined;
    if (known) return known;
    const source = this.#sources.get(name);
    const projection = new OneProjection(this.direction, this.#schemas, this, cut, source?.name);
    const projected = projection.run(source?.schema ?? true);
    if (cut === uncut) this.#definitions.set(name, projected);
    return projected;
  }

  /** Returns the name in `$defs` of a schema of the model. */
  refer(source: string): string {
    const name = this.#nameOf(source);
    const named = this.#schemas.get(source);
    if (named) this.#sources.set(name, named);
    return name;
  }

  /** Returns the definition if it is short and has no references. */
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
  readonly #cut: Cut;
  readonly #uses = new Set<string>();
  /** Name of the model's schema that is projected as a definition. */
  readonly #own: string | undefined;
  #root: Schema = true;
  /** How many parts so far allow more than the document does. */
  #weakenings = 0;
  /** How many parts that apply to the same value as the current schema leave members or items of it unevaluated. */
  #unevaluating = 0;

  constructor(
    direction: Direction,
    schemas: NamedSchemas,
    names: Projection,
    cut: Cut,
    own?: string,
  ) {
    this.#own = own;
    this.#isInput = direction === "input";
    this.#direction = direction;
    this.#schemas = schemas;
    this.#names = names;
    this.#cut = cut;
  }

  run(schema: Schema): Projected {
    this.#root = schema;
    return { schema: this.#project(schema, alone), uses: this.#uses };
  }

  #project(schema: Schema, at: Position): JsonSchema {
    spend(1);
    if (typeof schema === "boolean") return schema ? {} : { not: {} };
    const before = this.#unevaluating;
    const lifted = liftSingleRef(schema);
    const result: Fields = {};
    const inner: Position = { ...at, around: [...at.around, schema] };
    for (const keyword in lifted) this.#projectKeyword(keyword, lifted[keyword], result, inner);
    this.#pruneRequired(result, inner.around);
    if (this.#isInput) this.#addUnsafeProperties(lifted, result);
    const source = refName(lifted["$ref"]);
    let whole: JsonSchema = result;
    if (source !== undefined) {
      whole = at.isPart ? this.#refer(source, result) : this.#referAny(source, result, schema);
    }
    if (this.#unevaluating > before) whole = this.#withoutUnevaluated(whole);
    if (at.around.length === 0) this.#unevaluating = before;
    return whole;
  }

  /**
   * Leaves out what a schema says of members and items that no part of it evaluates: these are more here than in the
   * document.
   *
   * @see JSON Schema 2020-12 sections 11.2 and 11.3
   */
  #withoutUnevaluated(schema: JsonSchema): JsonSchema {
    const { unevaluatedItems, unevaluatedProperties, ...rest } = schema;
    if (unevaluatedItems === undefined && unevaluatedProperties === undefined) return schema;
    this.#weakenings += 1;
    return rest;
  }

  /**
   * Refers to a schema or, in input, to any of its discriminated subtypes. The schema itself stays a choice, because a
   * discriminator does not change validity.
   *
   * @see OpenAPI 3.2 Discriminator Object
   */
  #referAny(source: string, beside: Fields, schema: Exclude<Schema, boolean>): JsonSchema {
    const name = schema === this.#root ? this.#own : undefined;
    const choices = this.#isInput ? subtypeChoices(schema, name, this.#schemas) : [];
    if (choices.length === 0) return this.#refer(source, beside);
    return {
      ...defined({ description: tidy(this.#schemas.get(source)?.subtypesNote) || undefined }),
      ...beside,
      anyOf: [...choices, source].map((choice) => this.#refer(choice, {})),
    };
  }

  #projectKeyword(keyword: string, value: unknown, result: Fields, at: Position): void {
    const kind = subschemaKind(keyword);
    if (kind === undefined) {
      this.#projectData(keyword, value, result, at.name);
      return;
    }
    if (!this.#isInput && !outputSubschemas.has(keyword)) return;
    const inner = {
      ...(appliesInPlace(keyword) ? at : alone),
      name: "",
      isPart: keyword === "allOf",
    };
    const before = this.#weakenings;
    switch (kind) {
      case "single": {
        const schema = value as Schema;
        if (!this.#matters(keyword, schema)) break;
        const projected = schema === false ? false : this.#project(schema, inner);
        // A weaker schema in one of these would make the whole stricter.
        if (inverting.has(keyword) && this.#weakenings > before) {
          if (keyword !== "not") this.#unevaluating += 1;
          break;
        }
        result[keyword] = projected;
        break;
      }
      case "listed": {
        const parts = (value as readonly Schema[]).map((part) => this.#project(part, inner));
        if (keyword !== "oneOf") addListed(result, keyword, parts);
        // Weaker alternatives may match the same value, which `oneOf` would reject.
        else if (!this.#isInput || this.#weakenings > before) addListed(result, "anyOf", parts);
        else this.#addOneOf(result, parts, at.around.at(-1) as Exclude<Schema, boolean>);
        break;
      }
      case "named":
        result[keyword] = this.#projectNamed(value as ObjectOf, keyword === "properties", inner);
    }
  }

  #addOneOf(result: Fields, parts: readonly JsonSchema[], schema: Exclude<Schema, boolean>): void {
    const { isLenient, tags } = this.#names.unions.ruleOf(schema);
    const tagged = parts.map((part, at) => (tags[at] ? withTags(part, tags[at]) : part));
    addListed(result, isLenient ? "anyOf" : "oneOf", tagged);
  }

  #projectData(keyword: string, value: unknown, result: Fields, name: string): void {
    if (keyword === "description") {
      const text = this.#isInput ? nestedDescription(value, name) : undefined;
      if (text) result[keyword] = text;
    } else if (keyword === "readOnly") {
      if (this.#isInput && value === "annotation") result[keyword] = true;
    } else if ((this.#isInput ? inputKeywords : outputKeywords).has(keyword)) {
      if (keyword === "format" && isEmptyFormat(value)) return;
      if (holdsData.has(keyword) && hasUnsafeKey(value)) {
        if (keyword !== "default") this.#weakenings += 1;
        return;
      }
      if (annotationTexts.has(keyword) && typeof value === "string") {
        result[keyword] = stripHidden(value);
      } else {
        result[keyword] = keyword === "dependentRequired" ? safeMembers(value as object) : value;
      }
    }
  }

  #projectNamed(schemas: ObjectOf, areProperties: boolean, at: Position): Fields {
    const result: Fields = {};
    for (const [name, schema] of Object.entries(schemas)) {
      if (this.#isInput ? unsafeKeys.has(name) : !isListableMember(name)) continue;
      if (areProperties && isLeftOut(schema, this.#direction, this.#schemas)) continue;
      result[name] = this.#project(schema, { ...at, name });
    }
    return result;
  }

  /** Lists properties whose names must not be keys as patterns that only these names match. */
  #addUnsafeProperties(schema: Exclude<Schema, boolean>, result: Fields): void {
    const properties = (schema["properties"] ?? {}) as ObjectOf;
    for (const name of unsafeKeys) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property === undefined || isLeftOut(property, this.#direction, this.#schemas)) continue;
      const pattern = `^${name}$`;
      const patterns = (result["patternProperties"] ?? {}) as Fields;
      const projected = this.#project(property, { ...alone, name });
      const both = patterns[pattern] && { allOf: [patterns[pattern], projected] };
      result["patternProperties"] = { ...patterns, [pattern]: both ?? projected };
    }
  }

  /** Whether a keyword with this schema has an effect that clients should see. */
  #matters(keyword: string, schema: Schema): boolean {
    if (keyword !== "additionalProperties" && keyword !== "unevaluatedProperties") return true;
    // In output, `false` would make clients reject results that have grown since the document was written.
    if (schema === false) return this.#isInput;
    return schema !== true && Object.keys(schema).length > 0;
  }

  /** Removes properties that are left out from `required`. */
  #pruneRequired(result: Fields, around: readonly Schema[]): void {
    const required = result["required"] as readonly string[] | undefined;
    if (!required) return;
    const kept = required.filter(
      (name) => !around.some((one) => leavesOut(one, name, this.#direction, this.#schemas)),
    );
    this.#weakenings += required.length - kept.length;
    if (kept.length === 0) delete result["required"];
    else result["required"] = kept;
  }

  #refer(source: string, beside: Fields): JsonSchema {
    const inlined = this.#names.inline(source);
    if (inlined && Object.keys(beside).every((key) => annotations.has(key) || !(key in inlined))) {
      return { ...inlined, ...beside };
    }
    const name = this.#names.refer(source);
    const { outlined, weakened } = this.#cut;
    if (outlined.has(name) || weakened.has(name)) {
      this.#weakenings += 1;
      this.#unevaluating += 1;
    }
    if (outlined.has(name)) return { ...this.#outline(source), ...beside };
    this.#uses.add(name);
    return { $ref: `#/$defs/${name}`, ...beside };
  }

  /** Returns a small schema in the place of one that would take too much room; never stricter than that. */
  #outline(source: string): JsonSchema {
    const schema = this.#schemas.get(source)?.schema;
    if (typeof schema !== "object") return {};
    const description = nestedDescription(schema["description"], source);
    return defined({
      type: schema["type"],
      items: schema["type"] === "array" ? {} : undefined,
      description,
    });
  }
}

/** Keywords of schemas that refuse a value because it matches. Without `if`, `then` and `else` say nothing. */
const inverting = new Set(["not", "if", "contains"]);

/** Sets a list of schemas, beside another one of the same keyword if there is one. */
function addListed(result: Fields, keyword: string, parts: readonly JsonSchema[]): void {
  const known = result[keyword] as readonly JsonSchema[] | undefined;
  if (known === undefined) result[keyword] = parts;
  else if (keyword === "allOf") result[keyword] = [...known, ...parts];
  else addListed(result, "allOf", [{ [keyword]: parts }]);
}

/** States which values of a property stand for an alternative, without asking for them. */
function withTags(part: JsonSchema, { property, values }: AlternativeTags): JsonSchema {
  const properties = (part["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const tagged = { ...properties[property], examples: values };
  return { ...part, properties: { ...properties, [property]: tagged } };
}

function safeMembers(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unsafeKeys.has(name)));
}

/** Keywords whose texts decide nothing. */
const annotationTexts = new Set(["format", "contentEncoding", "contentMediaType"]);
const holdsData = new Set(["default", "enum", "const"]);
const annotations = new Set(["description", "default", "deprecated"]);
