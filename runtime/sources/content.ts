/** Contents of resources, from bytes. */
import { essenceOf, isJsonType, isTextType, parseMediaType } from "../contract/media-type.js";
import type { ReadResourceResult } from "../protocol/model.js";
import { ToolError } from "../protocol/tool-error.js";

export const defaultMaxBytes = 16 * 1024 * 1024;

/** What may be read. */
export interface ReadLimits {
  readonly accept: readonly string[] | undefined;
  readonly maxBytes: number;
}

/** @throws TypeError for limits that can't be used */
export function readLimits(options: {
  readonly accept?: readonly string[];
  readonly maxBytes?: number;
}): ReadLimits {
  const { accept, maxBytes = defaultMaxBytes } = options;
  requireCount("maxBytes", maxBytes);
  const wrong = accept?.find(
    (range) => !/^(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)$/.test(range),
  );
  if (wrong !== undefined) throw new TypeError(`accept must hold media types, not ${wrong}.`);
  return { accept: accept?.map(essenceOf), maxBytes };
}

/** @throws TypeError for what is no number of things */
export function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new TypeError(`${name} must be a whole number above 0.`);
}

/** Says that a resource is too large. */
export function tooLarge(maxBytes: number): ToolError {
  return new ToolError(`The resource is larger than the limit of ${maxBytes} bytes.`);
}

/**
 * Returns bytes as text if their type is one of text and they can be decoded, else as a blob.
 *
 * @throws ToolError for a type that may not be read
 */
export function contentsOf(
  uri: string,
  mimeType: string,
  bytes: Uint8Array,
  { accept }: ReadLimits,
): ReadResourceResult {
  const type = parseMediaType(mimeType);
  const essence = type?.essence ?? essenceOf(mimeType);
  if (accept && !accept.some((range) => isIn(essence, range))) {
    throw new ToolError(`Resources of type ${essence} can't be read here.`);
  }
  const isText = isTextType(essence) || isJsonType(essence);
  const text = isText ? decoded(bytes, type?.charset ?? "utf-8") : undefined;
  const blob = (): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  // The text has no charset any more.
  const shown = type?.charset === undefined || text === undefined ? mimeType : essence;
  return {
    contents: [{ uri, mimeType: shown, ...(text === undefined ? { blob: blob() } : { text }) }],
  };
}

function isIn(essence: string, range: string): boolean {
  if (range === "*/*") return true;
  return range.endsWith("/*") ? essence.startsWith(range.slice(0, -1)) : essence === range;
}

/** Returns the text of bytes; undefined if the charset is unknown or they are no text in it. */
export function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
