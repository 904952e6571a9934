import { isObject, type JsonObject } from "../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../protocol/model.js";
import { conform } from "../schema/conform.js";
import { compileSchema, type Validate } from "../schema/validator.js";
import type { Answer } from "../upstream/answer.js";
import type { Media } from "../upstream/media.js";

/** A handler's value, by what it is. */
export type Value =
  | { readonly kind: "empty" }
  /** `source`: the value's own text, where it holds integers that JavaScript's numbers can't. */
  | { readonly kind: "json"; readonly value: unknown; readonly source?: string }
  | { readonly kind: "text"; readonly text: string; readonly mimeType?: string }
  | { readonly kind: "media"; readonly media: Media };

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

export function isMedia(value: unknown): value is Media {
  return (
    isObject(value) && value["data"] instanceof Uint8Array && typeof value["mimeType"] === "string"
  );
}

/** How a tool's values become results. */
export interface OutputShape {
  /** Makes the listed `outputSchema`; absent when there is none. Called once. */
  readonly schema?: () => JsonObject;
  /** The schema describes `{ result: value }`. */
  readonly wrap?: boolean;
}

/** Turns values into tool results that clients which check `outputSchema` accept, and that never lose data. */
export class OutputWriter {
  readonly #shape: OutputShape;
  #compiling: Promise<Validate | undefined> | undefined;

  constructor(shape: OutputShape) {
    this.#shape = shape;
  }

  /** @param uri names the value when it can only be sent as an embedded resource */
  async write(value: Value, uri: () => string): Promise<CallToolResult> {
    switch (value.kind) {
      case "empty":
        return { content: [], ...this.#nothingStructured() };
      case "text":
        return { content: [{ type: "text", text: value.text }], ...this.#nothingStructured() };
      case "media":
        return { content: [mediaContent(value.media, uri)], ...this.#nothingStructured() };
      case "json":
        return this.#writeJson(value.value, textOf(value));
    }
  }

  /** With an output schema there must be structured content: clients refuse the whole result otherwise. */
  #nothingStructured(): { readonly structuredContent?: JsonObject } {
    return this.#shape.schema ? { structuredContent: {} } : {};
  }

  async #writeJson(value: unknown, text: string): Promise<CallToolResult> {
    const content: ContentBlock[] = [{ type: "text", text }];
    if (!this.#shape.schema) return { content };
    return { content, structuredContent: await this.#structure(value, this.#shape.schema) };
  }

  /** The value as far as the output schema allows it. */
  async #structure(value: unknown, schema: () => JsonObject): Promise<unknown> {
    const whole = this.#shape.wrap ? { result: value } : value;
    if (!isObject(whole)) return {};
    const structured = withoutConstructor(whole);
    this.#compiling ??= compileSchema(schema()).catch(() => undefined);
    const validate = await this.#compiling;
    // A schema that can't be compiled here is one that clients can't check either.
    return validate ? conform(structured, validate) : structured;
  }
}

/** The official SDK's client takes an object with a member of this name for no plain object and drops the result. */
function withoutConstructor(value: JsonObject): JsonObject {
  if (!Object.hasOwn(value, "constructor")) return value;
  const { constructor: _, ...rest } = value;
  return rest;
}

/** A value as JSON text, with every digit of the upstream's. */
export function textOf({ value, source }: Value & { readonly kind: "json" }): string {
  const text = JSON.stringify(value) ?? "null";
  // An override may have changed the value in place, to hide a part of it: then its source tells too much.
  return source !== undefined && JSON.stringify(JSON.parse(source)) === text ? source : text;
}

function mediaContent(media: Media, uri: () => string): ContentBlock {
  const data = toBase64(media.data);
  const { mimeType } = media;
  if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri: uri(), mimeType, blob: data } };
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
