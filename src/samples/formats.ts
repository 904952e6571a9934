import type { Random } from "./random.js";

/** Makers of values for the formats that validators check. @see JSON Schema 2020-12 validation section 7.3; OpenAPI Format Registry */
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date,
  "date-time": (random) => `${date(random)}T${time(random)}Z`,
  time: (random) => `${time(random)}Z`,
  duration: (random) => `P${random.between(1, 30)}D`,
  email: (random) => `user${random.between(1, 99)}@example.com`,
  "idn-email": (random) => `user${random.between(1, 99)}@example.com`,
  hostname,
  "idn-hostname": hostname,
  ipv4: (random) => `192.0.2.${random.between(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.between(1, 9999)}`,
  uri: url,
  url,
  iri: url,
  "uri-reference": (random) => `/items/${random.between(1, 99)}`,
  "iri-reference": (random) => `/items/${random.between(1, 99)}`,
  "uri-template": () => "/items/{id}",
  uuid: (random) =>
    "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => random.between(0, 15).toString(16)),
  "json-pointer": () => "/items/0",
  "json-pointer-uri-fragment": () => "#/items/0",
  "relative-json-pointer": () => "0/items",
  regex: () => "^a+$",
  byte: base64,
  "iso-time": (random) => `${time(random)}Z`,
  "iso-date-time": (random) => `${date(random)}T${time(random)}Z`,
};

/** Returns a text in the format; undefined if validators do not check it. */
export function formatText(format: string, random: Random): string | undefined {
  return Object.hasOwn(formats, format) ? formats[format]!(random) : undefined;
}

/** Returns random bytes in base64, which may contain padding, `+` and `/`. */
export function base64(random: Random): string {
  const length = random.between(4, 12);
  return Buffer.from(Array.from({ length }, () => random.between(0, 255))).toString("base64");
}

function date(random: Random): string {
  return `20${two(random.between(20, 29))}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`;
}

function time(random: Random): string {
  return `${two(random.between(0, 23))}:${two(random.between(0, 59))}:${two(random.between(0, 59))}`;
}

function hostname(random: Random): string {
  return `host${random.between(1, 99)}.example.com`;
}

function url(random: Random): string {
  return `https://example.com/items/${random.between(1, 99)}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Returns texts in a `contentEncoding`: one of any length, then those nearest to the limits. @see RFC 4648, RFC 2045 */
export function encodedTexts(
  encoding: string,
  random: Random,
  minimum: number,
  maximum: number,
): readonly string[] {
  const sizes = [Math.ceil(minimum / 4) * 3, Math.floor(Math.min(maximum, minimum + 64) / 4) * 3];
  const name = encoding.toLowerCase();
  if (name.startsWith("base64")) {
    const alphabet = name === "base64url" ? "base64url" : "base64";
    const more = sizes.map((size) => Buffer.alloc(size, 1).toString(alphabet));
    return [Buffer.from(base64(random), "base64").toString(alphabet), ...more];
  }
  // These digits are valid in the other encodings, too.
  const group = name === "base32" ? "MFRGGZDF" : "61626364";
  return [1, ...sizes.map((size) => size / 6)].map((count) => group.repeat(Math.ceil(count)));
}
