import type { SchemaTable } from "../../../runtime/contract/operation.js";
import { opposite, type SchemaDifference } from "./difference.js";
import {
  asMap,
  hasOnly,
  isNever,
  normalForm,
  referenceName,
  typesOf,
  type ObjectForm,
} from "./normal-form.js";
import { below, compareItems, compareMembers, type Direction } from "./object-keywords.js";
import {
  compareBounds,
  compareMultiples,
  compareTextKeywords,
  compareTypes,
  compareValues,
} from "./scalar-keywords.js";
import { canonicalJson, structureOf, type AnySchema } from "./structure.js";
import { compareIntersections, compareUnionKeyword, compareUnions } from "./union-keywords.js";

/** Pairs of schemas that one comparison visits; what is below the last of them counts as changed. */
const maxPairs = 20_000;

/** Keywords that hold one schema and narrow what their schema alone would accept. */
const singleConditions = ["propertyNames", "unevaluatedProperties", "unevaluatedItems"];

/** Keywords that are compared only as they are written. Adding one of the first group refuses values. */
const conditions = ["dependentRequired", "dependentSchemas", "uniqueItems"];
const opaque = ["minContains", "maxContains", "patternProperties", "$dynamicRef", "$anchor", "$id"];

/**
 * Compares two schemas with the shared schemas that they refer to. The result is empty if both accept the same values. It
 * says `narrows` or `widens` only where that is certain, else `changes`.
 */
export function compareSchemas(
  before: AnySchema,
  now: AnySchema,
  tables: { readonly before: SchemaTable; readonly now: SchemaTable },
  direction: Direction = "input",
): readonly SchemaDifference[] {
  return new Comparison(tables.before, tables.now, direction).compare(before, now);
}

class Comparison {
  readonly #before: SchemaTable;
  readonly #now: SchemaTable;
  readonly #direction: Direction;
  /** What is known of a pair; a pair that is still being compared is taken for equal, which ends recursion. */
  readonly #known = new Map<object, Map<object, readonly SchemaDifference[]>>();
  #pairs = 0;

  constructor(before: SchemaTable, now: SchemaTable, direction: Direction) {
    this.#before = before;
    this.#now = now;
    this.#direction = direction;
  }

