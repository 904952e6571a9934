/** What handlers and methods resolve to. */
import { isObject } from "../../protocol/json.js";
import type { ContentBlock } from "../../protocol/model.js";
import type { CacheHints } from "../../protocol/codec/codec-writer.js";
import type { Answer, AnswerPart, AnswerTarget } from "../../upstream/response/answer.js";
import type { Media } from "../../contract/media.js";

/** What is known of a value beside itself, where an API's answer is behind it. */
interface ValueBase {
  readonly notes?: readonly string[];
  readonly links?: readonly AnswerTarget[];
  readonly cache?: CacheHints;
}

/** A handler's value, by what it is. */
export type Value =
  | (ValueBase & { readonly kind: "empty" })
  /** `source`: the value's own text, where it holds integers that JavaScript's numbers can't. */
  | (ValueBase & { readonly kind: "json"; readonly value: unknown; readonly source?: string })
  | (ValueBase & { readonly kind: "text"; readonly text: string; readonly mimeType?: string })
  | (ValueBase & {
      readonly kind: "media";
      readonly media: Media;
      readonly parts?: readonly AnswerPart[];
    });

/** Tells what a handler's value is. `answer`: the upstream's, when the value is the one it brought. */
export function classifyValue(value: unknown, answer: Answer | undefined): Value {
  if (answer && Object.is(answerValue(answer), value)) return answer;
  if (value === undefined) return { kind: "empty" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (isMedia(value)) return { kind: "media", media: value };
  return { kind: "json", value };
}

/** What a method resolves to for an upstream's answer. */
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

/** A value as JSON text, with every digit of the upstream's. */
export function textOf({ value, source }: Value & { readonly kind: "json" }): string {
  const text = JSON.stringify(value) ?? "null";
  // An override may have changed the value in place, to hide a part of it: then its source tells too much.
  return source !== undefined && JSON.stringify(JSON.parse(source)) === text ? source : text;
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/**
 * The content blocks that a value by itself becomes.
 *
 * @param uri names the value when it can only be sent as an embedded resource
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
