import type { JsonObject } from "../../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../../protocol/model.js";
import type { SchemaCheck } from "../../schema/standard-schema.js";
import { compileSchema, type CompiledSchema } from "../../schema/validator.js";
import { valueContent, type Value } from "./value.js";

/** How a tool's values become results. */
export interface ToolResultShape {
  /** The listed `outputSchema`; absent when there is none. */
  readonly schema?: JsonObject;
  /** True: a value that does not fit the schema is sent all the same, and nobody looks. Else the call fails. */
  readonly unchecked?: boolean;
  /** Checks in the place of the schema, where a schema library made it. */
  readonly validate?: SchemaCheck;
}

/** Turns values of the user's own code into tool results that clients which check `outputSchema` accept. */
export class ToolResultWriter {
  readonly #shape: ToolResultShape;
  #compiling: Promise<CompiledSchema | undefined> | undefined;

  constructor(shape: ToolResultShape) {
    this.#shape = shape;
  }

  /**
   * @param uri names the value when it can only be sent as an embedded resource
   * @throws Error for a misfit, where those are refused
   */
  write(value: Value, uri: () => string): CallToolResult | Promise<CallToolResult> {
    const content = valueContent(value, uri);
    const { schema, unchecked } = this.#shape;
    if (!schema) return { content };
    if (value.kind === "json") return this.#writeStructured(value.value, content, schema);
    // There must be structured content: clients refuse the whole result otherwise.
    if (!unchecked) throw new Error("The result has no structured content.");
    return { content, structuredContent: {} };
  }

  /** A whole result, as it may be sent. @throws Error for a misfit, where those are refused */
  async check(result: CallToolResult): Promise<CallToolResult> {
    const { schema, unchecked } = this.#shape;
    if (schema && !unchecked && !result.isError) {
      const { structuredContent: given } = result;
      const structuredContent = await this.#fitting(given, schema);
      if (structuredContent !== given) return { ...result, structuredContent };
    }
    return result;
  }

  async #writeStructured(
    value: unknown,
    content: ContentBlock[],
    schema: JsonObject,
  ): Promise<CallToolResult> {
    if (this.#shape.unchecked) return { content, structuredContent: value };
    const fitting = await this.#fitting(value, schema);
    // What a library leaves out or fills in, the text must not contradict.
    if (fitting !== value) content[0] = { type: "text", text: JSON.stringify(fitting) ?? "null" };
    return { content, structuredContent: fitting };
  }

  /**
   * The value as a library's schema makes it, which is what it lists; itself for JSON Schema.
   *
   * @throws Error for a misfit
   */
  async #fitting(value: unknown, schema: JsonObject): Promise<unknown> {
    const { validate: library } = this.#shape;
    if (library) {
      const outcome = await library(value);
      if ("issues" in outcome) throw new Error(`The result does not fit:\n${outcome.issues}`);
      return outcome.value;
    }
    // A schema that can't be compiled here is one that clients can't check either.
    this.#compiling ??= compileSchema(schema).catch(() => undefined);
    const compiled = await this.#compiling;
    const violations = compiled?.validate(value) ?? [];
    if (compiled && violations.length > 0) {
      throw new Error(`The result does not fit:\n${compiled.explain(violations)}`);
    }
    return value;
  }
}
