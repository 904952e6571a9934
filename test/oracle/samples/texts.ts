/** Texts for the keywords of schemas: lengths, patterns, formats. */
import fc from "fast-check";
import type { Random } from "./random.js";
import { regexOf } from "../raw/pattern.js";

/** Where a text goes. A header's value is visible ASCII. */
export type Place = "anywhere" | "header";

/** What faulty encoders get wrong: reserved characters, spaces, quotes, characters beyond ASCII. */
const awkward: Readonly<Record<Place, readonly string[]>> = {
  anywhere: [
    "two words",
    "a&b=c",
    "x/y?z#0",
    "100% + 1",
    "çà et là",
    'he "said"',
    "a,b;c|d",
    "[it's] (fine)!*",
    "東京",
    "<b>",
    "%41",
    "{id}",
    "back\\slash",
    "🜁 air",
  ],
  header: ["two words", "a=b", "x/y:z", 'he "said"', "50%", "a,b", "W/1"],
};

const formats: Readonly<Record<string, readonly string[]>> = {
  date: ["2024-02-29", "1999-12-31"],
  "date-time": ["2024-02-29T12:30:00Z", "1999-12-31T23:59:59.5+02:00"],
  time: ["12:30:00Z"],
  duration: ["P1DT12H"],
  email: ["jo.doe+tag@example.com"],
  "idn-email": ["jo@example.com"],
  hostname: ["api.example.com"],
  "idn-hostname": ["api.example.com"],
  ipv4: ["192.0.2.7"],
  ip: ["192.0.2.7"],
  ipv6: ["2001:db8::7"],
  uri: ["https://example.com/a?b=c&d=%20"],
  url: ["https://example.com/a?b=c&d=%20"],
  "uri-reference": ["/a?b=c"],
  iri: ["https://example.com/a"],
  "iri-reference": ["/a"],
  "uri-template": ["/a/{b}"],
  uuid: ["0b5a1b2c-3d4e-4f60-8a7b-9c0d1e2f3a4b", "7c9e6679-7425-40de-944b-e07fc1f90ae7"],
  guid: ["0b5a1b2c-3d4e-4f60-8a7b-9c0d1e2f3a4b"],
  regex: ["^a+$"],
  "json-pointer": ["/a/b"],
  "relative-json-pointer": ["1/a"],
  byte: ["aGVsbG8=", "AAEC"],
  base64: ["aGVsbG8="],
  int32: ["12"],
  int64: ["12"],
  float: ["1.5"],
  double: ["1.5"],
  char: ["x"],
  cidr: ["192.0.2.0/24"],
};

/** Texts that patterns often describe which can't be made from the pattern itself. */
const common = ["1", "a", "A", "en", "EUR", "abc", "ABC", "a1", "example", "12345678", "/a", "a/b"];

export interface TextRules {
  readonly least: number;
  readonly most: number;
  readonly patterns: readonly string[];
  readonly format?: string;
  readonly isBase64: boolean;
  /** Texts of the document itself: examples and defaults. */
  readonly known: readonly string[];
}

/** Returns a text that satisfies the rules; undefined if none was found. */
export function textFor(rules: TextRules, place: Place, random: Random): string | undefined {
  const { least, most, patterns, format } = rules;
  if (least > most || least > 100_000) return undefined;
  const tests = patterns.flatMap((pattern) => regexOf(pattern) ?? []);
  const fits = (text: string): boolean => {
    const { length } = Array.from(text);
    const isSendable = place === "anywhere" || /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text);
    return (
      length >= least && length <= most && isSendable && tests.every((each) => each.test(text))
    );
  };
  const usual = rules.isBase64 ? formats["byte"] : format && formats[format.toLowerCase()];
  const formatted = usual ? [random.pick(usual), ...usual] : [];
  const free = patterns.length === 0 ? [sized(random.pick(awkward[place]), least, most)] : [];
  const first = [...formatted, ...free].find(fits);
  if (first !== undefined) return first;
  for (const pattern of patterns) {
    const found = textsOf(pattern, least).filter(fits);
    if (found.length > 0) return random.pick(found);
  }
  const others = [...rules.known, ...Object.values(formats).flat(), ...common];
  return others.find(fits) ?? others.map((text) => sized(text, least, most)).find(fits);
}

const made = new Map<string, readonly string[]>();

/** Makes texts for a pattern by fast-check, always the same ones. */
function textsOf(pattern: string, least: number): readonly string[] {
  const key = `${least} ${pattern}`;
  let texts = made.get(key);
  if (!texts) made.set(key, (texts = generated(pattern, least)));
  return texts;
}

function generated(pattern: string, least: number): readonly string[] {
  // fast-check has no look-around; what it makes without is checked against the whole pattern.
  for (const source of [pattern, pattern.replace(/\(\?<?[!=][^()]*\)/g, "")]) {
    const regex = regexOf(source);
    if (!regex) continue;
    try {
      const size = least > 20 ? "large" : least > 5 ? "medium" : "small";
      const arbitrary = fc.stringMatching(regex, { size });
      return fc.sample(arbitrary, { seed: 7, numRuns: least > 0 ? 60 : 30 });
    } catch {
      continue;
    }
  }
  return [];
}

function sized(text: string, least: number, most: number): string {
  const characters = Array.from(text);
  if (characters.length > most) return characters.slice(0, most).join("").trim().padEnd(least, "x");
  return characters.length < least ? text + "x".repeat(least - characters.length) : text;
}
