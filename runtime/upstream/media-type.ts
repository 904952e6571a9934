/** A `Content-Type`, taken apart. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** In lower case. */
  readonly charset?: string;
}

/** Reads a `Content-Type`; undefined when it is absent or not one. @see RFC 9110 section 8.3 */
export function parseMediaType(header: string | null): MediaType | undefined {
  if (header === null) return undefined;
  const essence = essenceOf(header);
  if (!/^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(essence)) return undefined;
  for (const parameter of header.split(";").slice(1)) {
    const [name, value] = parameter.split("=", 2);
    if (name!.trim().toLowerCase() === "charset" && value !== undefined) {
      const charset = value.replaceAll('"', "").trim().toLowerCase();
      if (charset !== "") return { essence, charset };
    }
  }
  return { essence };
}

/** A media type without its parameters, in lower case. */
export function essenceOf(type: string): string {
  const end = type.indexOf(";");
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}

/** `application/json`, `text/json` and every `+json`. @see RFC 6839 section 3.1 */
export function isJsonType(essence: string): boolean {
  return essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
}

/** Types a person can read: text, XML, YAML, scripts. Not images, though some of them are XML. */
export function isTextType(essence: string): boolean {
  if (essence.startsWith("text/") || readable.has(essence)) return true;
  return /\+(?:xml|yaml|json-seq)$/.test(essence) && !/^(?:image|audio|video)\//.test(essence);
}

const readable = new Set(
  [
    "csv",
    "ecmascript",
    "graphql",
    "javascript",
    "json-seq",
    "jsonl",
    "ndjson",
    "sql",
    "toml",
    "x-javascript",
    "x-jsonlines",
    "x-ndjson",
    "x-sh",
    "x-www-form-urlencoded",
    "x-yaml",
    "xml",
    "xml-dtd",
    "yaml",
  ].map((subtype) => `application/${subtype}`),
);
