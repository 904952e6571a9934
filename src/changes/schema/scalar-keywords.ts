/** Compares the keywords that limit texts, numbers and the values of an `enum`. */
import { canonicalJson } from "./structure.js";
import type { Effect, SchemaDifference } from "./difference.js";
import { asList, jsonTypes, structureOfValue, typesOf, type ObjectForm } from "./normal-form.js";

/** Values that one message lists. */
const shownValues = 5;

const here = (effect: Effect, text: string): SchemaDifference => ({ at: "", effect, text });

/** Compares the types of values. */
export function compareTypes(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
  // Two lists of values say everything.
  if (Array.isArray(before["enum"]) && Array.isArray(now["enum"])) return [];
  const [old, current] = [typesOf(before), typesOf(now)];
  const lost = [...old].filter((type) => !current.has(type));
  const gained = [...current].filter((type) => !old.has(type));
  if (lost.length > 0 && gained.length > 0) {
    return [here("changes", `was ${shownTypes(old)} and is ${shownTypes(current)} now`)];
  }
  if (lost.length > 0)
    return [here("narrows", `no longer allows ${shownTypes(new Set(lost), old)}`)];
  if (gained.length > 0 && current.size === jsonTypes.length) {
    return [here("widens", "allows values of any type")];
  }
  return gained.length > 0
    ? [here("widens", `also allows ${shownTypes(new Set(gained), current)}`)]
    : [];
}

/** @param of the types that these are a part of: `number` beside a remaining `integer` means fractions */
function shownTypes(types: ReadonlySet<string>, of: ReadonlySet<string> = types): string {
  const isFraction = types.has("number") && of.has("integer") && !types.has("integer");
  return [...types]
    .filter((type) => type !== "integer" || !types.has("number"))
    .map((type) => (type === "number" && isFraction ? "fractions" : type))
    .join(" or ");
}

/** Compares lists of allowed values. */
export function compareValues(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
  const [old, current] = [valuesOf(before), valuesOf(now)];
  if (!old && !current) return [];
  if (!old) return [here("narrows", `only allows ${shownList([...current!.values()])} now`)];
  if (!current) return [here("widens", "is no longer limited to a list of values")];
  const lost = [...old].flatMap(([text, value]) => (current.has(text) ? [] : [value]));
  const gained = [...current].flatMap(([text, value]) => (old.has(text) ? [] : [value]));
  return [
    ...(lost.length > 0 ? [here("narrows", `no longer allows ${shownList(lost)}`)] : []),
    ...(gained.length > 0 ? [here("widens", `also allows ${shownList(gained)}`)] : []),
  ];
}

/** Returns the allowed values by their text, without those that `type` forbids. */
function valuesOf(schema: ObjectForm): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(schema["enum"])) return undefined;
  const types = typesOf(schema);
  const allowed = asList(schema["enum"]).filter((value) =>
    [...typesOf({ enum: [value] })].some((type) => types.has(type)),
  );
  return new Map(allowed.map((value) => [structureOfValue(value), value]));
}

function shownList(values: readonly unknown[]): string {
  const shown = values
    .slice(0, shownValues)
    .map((value) => canonicalJson(value))
    .join(", ");
  const more = values.length - shownValues;
  return more > 0 ? `${shown} and ${more} more values` : shown;
}

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

const counts = [
  ["minLength", "lower", "characters", "string"],
  ["maxLength", "upper", "characters", "string"],
  ["minItems", "lower", "items", "array"],
  ["maxItems", "upper", "items", "array"],
  ["minProperties", "lower", "members", "object"],
  ["maxProperties", "upper", "members", "object"],
] as const;

/** Compares minima and maxima of numbers, lengths and counts, for the types that both schemas allow. */
export function compareBounds(
  before: ObjectForm,
  now: ObjectForm,
  shared: ReadonlySet<string>,
): readonly SchemaDifference[] {
  const found: SchemaDifference[] = [];
  if (shared.has("integer")) {
    const isInteger = !shared.has("number");
    for (const side of ["lower", "upper"] as const) {
      const [old, current] = [
        numericBound(before, side, isInteger),
        numericBound(now, side, isInteger),
      ];
      found.push(...compareBound(old, current, side, ""));
    }
  }
  for (const [keyword, side, unit, type] of counts) {
    if (!shared.has(type)) continue;
    found.push(
      ...compareBound(countBound(before, keyword), countBound(now, keyword), side, ` ${unit}`),
    );
  }
  return found;
}

