/** The values that handlers and methods resolve to. */
import { jsonText } from "../../protocol/exact-json.js";
import { isObject } from "../../protocol/json.js";
import type { ContentBlock } from "../../protocol/model.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { Answer, AnswerPart, AnswerTarget } from "../../upstream/response/answer.js";
import type { Media } from "../../contract/media.js";

/** Facts about a value that comes from an answer of an API. */
interface ValueBase {
  readonly notes?: readonly string[];
  readonly links?: readonly AnswerTarget[];
  readonly cache?: CacheHints;
}

/** The value of a handler, by its kind. */
export type Value =
  | (ValueBase & { readonly kind: "empty" })
  /** `source`: the original text, if the value has integers that JavaScript can't represent. */
  | (ValueBase & { readonly kind: "json"; readonly value: unknown; readonly source?: string })
  | (ValueBase & { readonly kind: "text"; readonly text: string; readonly mimeType?: string })
  | (ValueBase & {
      readonly kind: "media";
      readonly media: Media;
      readonly parts?: readonly AnswerPart[];
    });

/** Classifies the value of a handler; returns `answer`, with all its facts, if the value is its own. */
export function classifyValue(value: unknown, answer: Answer | undefined): Value {
  if (answer && Object.is(answerValue(answer), value)) return answer;
  if (value === undefined) return { kind: "empty" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (isMedia(value)) return { kind: "media", media: value };
  return { kind: "json", value };
}

/** Returns the value that a method resolves to for an answer of the API. */
export function answerValue(answer: Answer): unknown {
  switch (answer.kind) {
    case "empty":
      return undefined;
    case "json":
      return answer.value;
    case "text":
      return answer.text;
    case "media":
      return answer.media;
  }
}

function isMedia(value: unknown): value is Media {
  return (
    isObject(value) && value["data"] instanceof Uint8Array && typeof value["mimeType"] === "string"
  );
}

/** Writes a value as JSON, with every digit of the API's answer. */
export function textOf({ value, source }: Value & { readonly kind: "json" }): string {
  // An override may have redacted the value in place; the source text would leak what it removed.
  const isSame =
    source !== undefined && JSON.stringify(JSON.parse(source)) === JSON.stringify(value);
  return isSame ? source : (jsonText(value) ?? "null");
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/**
 * Converts a value to content blocks, without links and notes.
 *
 * @param uri makes the URI of an embedded resource
 */
export function valueContent(value: Value, uri: () => string): ContentBlock[] {
  switch (value.kind) {
    case "empty":
      return [];
    case "json":
      return [{ type: "text", text: textOf(value) }];
    case "text":
      return [{ type: "text", text: value.text }];
    case "media": {
      const { mimeType } = value.media;
      const data = toBase64(value.media.data);
      if (mimeType.startsWith("image/")) return [{ type: "image", data, mimeType }];
      if (mimeType.startsWith("audio/")) return [{ type: "audio", data, mimeType }];
      return [{ type: "resource", resource: { uri: uri(), mimeType, blob: data } }];
    }
  }
}
