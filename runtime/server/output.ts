import { isObject, type JsonObject } from "../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../protocol/model.js";
import type { SchemaCheck } from "../schema/standard-schema.js";
import { compileSchema, type CompiledSchema, type Violation } from "../schema/validator.js";
import type { UpstreamError } from "../upstream/upstream-error.js";
import { contentOf } from "./answer-content.js";
import type { Value } from "./value.js";

/** How a tool's values become results. */
export interface OutputShape {
  /** Makes the listed `outputSchema`; absent when there is none. Called once. */
  readonly schema?: () => JsonObject;
  /** The schema describes `{ result: value }`. */
  readonly wrap?: boolean;
  /**
   * What happens to a value that does not fit the schema. `prune`, the default: what misfits is left out of the
   * structured content, remains in the text, and is named in a note; `refuse`: the call fails; `send`: nobody looks.
   */
  readonly misfits?: "prune" | "refuse" | "send";
  /** Hears of values that don't fit; where they are pruned. */
  readonly misfit?: (violations: readonly Violation[]) => void;
  /** Checks in the place of the schema, where a schema library made it. */
  readonly validate?: SchemaCheck;
}

/** Turns values into tool results that clients which check `outputSchema` accept. */
export class OutputWriter {
  readonly #shape: OutputShape;
  #compiling: Promise<CompiledSchema | undefined> | undefined;

  constructor(shape: OutputShape) {
    this.#shape = shape;
  }

  /**
   * @param uri names the value when it can only be sent as an embedded resource
   * @throws Error for a misfit, where those are refused
   */
  write(value: Value, uri: () => string): CallToolResult | Promise<CallToolResult> {
    const content = contentOf(value, uri);
    const { schema } = this.#shape;
    if (value.kind !== "json") return this.unstructured(content);
    return schema ? this.#writeStructured(value.value, content, schema) : { content };
  }

  /** Content alone. With an output schema there must be structured content: clients refuse the whole result otherwise. */
  unstructured(content: readonly ContentBlock[]): CallToolResult {
    if (!this.#shape.schema) return { content };
    if (this.#shape.misfits === "refuse") throw new Error("The result has no structured content.");
    return { content, structuredContent: {} };
  }

  /**
   * A failure of the API: its message, and its JSON as data unless that would break what the output schema promises.
   *
   * @see MCP 2026-07-28, Tools, Error Handling
   */
  async failure({ message, answer }: UpstreamError): Promise<CallToolResult> {
    const failed = { content: [{ type: "text", text: message }], isError: true } as const;
    if (answer.kind !== "json") return failed;
    const { schema } = this.#shape;
    if (schema) {
      const compiled = isObject(answer.value) ? await this.#compile(schema) : undefined;
      if (!compiled || compiled.validate(answer.value).length > 0) return failed;
    }
    return { ...failed, structuredContent: answer.value };
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
    return { content, structuredContent: await this.#prune(whole, content, schema) };
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
    const compiled = await this.#compile(schema);
    const violations = compiled?.validate(value) ?? [];
    if (compiled && violations.length > 0) {
      throw new Error(`The result does not fit:\n${compiled.explain(violations)}`);
    }
    return value;
  }

  /** The value as far as the output schema allows it; what is left out is told in `content`. */
  async #prune(
    value: unknown,
    content: ContentBlock[],
    schema: () => JsonObject,
  ): Promise<JsonObject> {
    const compiled = await this.#compile(schema);
    const structured = isObject(value) ? withoutConstructor(value) : value;
    // A schema that can't be compiled here is one that clients can't check either.
    const violations = compiled?.validate(structured) ?? [];
    if (compiled && violations.length > 0) {
      content.push({ type: "text", text: compiled.note(violations, this.#shape.wrap === true) });
      this.#shape.misfit?.(violations);
    }
    if (!isObject(structured)) return {};
    return compiled && violations.length > 0
      ? compiled.conform(structured, violations)
      : structured;
  }

  #compile(schema: () => JsonObject): Promise<CompiledSchema | undefined> {
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
