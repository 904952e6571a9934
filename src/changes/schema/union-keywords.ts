/** Compares unions (`anyOf`, `oneOf`) and intersections (`allOf`). */
import { effectOf, type Effect, type SchemaDifference } from "./difference.js";
import {
  asList,
  asMap,
  hasOnly,
  labelOf,
  normalForm,
  structureOfValue,
  typesOf,
  type ObjectForm,
} from "./normal-form.js";
import { below, type Compare } from "./object-keywords.js";
import { structureOf, type AnySchema } from "./structure.js";

/** Resolves a schema that is only a reference. */
export type Resolve = (schema: AnySchema) => ObjectForm;

/** Unions with more forms are compared only form by form, not for whether their forms exclude each other. */
const maxForms = 64;

/** Returns the forms of a schema that is nothing but a union, or allows several types; undefined for others. */
function formsOf(schema: ObjectForm): readonly AnySchema[] | undefined {
  for (const keyword of ["anyOf", "oneOf"]) {
    if (hasOnly(schema, keyword)) return asList(schema[keyword]) as readonly AnySchema[];
  }
  const { type } = schema;
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...schema, type: one })) : undefined;
}

function isUnion(schema: ObjectForm): boolean {
  return hasOnly(schema, "anyOf") || hasOnly(schema, "oneOf");
}

/** Compares two schemas of which at least one is nothing but a union; undefined if none is. */
export function compareUnions(
  before: ObjectForm,
  now: ObjectForm,
  compare: Compare,
  resolve: { readonly before: Resolve; readonly now: Resolve },
): readonly SchemaDifference[] | undefined {
  if (!isUnion(before) && !isUnion(now)) return undefined;
  const [old, current] = [formsOf(before) ?? [before], formsOf(now) ?? [now]];
  const found = compareForms(old, current, compare);
  const needExclusion = hasOnly(before, "oneOf") || hasOnly(now, "oneOf");
  if (found.length === 0 || !needExclusion) return found;
  const areExclusive =
    (!hasOnly(before, "oneOf") || excludeEachOther(old.map(resolve.before))) &&
    (!hasOnly(now, "oneOf") || excludeEachOther(current.map(resolve.now)));
  // A value that fits two forms of a `oneOf` is refused, so that a wider form may refuse more.
  return areExclusive ? found : found.map((each) => ({ ...each, effect: "changes" }));
}

function compareForms(
  old: readonly AnySchema[],
  current: readonly AnySchema[],
  compare: Compare,
): readonly SchemaDifference[] {
  const { pairs, lost, gained } = pairUp(old, current, compare);
  const isSeveral = current.filter((form) => labelOf(form) !== "null").length > 1;
  return [
    ...pairs.flatMap(([was, is]) => {
      const label = isSeveral ? labelOf(is) : undefined;
      return label === undefined ? compare(was, is) : below(`<${label}>`, compare(was, is));
    }),
    ...lost.map((form) => formDifference("narrows", "no longer allows", form)),
    ...gained.map((form) => formDifference("widens", "also allows", form)),
  ];
}

function formDifference(effect: Effect, verb: string, form: AnySchema): SchemaDifference {
  return { at: "", effect, text: `${verb} ${labelOf(form) ?? "one of its forms"}` };
}

interface Paired {
  readonly pairs: readonly (readonly [was: AnySchema, is: AnySchema])[];
  readonly lost: readonly AnySchema[];
  readonly gained: readonly AnySchema[];
}

