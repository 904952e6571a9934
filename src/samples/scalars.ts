/** Makes texts and numbers that satisfy the keywords of schemas. */
import { encodedTexts, formatText } from "./formats.js";
import type { Facets } from "./facets.js";
import { matchesPattern } from "./matches-pattern.js";
import { patternText } from "./pattern-text.js";
import type { Random } from "./random.js";

/**
 * The characters of free texts. `plain`: words. `header`: visible ASCII. `awkward`: what faulty encoders get wrong
 * (reserved characters, spaces, quotes, non-ASCII). No text is a dot segment.
 */
export type Words = "plain" | "header" | "awkward";

const words: Readonly<Record<Words, readonly string[]>> = {
  plain: ["example", "sample", "first", "second", "blue", "north"],
  header: ["example", "two words", "a=b", "x/y:z", 'say "so"', "50%"],
  awkward: [
    "example",
    "two words",
    "a&b=c",
    "x/y?z#0",
    "50% + 1",
    "sömé ünïcode",
    'say "so"',
    "a,b;c|d",
    "[it's] (fine)!*",
    "日本語",
    "<tag>",
    "%2F",
  ],
};

const attempts = 24;

/** Returns a text that satisfies the facets; undefined if none was found. */
export function textWithin(facets: Facets, random: Random, kind: Words): string | undefined {
  const minimum = facets.greatest("minLength") ?? 0;
  const maximum = facets.least("maxLength") ?? Infinity;
  if (minimum > maximum || minimum > 100_000) return undefined;
  const patterns = facets.all("pattern").filter((each): each is string => typeof each === "string");
  const format = facets.all("format").find((each): each is string => typeof each === "string");
  const formatted = format === undefined ? undefined : formatText(format, random);
  const fits = (text: string): boolean => {
    const { length } = codePoints(text);
    return (
      length >= minimum &&
      length <= maximum &&
      patterns.every((pattern) => matchesPattern(pattern, text) !== false)
    );
  };
  const [encoding] = facets.all("contentEncoding");
  if (encoding !== undefined && patterns.length === 0) {
    const encoded = encodedTexts(String(encoding), random, minimum, maximum).find(fits);
    if (encoded !== undefined) return encoded;
  }
  if (formatted !== undefined && fits(formatted)) return formatted;
  if (patterns.length === 0) return sized(random.pick(words[kind]), minimum, maximum);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const text = patternText(random.pick(patterns), random, Math.max(6, minimum));
    if (text !== undefined && fits(text)) return text;
  }
  const others = [...words.plain, ...knownTexts.flatMap((name) => formatText(name, random) ?? [])];
  return [...others, "1", "a", "A", "A1", "en", "EUR"].find(fits);
}

/** Formats to try when no text could be made from a pattern: patterns often describe one of these. */
const knownTexts = ["uuid", "date", "date-time", "email", "hostname", "ipv4", "url", "duration"];

/** Returns a number that satisfies the facets; undefined if none was found. */
export function numberWithin(facets: Facets, random: Random, whole: boolean): number | undefined {
  const range = numberRange(facets);
  const step = facets.greatest("multipleOf") ?? (whole ? 1 : undefined);
  return step !== undefined && step > 0
    ? multipleWithin(range, step, whole, random)
    : fractionWithin(range, random);
}

/** A finite range of numbers. `includes` also checks the exclusive bounds. */
interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
  readonly includes: (value: number) => boolean;
}

function numberRange(facets: Facets): NumberRange {
  const above = facets.greatest("exclusiveMinimum") ?? -Infinity;
  const below = facets.least("exclusiveMaximum") ?? Infinity;
  const highest = Math.min(facets.least("maximum") ?? Infinity, below);
  let minimum = Math.max(facets.greatest("minimum") ?? -Infinity, above);
  if (minimum === -Infinity) {
    minimum = highest >= 1 ? 1 : Math.max(highest - 1000, Number.MIN_SAFE_INTEGER);
  }
  const maximum = Math.min(highest, minimum + 999);
  const includes = (value: number): boolean =>
    value >= minimum && value <= maximum && value > above && value < below;
  return { minimum, maximum, includes };
}

function multipleWithin(
  { minimum, maximum, includes }: NumberRange,
  step: number,
  whole: boolean,
  random: Random,
): number | undefined {
  const first = Math.ceil(minimum / step);
  const last = Math.floor(maximum / step);
  if (last < first) return undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const value = random.between(first, last) * step;
    if (includes(value) && (!whole || Number.isInteger(value))) return value;
  }
  return undefined;
}

function fractionWithin(
  { minimum, maximum, includes }: NumberRange,
  random: Random,
): number | undefined {
  const choices = [
    random.between(Math.ceil(minimum), Math.floor(maximum)),
    minimum + (maximum - minimum) / 4,
  ];
  const value = random.pick(choices);
  return includes(value) ? value : choices.find(includes);
}

function sized(text: string, minimum: number, maximum: number): string {
  const characters = codePoints(text);
  if (characters.length > maximum) {
    return characters.slice(0, maximum).join("").trim().padEnd(minimum, "x");
  }
  return characters.length < minimum ? text + "x".repeat(minimum - characters.length) : text;
}

/** Lengths count code points. @see JSON Schema 2020-12 validation section 6.3 */
function codePoints(text: string): readonly string[] {
  return Array.from(text);
}
