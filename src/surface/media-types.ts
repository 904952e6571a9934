/** How the runtime can send or read a media type. `binary` has no text and no JSON in it. */
export type MediaKind = "json" | "form" | "text" | "multipart" | "binary";

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const essencePattern = new RegExp(`^${token}/${token}$`);
const textual =
  /^(text\/.*|application\/(.*\+)?(xml|yaml|x-yaml|javascript|ecmascript|graphql|sql|jwt|csv|x-ndjson|ndjson|jsonl|x-jsonlines|jsonlines|json-seq|toml))$/;

/** Documents repeat a few types thousands of times. */
const essences = new Map<string, string | undefined>();

/** `Application/JSON; charset=utf-8` → `application/json`; undefined when it is no media type. */
export function essenceOf(type: string): string | undefined {
  if (essences.has(type)) return essences.get(type);
  const written = (type.split(";", 1)[0] ?? "").trim().toLowerCase();
  const essence = essencePattern.test(written) ? written : undefined;
  if (essences.size < 1000) essences.set(type, essence);
  return essence;
}

/** The kind of a media type; a range (`*` in it) that JSON is in is JSON. Undefined: no media type. */
export function mediaKind(type: string): MediaKind | undefined {
  const essence = essenceOf(type);
  if (essence === undefined) return undefined;
  if (/^(\*|application)\/\*$/.test(essence)) return "json";
  if (/^[^/]+\/([^/]*\+)?json$/.test(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence.startsWith("multipart/")) return "multipart";
  return textual.test(essence) ? "text" : "binary";
}

/** The media type as a header may carry it: as written when that is harmless, else without its parameters. */
export function headerValue(type: string): string {
  const essence = essenceOf(type) ?? "application/json";
  if (/^(\*|application)\/\*$/.test(essence)) return "application/json";
  return /^[\x20-\x7e]+$/.test(type) ? type.trim() : essence;
}
