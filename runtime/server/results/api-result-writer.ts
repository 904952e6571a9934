import { isObject, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult, ContentBlock } from "../../protocol/model.js";
import { compileSchema, type CompiledSchema, type Violation } from "../../schema/validator.js";
import type { UpstreamError } from "../../upstream/upstream-error.js";
import { contentOf } from "./content.js";
import type { Value } from "./value.js";

/** How an operation's answers become results. */
export interface ApiResultShape {
  /** Makes the listed `outputSchema`; absent when there is none. Called once. */
  readonly schema?: () => JsonObject;
  /** The schema describes an object with the value as this member. */
  readonly wrapIn?: "result";
  /** Hears of answers that don't fit. */
  readonly violation?: (violations: readonly Violation[]) => void;
}

/**
 * Turns answers of an API into tool results that clients which check `outputSchema` accept. Of an answer that does not
 * fit, what misfits is left out of the structured content, remains in the text, and is named in a note.
 */
export class ApiResultWriter {
  readonly #shape: ApiResultShape;
  #compiling: Promise<CompiledSchema | undefined> | undefined;

  constructor(shape: ApiResultShape) {
    this.#shape = shape;
  }

  /** @param uri names the answer when it can only be sent as an embedded resource */
  async write(value: Value, uri: () => string): Promise<CallToolResult> {
    const content = contentOf(value, uri);
    const { schema, wrapIn } = this.#shape;
    if (value.kind !== "json") return this.unstructured(content);
    if (!schema) return { content };
    const whole = wrapIn ? { result: value.value } : value.value;
    return { content, structuredContent: await this.#prune(whole, content, schema) };
  }

  /** Content alone. With an output schema there must be structured content: clients refuse the whole result otherwise. */
  unstructured(content: readonly ContentBlock[]): CallToolResult {
    return this.#shape.schema ? { content, structuredContent: {} } : { content };
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
      content.push({
        type: "text",
        text: compiled.note(violations, this.#shape.wrapIn !== undefined),
      });
      this.#shape.violation?.(violations);
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