/** Pairs equal members first, then those of one name, then the rest by position if none was added or removed. */
function pairUp(
  old: readonly AnySchema[],
  current: readonly AnySchema[],
  compare: Compare,
): Paired {
  const pairs: [AnySchema, AnySchema][] = [];
  const match = (
    left: readonly AnySchema[],
    right: readonly AnySchema[],
    keyOf: (schema: AnySchema) => string | undefined,
    fits: (was: AnySchema, is: AnySchema) => boolean,
  ): [AnySchema[], AnySchema[]] => {
    const open = new Map<string, AnySchema[]>();
    for (const is of right) {
      const key = keyOf(is);
      if (key !== undefined) open.set(key, [...(open.get(key) ?? []), is]);
    }
    const used = new Set<AnySchema>();
    const lost = left.filter((was) => {
      const found = open.get(keyOf(was) ?? "")?.find((is) => !used.has(is) && fits(was, is));
      if (found === undefined || keyOf(was) === undefined) return true;
      used.add(found);
      pairs.push([was, found]);
      return false;
    });
    return [lost, right.filter((is) => !used.has(is))];
  };
  const isEqual = (was: AnySchema, is: AnySchema): boolean => compare(was, is).length === 0;
  let [lost, gained] = match(old, current, structureOf, isEqual);
  [lost, gained] = match(lost, gained, labelOf, () => true);
  if (lost.length === gained.length) {
    return {
      pairs: [...pairs, ...lost.map((was, at) => [was, gained[at]!] as const)],
      lost: [],
      gained: [],
    };
  }
  return { pairs, lost, gained };
}

/** Whether no value fits two of these forms, as far as types and members with fixed values tell. */
function excludeEachOther(forms: readonly ObjectForm[]): boolean {
  if (forms.length > maxForms) return false;
  return forms.every((one, at) => forms.slice(at + 1).every((other) => areApart(one, other)));
}

function areApart(one: ObjectForm, other: ObjectForm): boolean {
  const types = typesOf(other);
  if (![...typesOf(one)].some((type) => types.has(type))) return true;
  const [mine, yours] = [fixedMembers(one), fixedMembers(other)];
  return [...mine].some(([name, values]) => {
    const others = yours.get(name);
    return others !== undefined && values.every((value) => !others.includes(value));
  });
}

/** Returns the allowed values of each required member that has a list of them. */
function fixedMembers(schema: ObjectForm): ReadonlyMap<string, readonly string[]> {
  const properties = asMap(schema["properties"]);
  const fixed = new Map<string, readonly string[]>();
  for (const name of asList(schema["required"]).map(String)) {
    if (!Object.hasOwn(properties, name)) continue;
    const { enum: values } = normalForm(properties[name]!);
    if (Array.isArray(values)) fixed.set(name, values.map(structureOfValue));
  }
  return fixed;
}

/** Compares the members of `allOf`, each of which a value must fit. */
export function compareIntersections(
  before: ObjectForm,
  now: ObjectForm,
  compare: Compare,
): readonly SchemaDifference[] {
  const [old, current] = [asList(before["allOf"]), asList(now["allOf"])] as [
    AnySchema[],
    AnySchema[],
  ];
  if (old.length === 0 && current.length === 0) return [];
  const { pairs, lost, gained } = pairUp(old, current, compare);
  const found = pairs.flatMap(([was, is]) => compare(was, is));
  const named = (schema: AnySchema): string => labelOf(schema) ?? "one more schema";
  return [
    ...found,
    ...lost.map((each): SchemaDifference => ({
      at: "",
      effect: "widens",
      text: `need not fit ${named(each)}`,
    })),
    ...gained.map((each): SchemaDifference => ({
      at: "",
      effect: "narrows",
      text: `must fit ${named(each)}`,
    })),
  ];
}

/** Compares unions beside other keywords, form by form. */
export function compareUnionKeyword(
  keyword: "anyOf" | "oneOf",
  before: ObjectForm,
  now: ObjectForm,
  compare: Compare,
): readonly SchemaDifference[] {
  const [old, current] = [before[keyword], now[keyword]];
  if (!Array.isArray(old) && !Array.isArray(current)) return [];
  if (!Array.isArray(old))
    return [{ at: "", effect: "narrows", text: "must fit one of several forms" }];
  if (!Array.isArray(current)) {
    return [{ at: "", effect: "widens", text: "need not fit one of several forms" }];
  }
  const found = compareForms(old as AnySchema[], current as AnySchema[], compare);
  if (keyword === "anyOf" || effectOf(found) === undefined) return found;
  return found.map((each) => ({ ...each, effect: "changes" }));
}
