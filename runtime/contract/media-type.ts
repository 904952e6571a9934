import { defined } from "../protocol/defined.js";

/** A parsed `Content-Type`. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** `charset` in lower case. */
  readonly charset?: string;
  /** Only for a multipart type. */
  readonly boundary?: string;
}

/** Parses a `Content-Type`. Undefined if it is absent or invalid. @see RFC 9110 section 8.3 */
export function parseMediaType(header: string | null): MediaType | undefined {
  if (header === null) return undefined;
  if (known.has(header)) return known.get(header);
  const type = readMediaType(header);
  if (known.size >= mostKnown) known.clear();
  if (header.length <= longestKnown) known.set(header, type);
  return type;
}

/** Most answers have one of few types. */
const known = new Map<string, MediaType | undefined>();
const mostKnown = 100;
const longestKnown = 200;

function readMediaType(header: string): MediaType | undefined {
  const essence = essenceOf(header);
  if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence)) return undefined;
  const parameters = parametersOf(header);
  const charset = parameters.get("charset")?.toLowerCase();
  const boundary = isMultipart(essence) ? parameters.get("boundary") : undefined;
  return {
    essence,
    ...defined({
      charset: charset || undefined,
      boundary: boundary || undefined,
    }),
  };
}

/** @see RFC 9110 section 5.6.6 */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/** Parses a header's parameters by lower-case name. The first of each name counts. */
export function parametersOf(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of header.slice(0, 2_000).matchAll(parameter)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token);
  }
  return found;
}

/** Returns a media type in lower case, without its parameters. */
export function essenceOf(type: string): string {
  const end = type.indexOf(";");
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}

/** Whether a type is `application/json`, `text/json` or any `+json`. @see RFC 6839 section 3.1 */
export function isJsonType(essence: string): boolean {
  return essence.endsWith("/json") || essence.endsWith("+json");
}

/** Whether a type is readable: text, XML, YAML, scripts, and other types that their registrations define as text. Images are not, although some are XML. */
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
    "n-quads",
    "n-triples",
    "pem-certificate-chain",
    "sdp",
    "sparql-query",
    "sparql-update",
    "sql",
    "toml",
    "trig",
    "x-javascript",
    "x-sh",
    "x-www-form-urlencoded",
    "x-yaml",
    "xml",
    "xml-dtd",
    "yaml",
  ].map((subtype) => `application/${subtype}`),
);

/** Whether a type is XML, which may declare its encoding inside. */
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
 * Returns how a media type separates JSON texts: `lines`, or `records` that begin with a record separator. Undefined for
 * other types.
 *
 * @see https://github.com/ndjson/ndjson-spec; RFC 7464
 */
export function jsonSequence(essence: string): "lines" | "records" | undefined {
  if (/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/.test(essence)) return "lines";
  return /^application\/(?:.+\+)?json-seq$/.test(essence) ? "records" : undefined;
}

/** Whether a type is a sequence of items, which may arrive over a long time. @see OpenAPI 3.2 Sequential Media Types */
export function isSequence(essence: string): boolean {
  return essence === "text/event-stream" || jsonSequence(essence) !== undefined;
}