  readonly compare = (before: AnySchema, now: AnySchema): readonly SchemaDifference[] => {
    if (before === now && typeof before === "boolean") return [];
    const [old, current] = [resolve(before, this.#before), resolve(now, this.#now)];
    if (!old || !current) {
      const isSame = structureOf(before) === structureOf(now);
      return isSame ? [] : [{ at: "", effect: "changes", text: "is described by another schema" }];
    }
    const known = this.#known.get(old) ?? new Map<object, readonly SchemaDifference[]>();
    this.#known.set(old, known);
    const seen = known.get(current);
    if (seen) return seen;
    this.#pairs += 1;
    if (this.#pairs > maxPairs) {
      return [{ at: "", effect: "changes", text: "is too large to be compared" }];
    }
    known.set(current, []);
    const found = this.#compareForms(normalForm(old), normalForm(current));
    known.set(current, found);
    return found;
  };

  #compareForms(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
    const isReference = (form: ObjectForm): boolean => hasOnly(form, "$ref");
    if (isReference(before) || isReference(now)) return this.compare(before, now);
    if (isNever(before) || isNever(now)) {
      if (isNever(before) === isNever(now)) return [];
      return isNever(now)
        ? [{ at: "", effect: "narrows", text: "no longer allows anything" }]
        : [{ at: "", effect: "widens", text: "allows values" }];
    }
    const unions = compareUnions(before, now, this.compare, {
      before: (schema) => normalForm(resolve(schema, this.#before) ?? {}),
      now: (schema) => normalForm(resolve(schema, this.#now) ?? {}),
    });
    return unions ?? this.#compareKeywords(before, now);
  }

  #compareKeywords(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
    const types = typesOf(now);
    const shared = new Set([...typesOf(before)].filter((type) => types.has(type)));
    return [
      ...compareTypes(before, now),
      ...compareValues(before, now),
      ...compareBounds(before, now, shared),
      ...(shared.has("integer") ? compareMultiples(before, now) : []),
      ...(shared.has("string") ? compareTextKeywords(before, now) : []),
      ...(shared.has("object") ? compareMembers(before, now, this.compare, this.#direction) : []),
      ...(shared.has("array") ? compareItems(before, now, this.compare) : []),
      ...compareIntersections(before, now, this.compare),
      ...compareUnionKeyword("anyOf", before, now, this.compare),
      ...compareUnionKeyword("oneOf", before, now, this.compare),
      ...this.#compareConditions(before, now),
    ];
  }

  /** Compares the keywords that have no comparison of their own. */
  #compareConditions(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
    const found: SchemaDifference[] = [];
    for (const keyword of singleConditions) {
      found.push(...this.compare(schemaAt(before, keyword), schemaAt(now, keyword)));
    }
    found.push(...this.#compareNegations(before["not"], now["not"]));
    found.push(...this.#compareContained(before["contains"], now["contains"]));
    for (const keyword of conditions) {
      if (this.#isSame(before[keyword], now[keyword])) continue;
      const [isOff, isOffNow] = [isIdle(before[keyword]), isIdle(now[keyword])];
      if (isOff && isOffNow) continue;
      const effect = isOff ? "narrows" : isOffNow ? "widens" : "changes";
      found.push({ at: "", effect, text: `has another ${keyword}` });
    }
    for (const keyword of [...opaque, "if", "then", "else"]) {
      if (this.#isSame(before[keyword], now[keyword])) continue;
      found.push({ at: "", effect: "changes", text: `has another ${keyword}` });
    }
    return found;
  }

  #compareNegations(before: unknown, now: unknown): readonly SchemaDifference[] {
    if (before === undefined && now === undefined) return [];
    if (before === undefined) return [{ at: "", effect: "narrows", text: "must not fit a schema" }];
    if (now === undefined) return [{ at: "", effect: "widens", text: "may fit any schema" }];
    const found = this.compare(before as AnySchema, now as AnySchema);
    return found.map((each) => ({ ...each, effect: opposite(each.effect) }));
  }

  #compareContained(before: unknown, now: unknown): readonly SchemaDifference[] {
    if (before === undefined && now === undefined) return [];
    if (before === undefined)
      return [{ at: "[]", effect: "narrows", text: "must have a certain item" }];
    if (now === undefined)
      return [{ at: "[]", effect: "widens", text: "need not have a certain item" }];
    return below("[]", this.compare(before as AnySchema, now as AnySchema));
  }

  /** Whether two values of a keyword are written alike and refer to schemas that are equal. */
  #isSame(before: unknown, now: unknown): boolean {
    if (before === undefined || now === undefined) return before === now;
    const text = canonicalJson(before);
    if (text !== canonicalJson(now)) return false;
    const references = new Set(
      [...text.matchAll(/"#\/\$defs\/(?:[^"\\]|\\.)+"/g)].map(([one]) => one),
    );
    return [...references].every((reference) => {
      const schema = { $ref: JSON.parse(reference) as string };
      return this.compare(schema, { ...schema }).length === 0;
    });
  }
}

/** Follows references; undefined if one leads nowhere. */
function resolve(schema: AnySchema, table: SchemaTable): ObjectForm | undefined {
  let form = normalForm(schema);
  for (let step = 0; hasOnly(form, "$ref"); step++) {
    const name = referenceName(form);
    if (name === undefined || !Object.hasOwn(table, name) || step > 100) return undefined;
    form = asMap(table)[name] as ObjectForm;
    if (typeof form === "boolean") form = normalForm(form);
  }
  return form;
}

function schemaAt(schema: ObjectForm, keyword: string): AnySchema {
  const value = schema[keyword];
  return typeof value === "boolean" || (typeof value === "object" && value !== null)
    ? (value as AnySchema)
    : true;
}

/** Whether a keyword's value refuses nothing. */
function isIdle(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