function countBound(schema: ObjectForm, keyword: string): Bound | undefined {
  const value = schema[keyword];
  // A minimum of 0 allows everything.
  const isLimit = typeof value === "number" && !(keyword.startsWith("min") && value <= 0);
  return isLimit ? { value, isExclusive: false } : undefined;
}

/** Returns the stricter one of the inclusive and the exclusive bound. */
function numericBound(
  schema: ObjectForm,
  side: "lower" | "upper",
  isInteger: boolean,
): Bound | undefined {
  const [inclusive, exclusive] =
    side === "lower"
      ? [schema["minimum"], schema["exclusiveMinimum"]]
      : [schema["maximum"], schema["exclusiveMaximum"]];
  const bounds: Bound[] = [];
  if (typeof inclusive === "number") bounds.push({ value: inclusive, isExclusive: false });
  if (typeof exclusive === "number") bounds.push(exclusiveBound(exclusive, side, isInteger));
  const [first, second] = bounds;
  return first && second ? (isStricter(first, second, side) ? first : second) : first;
}

function exclusiveBound(value: number, side: "lower" | "upper", isInteger: boolean): Bound {
  if (!isInteger || !Number.isSafeInteger(value)) return { value, isExclusive: true };
  return { value: side === "lower" ? value + 1 : value - 1, isExclusive: false };
}

function isStricter(one: Bound, other: Bound, side: "lower" | "upper"): boolean {
  if (one.value !== other.value) {
    return side === "lower" ? one.value > other.value : one.value < other.value;
  }
  return one.isExclusive && !other.isExclusive;
}

function compareBound(
  before: Bound | undefined,
  now: Bound | undefined,
  side: "lower" | "upper",
  unit: string,
): readonly SchemaDifference[] {
  if (!before && !now) return [];
  const least = side === "lower" ? "minimum" : "maximum";
  if (!now) return [here("widens", `has no ${least}${unit && ` of${unit}`} any more`)];
  const was = before
    ? ` (before: ${before.isExclusive ? `${side === "lower" ? "more than " : "less than "}` : ""}${before.value})`
    : "";
  const text = `allows ${phrase(now, side)}${unit}${was}`;
  if (!before || isStricter(now, before, side)) return [here("narrows", text)];
  return isStricter(before, now, side) ? [here("widens", text)] : [];
}

function phrase({ value, isExclusive }: Bound, side: "lower" | "upper"): string {
  if (side === "lower") return isExclusive ? `more than ${value}` : `at least ${value}`;
  return isExclusive ? `less than ${value}` : `at most ${value}`;
}

/** Compares `multipleOf`. */
export function compareMultiples(before: ObjectForm, now: ObjectForm): readonly SchemaDifference[] {
  const [old, current] = [before["multipleOf"], now["multipleOf"]];
  if (typeof current !== "number") {
    return typeof old === "number" ? [here("widens", `need not be a multiple of ${old}`)] : [];
  }
  const text = `must be a multiple of ${current}`;
  if (typeof old !== "number") return [here("narrows", text)];
  if (old === current) return [];
  const divides = (divisor: number, value: number): boolean =>
    Number.isInteger(divisor) && Number.isInteger(value) && value % divisor === 0;
  const effect = divides(old, current) ? "narrows" : divides(current, old) ? "widens" : "changes";
  return [here(effect, `${text} (before: ${old})`)];
}

/** Keywords of texts that can only be compared as they are written. */
const textKeywords: Readonly<Record<string, string>> = {
  pattern: "pattern",
  format: "format",
  contentEncoding: "encoding",
  contentMediaType: "media type",
};

/** Compares patterns, formats and encodings of texts. */
export function compareTextKeywords(
  before: ObjectForm,
  now: ObjectForm,
): readonly SchemaDifference[] {
  return Object.entries(textKeywords).flatMap(([keyword, word]) => {
    const [old, current] = [before[keyword], now[keyword]];
    if (old === current) return [];
    const isChecked = keyword === "pattern";
    if (old === undefined) {
      const text = `must have the ${word} ${String(current)}`;
      return [here(isChecked ? "narrows" : "changes", text)];
    }
    if (current === undefined) {
      return [here("widens", `need not have the ${word} ${String(old)}`)];
    }
    return [here("changes", `must have the ${word} ${String(current)} (before: ${String(old)})`)];
  });
}
