import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { isFieldValue } from "../../protocol/text/field-value.js";
import { parseMediaType } from "../../contract/media-type.js";
import type { FileContent, FileSources } from "./file-model.js";

const origins = ["data", "text", "uri", "path"] as const;
const known: ReadonlySet<string> = new Set([...origins, "name", "mimeType"]);

/** Whether a value is a `FileInput`, rather than another object that the API takes in its place. */
export function isFileInput(value: JsonObject): boolean {
  const keys = Object.keys(value);
  const given = keys.filter((key) => origins.some((origin) => origin === key));
  return given.length === 1 && keys.every((key) => known.has(key));
}

/**
 * Reads a `FileInput`.
 *
 * @param what the argument's name in messages
 * @throws ToolError when the value is not a `FileInput`, or the file can't or must not be read
 */
export async function readFile(
  value: unknown,
  what: string,
  sources: FileSources,
): Promise<FileContent> {
  if (!isObject(value) || value instanceof Uint8Array) {
    throw new ToolError(`${what} must be a file: an object with data, text or uri.`);
  }
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) {
    throw new ToolError(
      `${what} is a file, which can't have the property "${unknown.slice(0, 80)}".`,
    );
  }
  const given = origins.filter((key) => member(value, key) !== undefined);
  const [origin] = given;
  if (origin === undefined || given.length > 1) {
    const found = given.length === 0 ? "none of them" : given.join(" and ");
    throw new ToolError(`${what} must have exactly one of data, text and uri; it has ${found}.`);
  }
  const name = textMember(value, "name", what);
  const mimeType = textMember(value, "mimeType", what);
  if (mimeType !== undefined && !isMediaType(mimeType)) {
    throw new ToolError(`The mimeType of ${what} is not a valid media type, such as image/png.`);
  }
  const read = await readOrigin(origin, value[origin], what, sources);
  return { ...read, ...defined({ name, mimeType }) };
}

/** Whether a text is one media type, not a range of them. */
function isMediaType(text: string): boolean {
  return isFieldValue(text) && parseMediaType(text)?.essence.includes("*") === false;
}

async function readOrigin(
  origin: (typeof origins)[number],
  value: unknown,
  what: string,
  sources: FileSources,
): Promise<FileContent> {
  if (origin === "data" && value instanceof Uint8Array) return { bytes: value };
  if (typeof value !== "string") throw new ToolError(`The ${origin} of ${what} must be a string.`);
  switch (origin) {
    case "text":
      return { bytes: utf8(value, what), isText: true };
    case "data":
      // Models confuse the two; base64 never contains a colon.
      return value.startsWith("data:")
        ? readDataUri(value, what)
        : { bytes: fromBase64(value, what) };
    case "uri":
      return readUri(value, what, sources);
    case "path": {
      const { readLocalFile } = await import("./local-file.js");
      return readLocalFile(value, what, sources);
    }
  }
}

/** Fetches no other URLs: a model could choose one that only this computer can reach. */
async function readUri(uri: string, what: string, sources: FileSources): Promise<FileContent> {
  if (/^data:/i.test(uri)) return readDataUri(uri, what);
  const resource = await sources.readResource?.(uri);
  if (resource !== undefined) {
    const { mimeType, text, blob } = resource;
    const bytes = blob === undefined ? utf8(text ?? "", what) : fromBase64(blob, what);
    return { bytes, ...defined({ name: nameIn(uri), mimeType }) };
  }
  if (/^file:/i.test(uri)) {
    const { readFileUri } = await import("./local-file.js");
    return readFileUri(uri, what, sources);
  }
  throw new ToolError(
    `The uri of ${what} is not a resource of this server. Other URLs are not fetched; give the content as data or text.`,
  );
}

/** @see RFC 2397 */
async function readDataUri(uri: string, what: string): Promise<FileContent> {
  try {
    const response = await globalThis.fetch(uri);
    const mimeType = response.headers.get("content-type") ?? "text/plain";
    return { bytes: new Uint8Array(await response.arrayBuffer()), mimeType };
  } catch {
    throw new ToolError(`The data: URI of ${what} is malformed.`);
  }
}

/** Returns the last segment of a URI's path if it looks like a file name. */
function nameIn(uri: string): string | undefined {
  const [path = ""] = uri.split(/[?#]/, 1);
  const last = path.slice(path.lastIndexOf("/") + 1);
  try {
    return last.includes(".") ? decodeURIComponent(last) : undefined;
  } catch {
    return undefined;
  }
}

function textMember(value: JsonObject, key: string, what: string): string | undefined {
  const text = member(value, key);
  if (text === undefined || typeof text === "string") return text;
  throw new ToolError(`The ${key} of ${what} must be a string.`);
}

/** Encodes a text as UTF-8. @throws ToolError for half of a surrogate pair, which has no UTF-8 form */
export function utf8(text: string, what: string): Uint8Array {
  if (/\p{Surrogate}/u.test(text)) {
    throw new ToolError(`${what} holds half of a surrogate pair, which can't be encoded.`);
  }
  return new TextEncoder().encode(text);
}

/** Decodes both alphabets, with or without padding and line breaks. @see RFC 4648 sections 4 and 5 */
function fromBase64(text: string, what: string): Uint8Array {
  const plain = text
    .replace(/[\s=]+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) {
    throw new ToolError(`The data of ${what} is not valid base64. Give plain text as text.`);
  }
  if (typeof Buffer !== "undefined") return Buffer.from(plain, "base64");
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}
