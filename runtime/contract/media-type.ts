/** A `Content-Type`, taken apart. */
import { defined } from "../protocol/defined.js";
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** In lower case. */
  readonly charset?: string;
  /** Of a multipart type. */
  readonly boundary?: string;
}

/** Reads a `Content-Type`; undefined when it is absent or not one. @see RFC 9110 section 8.3 */
export function parseMediaType(header: string | null): MediaType | undefined {
  if (header === null) return undefined;
  const essence = essenceOf(header);
  if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence)) return undefined;
  const parameters = parametersOf(header);
  const charset = parameters.get("charset")?.toLowerCase();
  const boundary = isMultipart(essence) ? parameters.get("boundary") : undefined;
  return {
    essence,
    ...defined({
      charset: charset ? charset : undefined,
      boundary: boundary ? boundary : undefined,
    }),
  };
}

/** @see RFC 9110 section 5.6.6 */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** The parameters after the first `;` of a header, names in lower case; the first of each name counts. */
export function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of header.slice(0, 2_000).matchAll(parameter)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token);
  }
  return found;
}

/** A media type without its parameters, in lower case. */
export function essenceOf(type: string): string {
  const end = type.indexOf(";");
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}

/** `application/json`, `text/json` and every `+json`. @see RFC 6839 section 3.1 */
export function isJsonType(essence: string): boolean {
  return essence.endsWith("/json") || essence.endsWith("+json");
}

/** Types a person can read: text, XML, YAML, scripts. Not images, though some of them are XML. */
export function isTextType(essence: string): boolean {
  if (essence.startsWith("text/") || readable.has(essence)) return true;
  if (jsonSequence(essence) !== undefined) return true;
  return /\+(?:xml|yaml)$/.test(essence) && !/^(?:image|audio|video)\//.test(essence);
}

const readable = new Set(
  [
    "csv",
    "ecmascript",
    "graphql",
    "javascript",
    "jwt",
    "sql",
    "toml",
    "x-javascript",
    "x-sh",
    "x-www-form-urlencoded",
    "x-yaml",
    "xml",
    "xml-dtd",
    "yaml",
  ].map((subtype) => `application/${subtype}`),
);

/** Texts that may say their encoding themselves. */
export function isXmlType(essence: string): boolean {
  return essence.endsWith("/xml") || essence.endsWith("+xml");
}

export function isMultipart(essence: string): boolean {
  return essence.startsWith("multipart/");
}

export function isYamlType(essence: string): boolean {
  return /[/+](?:x-)?yaml$/.test(essence);
}

/**
 * How JSON texts follow each other in a media type: as lines, or as records that begin with a mark of their own; undefined
 * when they don't.
 *
 * @see https://github.com/ndjson/ndjson-spec; RFC 7464
 */
export function jsonSequence(essence: string): "lines" | "records" | undefined {
  if (/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/.test(essence)) return "lines";
  return /^application\/(?:.+\+)?json-seq$/.test(essence) ? "records" : undefined;
}

/** Media types of one item after the other, which may come over a long time. @see OpenAPI 3.2 Sequential Media Types */
export function isSequence(essence: string): boolean {
  return essence === "text/event-stream" || jsonSequence(essence) !== undefined;
}
