/** Texts and numbers within what schemas ask of them. */
import { base64, formatText } from "./formats.js";
import type { Facets } from "./facets.js";
import { patternText } from "./pattern-text.js";
import type { Random } from "./random.js";

/**
 * What free texts are made of. `plain`: words. `header`: visible ASCII. `awkward`: what wrong encoders trip over:
 * reserved characters, spaces, quotes, characters beyond ASCII. None is a path segment with a meaning of its own.
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

/** Undefined when none was found. */
export function textWithin(facets: Facets, random: Random, kind: Words): string | undefined {
  const least = facets.greatest("minLength") ?? 0;
  const most = facets.least("maxLength") ?? Infinity;
  if (least > most || least > 100_000) return undefined;
  const patterns = facets.all("pattern").filter((each): each is string => typeof each === "string");
  const format = facets.all("format").find((each): each is string => typeof each === "string");
  const formatted = format === undefined ? undefined : formatText(format, random);
  const tests = patterns.map(regexOf);
  const fits = (text: string): boolean => {
    const length = [...text].length;
    return length >= least && length <= most && tests.every((test) => !test || test.test(text));
  };
  if (facets.has("contentEncoding") && patterns.length === 0) {
    const encoded = base64(random);
    if (fits(encoded)) return encoded;
  }
  if (formatted !== undefined && fits(formatted)) return formatted;
  if (patterns.length === 0) return sized(random.pick(words[kind]), least, most);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const text = patternText(random.pick(patterns), random, Math.max(6, least));
    if (text !== undefined && fits(text)) return text;
  }
  const others = [...words.plain, ...knownTexts.flatMap((name) => formatText(name, random) ?? [])];
  return [...others, "1", "a", "A", "A1", "en", "EUR"].find(fits);
}

/** Formats whose texts patterns often describe in ways that can't be turned round. */
const knownTexts = ["uuid", "date", "date-time", "email", "hostname", "ipv4", "url", "duration"];

/** Undefined when none was found. */
export function numberWithin(facets: Facets, random: Random, whole: boolean): number | undefined {
  const step = facets.greatest("multipleOf") ?? (whole ? 1 : undefined);
  const above = facets.greatest("exclusiveMinimum");
  const below = facets.least("exclusiveMaximum");
  let least = Math.max(facets.greatest("minimum") ?? -Infinity, above ?? -Infinity);
  let most = Math.min(facets.least("maximum") ?? Infinity, below ?? Infinity);
  if (least === -Infinity) least = most >= 1 ? 1 : Math.max(most - 1000, Number.MIN_SAFE_INTEGER);
  most = Math.min(most, least + 999);
  const allowed = (value: number): boolean =>
    value >= least &&
    value <= most &&
    (above === undefined || value > above) &&
    (below === undefined || value < below);
  if (step !== undefined && step > 0) {
    const first = Math.ceil(least / step);
    const last = Math.floor(most / step);
    if (last < first) return undefined;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const value = random.between(first, last) * step;
      if (allowed(value) && (!whole || Number.isInteger(value))) return value;
    }
    return undefined;
  }
  const choices = [random.between(Math.ceil(least), Math.floor(most)), least + (most - least) / 4];
  const value = random.pick(choices);
  return allowed(value) ? value : choices.find(allowed);
}

function regexOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Lengths are of code points. @see JSON Schema 2020-12 validation section 6.3 */
function sized(text: string, least: number, most: number): string {
  const characters = [...text];
  if (characters.length > most) return characters.slice(0, most).join("").trim().padEnd(least, "x");
  return characters.length < least ? text + "x".repeat(least - characters.length) : text;
}
