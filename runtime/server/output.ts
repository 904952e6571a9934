import { isObject, type JsonObject } from "../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../protocol/model.js";
import { conform } from "../schema/conform.js";
import { explainViolations } from "../schema/explain.js";
import type { SchemaCheck } from "../schema/standard-schema.js";
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
  /**
   * What happens to a value that does not fit the schema. `prune`, the default: what misfits is left out of the
   * structured content, and remains in the text; `refuse`: the call fails; `send`: nobody looks.
   */
  readonly misfits?: "prune" | "refuse" | "send";
  /** Checks in the place of the schema, where a schema library made it. */
  readonly validate?: SchemaCheck;
}

/** Turns values into tool results that clients which check `outputSchema` accept. */
export class OutputWriter {
  readonly #shape: OutputShape;
  #compiling: Promise<Validate | undefined> | undefined;

  constructor(shape: OutputShape) {
    this.#shape = shape;
  }

  /**
   * @param uri names the value when it can only be sent as an embedded resource
   * @throws Error for a misfit, where those are refused
   */
  write(value: Value, uri: () => string): CallToolResult | Promise<CallToolResult> {
    switch (value.kind) {
      case "empty":
        return this.#unstructured([]);
      case "text":
        return this.#unstructured([{ type: "text", text: value.text }]);
      case "media":
        return this.#unstructured([mediaContent(value.media, uri)]);
      case "json":
        return this.#writeJson(value.value, textOf(value));
    }
  }

  /** A whole result, as it may be sent. @throws Error for a misfit, where those are refused */
  async check(result: CallToolResult): Promise<CallToolResult> {
    if (this.#shape.misfits === "refuse" && this.#shape.schema && !result.isError) {
      const { structuredContent: given } = result;
      const structuredContent = await this.#fitting(given, this.#shape.schema);
      if (structuredContent !== given) return { ...result, structuredContent };
    }
    return result;
  }

  /** With an output schema there must be structured content: clients refuse the whole result otherwise. */
  #unstructured(content: readonly ContentBlock[]): CallToolResult {
    if (!this.#shape.schema) return { content };
    if (this.#shape.misfits === "refuse") throw new Error("The result has no structured content.");
    return { content, structuredContent: {} };
  }

  #writeJson(value: unknown, text: string): CallToolResult | Promise<CallToolResult> {
    const content: ContentBlock[] = [{ type: "text", text }];
    const { schema } = this.#shape;
    return schema ? this.#writeStructured(value, content, schema) : { content };
  }

  async #writeStructured(
    value: unknown,
    content: ContentBlock[],
    schema: () => JsonObject,
  ): Promise<CallToolResult> {
    const { misfits, wrap } = this.#shape;
    const whole = wrap ? { result: value } : value;
    if (misfits === "refuse") {
      const fitting = await this.#fitting(whole, schema);
      // What a library leaves out or fills in, the text must not contradict.
      if (fitting !== whole) content[0] = { type: "text", text: JSON.stringify(fitting) ?? "null" };
      return { content, structuredContent: fitting };
    }
    if (misfits === "send") return { content, structuredContent: whole };
    return { content, structuredContent: await this.#prune(whole, schema) };
  }

  /**
   * The value as a library's schema makes it, which is what it lists; itself for JSON Schema.
   *
   * @throws Error for a misfit
   */
  async #fitting(value: unknown, schema: () => JsonObject): Promise<unknown> {
    const { validate: library } = this.#shape;
    if (library) {
      const outcome = await library(value);
      if ("issues" in outcome) throw new Error(`The result does not fit:\n${outcome.issues}`);
      return outcome.value;
    }
    const violations = (await this.#compile(schema))?.(value) ?? [];
    if (violations.length > 0) {
      throw new Error(`The result does not fit:\n${explainViolations(violations, schema())}`);
    }
    return value;
  }

  /** The value as far as the output schema allows it. */
  async #prune(value: unknown, schema: () => JsonObject): Promise<unknown> {
    if (!isObject(value)) return {};
    const structured = withoutConstructor(value);
    const validate = await this.#compile(schema);
    // A schema that can't be compiled here is one that clients can't check either.
    return validate ? conform(structured, validate) : structured;
  }

  #compile(schema: () => JsonObject): Promise<Validate | undefined> {
    this.#compiling ??= compileSchema(schema()).catch(() => undefined);
    return this.#compiling;
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
