/** Makes values of schemas as the document writes them. Ignores `not`, `if` and `contains`: the caller checks values. */
import { asMapping, isMapping, members, type RawNode } from "../raw/nodes.js";
import type { RawDocument } from "../raw/raw-document.js";
import { isReadOnly } from "../raw/read-only.js";
import { placeOf, SchemaOpener, type Conjunction } from "./conjunction.js";
import type { Coverage } from "./coverage.js";
import { numbersFor } from "./numbers.js";
import { Random } from "./random.js";
import { RawFile } from "./raw-file.js";
import { textFor, type Place } from "./texts.js";

export interface SampleOptions {
  readonly seed: string;
  /** `least`: only what is required; `most`: all near the root, and what was never sent below. */
  readonly optional: "least" | "some" | "most";
  readonly place?: Place;
  /** Raw bytes become files: in multipart bodies, and where the whole body is bytes. */
  readonly files?: boolean;
  /** The value must not be empty, because a path or a header would have none. */
  readonly filled?: boolean;
}

export interface Made {
  readonly value: unknown;
  /** The members that schemas name, each as the names of the members around it and its own. */
  readonly members: readonly Path[];
}

type Path = readonly string[];

const deepest = 40;
/** From this depth, only members that were never sent are added. */
const shallow = 3;
const mostValues = 300;

export class ValueSampler {
  readonly #opener: SchemaOpener;
  readonly #document: RawDocument;
  readonly #coverage: Coverage;
  #contradiction: string | undefined;

  constructor(document: RawDocument, coverage: Coverage) {
    this.#document = document;
    this.#coverage = coverage;
    this.#opener = new SchemaOpener(document);
  }

  /** Returns undefined if no value was found. */
  make(schema: RawNode, options: SampleOptions): Made | undefined {
    const random = new Random(options.seed);
    const maker = new Maker(this.#document, this.#opener, this.#coverage, random, options);
    const value = maker.make([schema], 0);
    if (value === undefined) this.#contradiction = maker.contradiction;
    return value === undefined ? undefined : { value, members: maker.members };
  }

  /** Why the last schema without a value can't have any; undefined if that is not known. */
  get contradiction(): string | undefined {
    return this.#contradiction;
  }
}

class Maker {
  readonly #document: RawDocument;
  readonly #opener: SchemaOpener;
  readonly #coverage: Coverage;
  readonly #random: Random;
  readonly #options: SampleOptions;
  readonly members: Path[] = [];
  contradiction: string | undefined;
  #path: Path = [];
  #left = mostValues;

  constructor(
    document: RawDocument,
    opener: SchemaOpener,
    coverage: Coverage,
    random: Random,
    options: SampleOptions,
  ) {
    this.#document = document;
    this.#opener = opener;
    this.#coverage = coverage;
    this.#random = random;
    this.#options = options;
  }

  make(schemas: readonly RawNode[], depth: number): unknown {
    if (depth > deepest) return undefined;
    this.#left -= 1;
    const all = this.#opener.open(schemas, (place, count) => this.#choose(place, count, depth));
    if (!all) return undefined;
    const { values, types } = all;
    if (values) return this.#oneOf(values, types, all);
    switch (this.#typeOf(all, types, depth)) {
      case "object":
        return this.#object(all, depth);
      case "array":
        return this.#array(all, depth);
      case "string":
        return this.#text(all);
      case "integer":
        return this.#number(all, true);
      case "number":
        return this.#number(all, false);
      case "boolean":
        return this.#random.chance(0.5);
      case "null":
        return null;
      default:
        return undefined;
    }
  }

  /** Deep inside, values end at the earliest: the first branches of unions rarely lead on. */
  #choose(place: string, count: number, depth: number): number {
    if (depth > shallow * 4) return this.#random.next() % count;
    return this.#coverage.choose(place, count);
  }

