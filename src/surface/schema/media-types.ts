import {
  isJsonType,
  isMultipart,
  isTextType,
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

/** Returns the media type for a header: as written if printable, else without its parameters. */
export function headerValue(type: string): string {
  const essence = essenceOf(type) ?? "application/json";
  if (/^(\*|application)\/\*$/.test(essence)) return "application/json";
  return /^[\x20-\x7e]+$/.test(type) ? type.trim() : essence;
}
