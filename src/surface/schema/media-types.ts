import {
  isJsonType,
  isMultipart,
  isTextType,
  isXmlType,
  isYamlType,
  jsonSequence,
  parseMediaType,
} from "../../../runtime/contract/media-type.js";

/** How the runtime sends or reads a media type. `binary` contains neither text nor JSON. */
export type MediaKind = "json" | "form" | "text" | "multipart" | "binary";

/** A cache, because documents repeat a few types thousands of times. */
const essences = new Map<string, string | undefined>();

/** `Application/JSON; charset=utf-8` → `application/json`; undefined for an invalid media type. */
export function essenceOf(type: string): string | undefined {
  if (essences.has(type)) return essences.get(type);
  const essence = parseMediaType(type)?.essence;
  if (essences.size < 1000) essences.set(type, essence);
  return essence;
}

/** Returns the kind of a media type, `json` for a range that includes JSON; undefined for an invalid media type. */
export function mediaKind(type: string): MediaKind | undefined {
  const essence = essenceOf(type);
  if (essence === undefined) return undefined;
  if (/^(\*|application)\/\*$/.test(essence)) return "json";
  if (isJsonType(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (isMultipart(essence)) return "multipart";
  return isTextType(essence) ? "text" : "binary";
}

/**
 * Returns the `Content-Type` for a media type of the document: as written if printable, else without its parameters; for a
 * range, a type of that range. Ranges of bytes, such as `image/*`, stay: each file names its own type.
 *
 * @see RFC 9110 section 8.3: a `Content-Type` is one media type, not a range
 */
export function headerValue(type: string): string {
  const essence = essenceOf(type) ?? "application/json";
  const own = memberOf(essence);
  if (own !== essence) return own + parametersIn(type);
  return /^[\x20-\x7e]+$/.test(type) ? type.trim() : essence;
}

/**
 * Returns a media type for `Accept`, which may have ranges of a whole type but none like `application/*+json`.
 *
 * @see RFC 9110 section 12.5.1
 */
export function acceptValue(type: string, isBinary: boolean): string {
  const essence = essenceOf(type) ?? "";
  if (essence === "*/*") return essence;
  const isRange = essence.endsWith("/*") && (isBinary || essence !== "application/*");
  return isRange ? type.trim() : headerValue(type);
}

/** Returns a type of a range whose kind of content is known, and any other media type unchanged. */
function memberOf(essence: string): string {
  if (!essence.includes("*")) return essence;
  if (isJsonType(essence) || mediaKind(essence) === "json") return "application/json";
  if (isXmlType(essence)) return "application/xml";
  if (isYamlType(essence)) return "application/yaml";
  if (jsonSequence(essence) === "records") return "application/json-seq";
  if (essence === "multipart/*") return "multipart/form-data";
  return essence.startsWith("text/") ? "text/plain" : essence;
}

/** Returns the parameters of a media type as written, without the weight of an `Accept` header. */
function parametersIn(type: string): string {
  const start = type.indexOf(";");
  const written = start === -1 ? "" : type.slice(start).trim();
  return /^[\x20-\x7e]*$/.test(written) ? written.replace(/;\s*q=[\d.]*/gi, "") : "";
}
