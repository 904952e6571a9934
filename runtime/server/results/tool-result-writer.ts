import { contentOr } from "../../protocol/codec/codec.js";
import { jsonText } from "../../protocol/exact-json.js";
import type { JsonObject } from "../../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../../protocol/model.js";
import type { SchemaCheck } from "../../schema/standard-schema.js";
import type { CompiledSchema } from "../../schema/compiled-schema.js";
import { compileSchema } from "../../schema/validator.js";
import type { CallContext } from "../types/call-context.js";
import { isContent, readContent } from "./content-blocks.js";
import { requireJson } from "./json-value.js";
import { sendableText } from "./quick-result.js";
import { settleValue } from "./settle-value.js";
import { classifyValue, valueContent, type Value } from "./value.js";
import { isToolResult, refuseRawQuestions, wholeResult } from "./whole-result.js";

/** Describes how the values of a tool become results. */
export interface ToolResultShape {
  /** The listed `outputSchema`; absent if there is none. */
  readonly schema?: JsonObject;
  /** True: values are sent unchecked. Otherwise a value that violates the schema fails the call. */
  readonly unchecked?: boolean;
  /** The check of a schema library, which replaces the schema. */
  readonly validate?: SchemaCheck;
  /** The declared media type of bytes. */
  readonly mimeType?: string;
}

/** Converts values of custom tools to results that fit `outputSchema`, which clients check. */
export class ToolResultWriter {
  readonly #shape: ToolResultShape;
  #compiling: Promise<CompiledSchema> | undefined;

  constructor(shape: ToolResultShape) {
    this.#shape = shape;
  }

  /**
   * @param uri makes the URI of an embedded resource
   * @throws Error if the value violates the schema, unless unchecked; UnsendableValue
   */
  async write(returned: unknown, uri: () => string, ctx: CallContext): Promise<CallToolResult> {
    const { mimeType } = this.#shape;
    const value = await settleValue(returned, ctx, mimeType);
    if (isToolResult(value)) {
      const result = await this.#check(await wholeResult(value, uri, mimeType));
      return value["content"] === undefined ? withText(result) : result;
    }
    refuseRawQuestions(value);
    // With an output schema, a value that JSON can represent is data.
    if (!this.#shape.schema && isContent(value)) {
      return { content: await readContent(value, uri, mimeType) };
    }
    const classified = classifyValue(value, undefined);
    const content = contentOf(classified, uri);
    const { schema, unchecked, validate } = this.#shape;
    if (!schema) return { content };
    if (classified.kind === "json") return this.#writeStructured(value, content, schema);
    if (classified.kind === "text" && (!unchecked || mayBeString(schema))) {
      return this.#writeStructured(value, content, schema);
    }
    // A schema library may have a default.
    if (classified.kind === "empty" && validate && !unchecked) {
      return this.#writeStructured(undefined, content, schema);
    }
    // Clients refuse a result without structured content if there is a schema.
    if (!unchecked) throw notStructured(classified.kind === "empty" ? "nothing" : "a file");
    return { content, structuredContent: {} };
  }

  /**
   * Checks a complete result. The structured content of an error is left out if it violates the schema, because clients
   * would throw and their users would not see the error.
   *
   * @see MCP 2026-07-28, Tools, Output Schema
   */
  async #check(result: CallToolResult): Promise<CallToolResult> {
    requireJson(result);
    const { schema, unchecked } = this.#shape;
    const { structuredContent: given, isError } = result;
    if (!schema || unchecked || (isError && given === undefined)) return result;
    let structuredContent: unknown;
    try {
      structuredContent = await this.#fitting(given, schema);
    } catch (error) {
      if (isError) return unstructured(result);
      throw error;
    }
    return structuredContent === given ? result : { ...result, structuredContent };
  }

  async #writeStructured(
    value: unknown,
    content: ContentBlock[],
    schema: JsonObject,
  ): Promise<CallToolResult> {
    if (this.#shape.unchecked) return { content, structuredContent: value };
    const fitting = await this.#fitting(value, schema, content);
    if (fitting === undefined) throw notStructured("nothing");
    if (fitting === value) return { content, structuredContent: value };
    // The text must agree with what the library removed or filled in.
    const text = typeof fitting === "string" ? fitting : textOf(fitting);
    return { content: [{ type: "text", text }], structuredContent: fitting };
  }

  /**
   * @param content gets a note if the value takes too much work to check, and so is passed on
   * @returns the output of the schema library; for JSON Schema, the value itself
   * @throws Error if the value violates the schema
   */
  async #fitting(value: unknown, schema: JsonObject, content?: ContentBlock[]): Promise<unknown> {
    const { validate: library } = this.#shape;
    if (library) {
      const outcome = await library(value);
      if ("issues" in outcome)
        throw new Error(`The result does not fit the output schema:\n${outcome.issues}`);
      return outcome.value;
    }
    this.#compiling ??= compileSchema(schema).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The result can't be checked, because the output schema is unusable: ${reason}`,
      );
    });
    const compiled = await this.#compiling;
    const violations = compiled.validate(value);
    if (compiled.isUnchecked(violations)) {
      content?.push({ type: "text", text: compiled.note(violations, false) });
    } else if (violations.length > 0) {
      throw new Error(
        `The result does not fit the output schema:\n${compiled.explain(violations)}`,
      );
    }
    return value;
  }
}

/** Makes text of the structured content of a result that has no other content. */
function withText(result: CallToolResult): CallToolResult {
  return { ...result, content: contentOr(result.content, result.structuredContent) };
}

/** @throws UnsendableValue */
function contentOf(value: Value, uri: () => string): ContentBlock[] {
  if (value.kind !== "json") return valueContent(value, uri);
  return [{ type: "text", text: textOf(value.value) }];
}

/** Writes a value as JSON. @throws UnsendableValue */
function textOf(value: unknown): string {
  const text = sendableText(value);
  if (text !== undefined) return text;
  requireJson(value);
  return jsonText(value) ?? "null";
}

/** Drops the structured content, or turns it into text if there is no other content. */
function unstructured({ structuredContent, ...rest }: CallToolResult): CallToolResult {
  return { ...rest, content: contentOr(rest.content, structuredContent) };
}

function mayBeString({ type }: JsonObject): boolean {
  return (
    type === undefined || type === "string" || (Array.isArray(type) && type.includes("string"))
  );
}

function notStructured(what: string): Error {
  return new Error(
    `The tool has an output schema, but its handler returned ${what}. It must return a value that fits the schema, or a complete result with structuredContent.`,
  );
}