  #oneOf(
    values: readonly unknown[],
    types: readonly string[] | undefined,
    all: Conjunction,
  ): unknown {
    const fitting = values.filter((each) => !types || types.includes(typeNameOf(each)));
    const filled = fitting.filter((each) => each !== null && each !== "");
    const choices = filled.length > 0 ? filled : this.#options.filled ? [] : fitting;
    if (choices.length === 0) return undefined;
    const place = all.parts.find(({ value }) => {
      return Object.hasOwn(value as object, "enum") || Object.hasOwn(value as object, "const");
    });
    // Lists of hundreds of values would need as many calls.
    if (!place || choices.length > 12) return this.#random.pick(choices);
    return choices[this.#coverage.choose(`${placeOf(place)}/enum`, choices.length)];
  }

  #typeOf(
    all: Conjunction,
    types: readonly string[] | undefined,
    depth: number,
  ): string | undefined {
    if (types) {
      const filled = types.filter((type) => type !== "null");
      // `integer` is there for its own sake only without `number`.
      const distinct = filled.filter((type) => type !== "integer" || !filled.includes("number"));
      if (distinct.length < 2) return distinct[0] ?? types[0];
      const part = all.parts.find(({ value }) => Array.isArray(asMapping(value)["type"]));
      return part
        ? distinct[this.#choose(`${placeOf(part)}/type`, distinct.length, depth) % distinct.length]
        : this.#random.pick(distinct);
    }
    const has = (...keywords: readonly string[]): boolean =>
      keywords.some((keyword) => all.all(keyword).length > 0);
    if (has("properties", "required", "additionalProperties", "minProperties", "patternProperties"))
      return "object";
    if (has("items", "prefixItems", "minItems", "uniqueItems")) return "array";
    if (has("minimum", "maximum", "multipleOf")) return "number";
    return "string";
  }

  #object(all: Conjunction, depth: number): unknown {
    const { properties, tags } = all;
    const required = this.#required(all);
    const least = Math.max(all.greatest("minProperties", 0), this.#leastOf(depth));
    const most = all.least("maxProperties", Infinity);
    const made = new Map<string, unknown>();
    const add = (name: string): boolean => {
      const schemas = properties.get(name) ?? [];
      const value = this.#within(
        name,
        () => this.#tagged(tags.get(name), schemas) ?? this.make(schemas, depth + 1),
      );
      if (value === undefined) return false;
      if (schemas.length > 0) this.members.push([...this.#path, name]);
      made.set(name, value);
      for (const each of schemas) this.#coverage.contains(placeOf(each));
      return true;
    };
    const forbidden = required.find((name) => !all.allows(name));
    if (forbidden !== undefined) {
      this.contradiction ??= `${this.#path.join("/")} requires "${forbidden}", which additionalProperties forbids`;
      return undefined;
    }
    for (const name of new Set([...required, ...tags.keys()])) {
      if (!add(name) && required.includes(name)) return undefined;
    }
    for (const [name, schemas] of properties) {
      if (made.size >= most || made.has(name)) continue;
      if (this.#isOmitted(schemas) || !all.allows(name)) continue;
      if (made.size < least || this.#takes(schemas, depth)) add(name);
    }
    this.#addDependent(all, made, add);
    this.#addFurther(all, made, least, most, depth);
    return made.size < least ? undefined : Object.fromEntries(made);
  }

  #within(name: string, make: () => unknown): unknown {
    const around = this.#path;
    this.#path = [...around, name];
    const value = make();
    this.#path = around;
    return value;
  }

  /** @see OpenAPI 3.0.4 Schema Object, `readOnly`: `required` takes effect on the response only */
  #required(all: Conjunction): readonly string[] {
    const { properties } = all;
    const isOld = this.#document.version === "2.0" || this.#document.version === "3.0";
    if (!isOld) return all.required;
    return all.required.filter((name) => !this.#isOmitted(properties.get(name) ?? []));
  }

  #isOmitted(schemas: readonly RawNode[]): boolean {
    return schemas.some((each) => isReadOnly(each, this.#document));
  }

  #leastOf(depth: number): number {
    return depth === 0 && this.#options.filled ? 1 : 0;
  }

  #tagged(tag: string | undefined, schemas: readonly RawNode[]): unknown {
    if (tag === undefined) return undefined;
    const values = this.#opener.open(schemas, () => 0)?.values;
    return values && !values.includes(tag) ? undefined : tag;
  }

  #takes(schemas: readonly RawNode[], depth: number): boolean {
    if (this.#options.optional === "least") return false;
    if (this.#options.optional === "some") return depth < shallow && this.#random.chance(0.5);
    const isNew = schemas.some((each) => this.#coverage.isNew(placeOf(each)));
    if (depth < 2) return isNew || this.#left > 0;
    if (this.#left <= 0) return false;
    return isNew || (depth < shallow && this.#random.chance(0.5));
  }

  /** @see JSON Schema 2020-12 validation section 6.5.4 */
  #addDependent(
    all: Conjunction,
    made: Map<string, unknown>,
    add: (name: string) => boolean,
  ): void {
    // Iterating a Map also visits the entries added in the loop.
    for (const [name] of made) {
      for (const needs of all.all("dependentRequired")) {
        const others = asMapping(needs)[name];
        for (const other of Array.isArray(others) ? (others as string[]) : []) {
          if (!made.has(other)) add(other);
        }
      }
    }
  }

  /** Adds members that no schema names. */
  #addFurther(
    all: Conjunction,
    made: Map<string, unknown>,
    least: number,
    most: number,
    depth: number,
  ): void {
    const isMap = all.properties.size === 0 || all.nodes("additionalProperties").some(isSchema);
    const wanted = isMap && this.#options.optional === "most" && depth < shallow ? 2 : 0;
    const patterns = all.nodes("patternProperties").flatMap(members);
    const names = all.nodes("propertyNames");
    const target = Math.min(most, Math.max(least, wanted > 0 ? made.size + wanted : 0));
    const goal = patterns.length > 0 && wanted > 0 ? Math.max(target, made.size + 1) : target;
    for (let attempt = 0; attempt < 12 && made.size < Math.min(goal, most); attempt++) {
      const [pattern, schema] = patterns[attempt % (patterns.length + 1)] ?? [];
      const name =
        pattern !== undefined
          ? textFor({ ...anyText, patterns: [pattern] }, "anywhere", this.#random)
          : names.length > 0
            ? this.make(names, depth + 1)
            : ["key", "second-key", "k3", "k4", "k5"][attempt];
      if (typeof name !== "string" || made.has(name) || !all.allows(name)) continue;
      const value = this.#within(name, () =>
        this.make(schema ? [schema] : all.nodes("additionalProperties"), depth + 1),
      );
      if (value !== undefined) made.set(name, value);
    }
  }

  #array(all: Conjunction, depth: number): unknown {
    const least = Math.max(
      all.greatest("minItems", 0),
      depth === 0 && this.#options.filled ? 1 : 0,
    );
    const most = all.least("maxItems", Infinity);
    if (least > 1000) return undefined;
    const first = all.nodes("prefixItems").flatMap((each) => members(each).map(([, one]) => one));
    const isDeep = depth > shallow || this.#left <= 0;
    const usual = isDeep ? 0 : this.#options.optional === "most" ? 2 : 1;
    const length = Math.min(most, Math.max(least, usual, first.length));
    const isSet = all.all("uniqueItems").includes(true);
    const items: unknown[] = [];
    const seen = new Set<string>();
    for (let attempt = 0; items.length < length && attempt < length * 8; attempt++) {
      const schema = first[items.length];
      const item = this.make(schema ? [schema] : all.nodes("items"), depth + 1);
      if (item === undefined) break;
      const text = JSON.stringify(item);
      if (isSet && seen.has(text)) continue;
      seen.add(text);
      items.push(item);
    }
    return items.length < least ? undefined : items;
  }

  #text(all: Conjunction): unknown {
    const [format] = all.all("format").filter((each): each is string => typeof each === "string");
    if (this.#options.files && isBytes(all, format)) {
      return this.#random.chance(0.5)
        ? new RawFile("ünï.txt", "a file: çà\n")
        : new RawFile("second.bin", "\u0001\u0002");
    }
    const known = [...all.all("example"), ...all.all("default"), ...all.all("examples").flat()];
    return textFor(
      {
        least: Math.max(all.greatest("minLength", 0), this.#options.filled ? 1 : 0),
        most: all.least("maxLength", Infinity),
        patterns: all.all("pattern").filter((each): each is string => typeof each === "string"),
        ...(format !== undefined && { format }),
        isBase64: all.all("contentEncoding").includes("base64"),
        known: known.filter((each): each is string => typeof each === "string"),
      },
      this.#options.place ?? "anywhere",
      this.#random,
    );
  }

  #number(all: Conjunction, whole: boolean): unknown {
    const bounds = (keyword: string): readonly number[] =>
      all.all(keyword).filter((each) => typeof each === "number");
    // In version 3.0 the keywords say whether the other bound is exclusive.
    const isExclusive = (keyword: string): boolean => all.all(keyword).includes(true);
    const minimum = all.greatest("minimum", -Infinity);
    const maximum = all.least("maximum", Infinity);
    const found = numbersFor({
      whole,
      minimum,
      maximum,
      above: Math.max(
        isExclusive("exclusiveMinimum") ? minimum : -Infinity,
        ...bounds("exclusiveMinimum"),
      ),
      below: Math.min(
        isExclusive("exclusiveMaximum") ? maximum : Infinity,
        ...bounds("exclusiveMaximum"),
      ),
      steps: bounds("multipleOf"),
    });
    return found.length > 0 ? this.#random.pick(found.slice(0, 4)) : undefined;
  }
}

const anyText = { least: 0, most: Infinity, isBase64: false, known: [] };

function isSchema({ value }: RawNode): boolean {
  return value === true || isMapping(value);
}

/** Whether a text is raw bytes. @see OpenAPI 3.0.4 and 3.1.1, Working With Binary Data; Swagger 2.0, `type`: `file` */
function isBytes(all: Conjunction, format: string | undefined): boolean {
  if (all.all("contentEncoding").length > 0) return false;
  return (
    format === "binary" ||
    all.all("type").includes("file") ||
    all.all("contentMediaType").some((type) => isBinaryType(String(type)))
  );
}

const texts =
  /[/+](json|xml|yaml|x-yaml|javascript|x-javascript|ecmascript|graphql|csv|sql|toml|x-sh|sdp|trig|n-quads|n-triples)$|\/(jwt|sparql-query|sparql-update|pem-certificate-chain)$/;

export function isBinaryType(type: string): boolean {
  const essence = type.split(";")[0]!.trim().toLowerCase();
  const isText = /^text\/|^multipart\/|urlencoded$|json(l|-seq|lines)$/.test(essence);
  return !isText && !texts.test(essence) && essence !== "*/*";
}

function typeNameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
