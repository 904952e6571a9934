import { base64 } from "./base64.js";
import { encodeForm, encodeUnreserved } from "./percent-encoding.js";

/** A text as a sequence of units, each a pattern of the ways in which it may be written. */
export type Spelling = readonly string[];

/** Shorter texts are not looked for in base64 and hexadecimal: too little of them would be left to recognise. */
const shortestCoded = 6;

/** Backslashes before an escape: JSON within JSON doubles them. */
const slashes = String.raw`\\{1,4}`;

/** Returns the ways in which a text may appear in another text, each as a whole. */
export function spellingsOf(text: string): readonly Spelling[] {
  // The text itself, too: a unit takes its longest form, so a text that looks escaped would be taken for one.
  const plain = [[literal(text)], Array.from(text.replace(/\\+/g, "\\"), unitOf)];
  if (text.length < shortestCoded) return plain;
  const bytes = [...new TextEncoder().encode(text)];
  return [...plain, ...base64Units(text), hexUnits(bytes)];
}

/** Returns the byte strings in which a text may appear in binary data, one character per byte. */
export function byteFormsOf(text: string): readonly string[] {
  const bytes = [...new TextEncoder().encode(text)];
  const utf16 = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const low = utf16.flatMap((unit) => [unit & 0xff, unit >> 8]);
  const high = utf16.flatMap((unit) => [unit >> 8, unit & 0xff]);
  const coded = base64Cores(text).flatMap((core) => [core, urlSafe(core)]);
  const hex = bytes.map(hexOf).join("");
  const percent = [encodeUnreserved(text), encodeURIComponent(text), encodeForm(text)];
  const forms = [
    ...[bytes, low, high].map((each) => String.fromCharCode(...each)),
    ...coded,
    hex,
    hex.toUpperCase(),
    JSON.stringify(text).slice(1, -1),
    ...percent,
    ...percent.map(lowerTriplets),
  ];
  // Longest first, so that no part of a longer form remains. JSON may hold characters that are no bytes.
  return [...new Set(forms)]
    .filter((form) => !/[^\0-\xff]/.test(form))
    .sort((a, b) => b.length - a.length);
}

const asciiUnits = new Map<string, string>();

function unitOf(character: string): string {
  const known = asciiUnits.get(character);
  if (known !== undefined) return known;
  const unit = makeUnit(character);
  if (character < "\x80") asciiUnits.set(character, unit);
  return unit;
}

/** The ways to write one character: itself, percent-encoded, and escaped for JSON, JavaScript, HTML or XML. */
function makeUnit(character: string): string {
  // The character itself comes last, because escapes may begin with it.
  const forms: string[] = [];
  const bytes = [...new TextEncoder().encode(character)];
  forms.push(bytes.map((byte) => `%(?:25){0,2}${anyCase(hexOf(byte))}`).join(""));
  const units = character.split("").map((unit) => unit.charCodeAt(0));
  forms.push(
    units.map((unit) => `${slashes}u${anyCase(unit.toString(16).padStart(4, "0"))}`).join(""),
  );
  const code = character.codePointAt(0)!;
  if (code < 0x100) forms.push(`${slashes}x${anyCase(hexOf(code))}`);
  forms.push(`&(?:amp;)?#(?:0{0,4}${code}|[xX]0{0,4}${anyCase(code.toString(16))});`);
  return `(?:${[...forms, ...(escapes[character] ?? []), literal(character)].join("|")})`;
}

/** Escapes of characters that have a meaning in JSON, HTML or forms. */
const escapes: { readonly [character: string]: readonly string[] } = {
  '"': [`${slashes}"`, "&(?:amp;)?quot;"],
  "'": [`${slashes}'`, "&(?:amp;)?apos;"],
  "\\": [String.raw`\\{1,16}`],
  "/": [`${slashes}/`],
  "&": ["&(?:amp;){1,2}"],
  "<": ["&(?:amp;)?lt;"],
  ">": ["&(?:amp;)?gt;"],
  " ": [String.raw`\+`],
  "\t": [`${slashes}t`],
  "\n": [`${slashes}n`],
  "\r": [`${slashes}r`],
};

/**
 * Returns the characters of base64 that a text determines within data that is encoded as a whole: one text for each position
 * in a group of three bytes at which it may begin.
 */
function base64Cores(text: string): readonly string[] {
  const length = new TextEncoder().encode(text).length;
  return [0, 1, 2].map((before) =>
    base64("\0".repeat(before) + text).slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + length) * 8) / 6),
    ),
  );
}

function base64Units(text: string): readonly Spelling[] {
  const length = new TextEncoder().encode(text).length;
  return base64Cores(text).map((core, before) => {
    const isShared = (before + length) % 3 !== 0;
    return [...Array.from(core, base64Unit), ...(isShared ? [base64End] : [])];
  });
}

/** The last character, in which a text shares bits with what follows, where nothing follows; and the padding. */
const base64End = "(?:[A-Za-z0-9+/_-](?![A-Za-z0-9+/_-]))?(?:=|%3[dD]){0,2}";

function base64Unit(character: string): string {
  if (character === "+") return `(?:[+-]|%(?:25){0,2}2[bB]|${slashes}u002[bB])`;
  if (character === "/") return `(?:${slashes}?[/_]|%(?:25){0,2}2[fF]|${slashes}u002[fF])`;
  return character;
}

function urlSafe(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

/** Hexadecimal digits in any case, with the usual separators of bytes. */
function hexUnits(bytes: readonly number[]): Spelling {
  return bytes.map((byte, at) => {
    const separator = at === 0 ? "" : `(?:[ :_-]|${slashes}x|,? ?0[xX])?`;
    return separator + anyCase(hexOf(byte));
  });
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  return character.replace(/[^\w\s]/g, "\\$&");
}

/** The case of hexadecimal digits is not significant. @see RFC 3986 section 2.1 */
function lowerTriplets(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
}
