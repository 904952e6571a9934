/** Bytes in the forms that JavaScript has for them. */
import type { Media } from "../../contract/media.js";
import { isObject } from "../../protocol/json.js";
import { sniffMediaType } from "./sniff-media-type.js";

const unknownType = "application/octet-stream";

/** Returns the bytes of a `Uint8Array`, `Buffer` or `ArrayBuffer`; undefined for other values. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  // By their tags, because values of another realm, such as Jest's, have other classes.
  switch (tagOf(value)) {
    case "Uint8Array":
    case "Uint8ClampedArray": {
      const { buffer, byteOffset, byteLength } = value as Uint8Array;
      return new Uint8Array(buffer, byteOffset, byteLength);
    }
    case "ArrayBuffer":
    case "SharedArrayBuffer":
      return new Uint8Array(value as ArrayBuffer);
    default:
      return undefined;
  }
}

/** Whether a value is bytes, a `Blob` or `File`, or `Media` with any of these. */
export function isFile(value: unknown): boolean {
  return isBytes(value) || isMedia(value);
}

/**
 * Makes `Media` of bytes, with the type that they state themselves, the declared one, or one that their beginning proves.
 *
 * @returns undefined for a value that is no file
 */
export async function readFile(
  value: unknown,
  declaredType: string | undefined,
): Promise<Media | undefined> {
  if (isMedia(value)) return { mimeType: value.mimeType, data: await read(value.data) };
  if (!isBytes(value)) return undefined;
  const data = await read(value);
  const own = isBlob(value) && value.type !== "" ? value.type : undefined;
  return { mimeType: own ?? declaredType ?? sniffMediaType(data) ?? unknownType, data };
}

async function read(value: unknown): Promise<Uint8Array> {
  return bytesOf(value) ?? new Uint8Array(await (value as Blob).arrayBuffer());
}

function isMedia(value: unknown): value is { readonly mimeType: string; readonly data: unknown } {
  return isObject(value) && typeof value["mimeType"] === "string" && isBytes(value["data"]);
}

function isBytes(value: unknown): boolean {
  return bytesOf(value) !== undefined || isBlob(value);
}

function isBlob(value: unknown): value is Blob {
  const tag = tagOf(value);
  return tag === "Blob" || tag === "File";
}

function tagOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  return Object.prototype.toString.call(value).slice(8, -1);
}
