import { keepDigits, markHolder } from "../../protocol/exact-integers.js";
import { hasDigits } from "../../protocol/exact-json.js";
import { isObject, type JsonObject } from "../../protocol/json.js";
import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { CallToolResult, ContentBlock } from "../../protocol/model.js";
import { structuredText, type WrittenResult } from "../../protocol/codec/written-result.js";
import { copyDigits } from "../../protocol/read-integers.js";
import type { CompiledSchema } from "../../schema/compiled-schema.js";
import { compileSchema } from "../../schema/validator.js";
import type { Violation } from "../../schema/violation.js";
import type { UpstreamError } from "../../upstream/response/upstream-error.js";
import { contentOf } from "./content.js";
import { textOf, type Value } from "./value.js";

/** Describes how the answers of an operation become results. */
export interface ApiResultShape {
  /** Builds the listed `outputSchema`; absent if none is listed. Called once. */
  readonly schema?: () => JsonObject;
  /** The schema describes an object with the value as this member. */
  readonly wrapIn?: "result";
  /** Called if an answer violates the schema. */
  readonly violation?: (violations: readonly Violation[]) => void;
}

/**
 * Converts answers of an API to tool results that fit `outputSchema`, which clients check. Parts that violate it are dropped
 * from the structured content; they stay in the text, and a note names them.
 */
export class ApiResultWriter {
  readonly #shape: ApiResultShape;
  #compiled: CompiledSchema | undefined;
  #compiling: Promise<CompiledSchema | undefined> | undefined;

  constructor(shape: ApiResultShape) {
    this.#shape = shape;
  }

  /**
   * @param uri makes the URI of an embedded resource
   * @param isFinal whether nobody changes the result any more
   */
  write(
    value: Value,
    uri: () => string,
    isFinal = false,
  ): MaybePromise<CallToolResult | WrittenResult> {
    const content = contentOf(value, uri);
    const { schema, wrapIn } = this.#shape;
    if (value.kind === "text" && schema && wrapIn) {
      // Text that an overridden method or a selection made from the answer may be what the schema asks for.
      const structuredContent = { result: value.text };
      return andThen(this.#compile(schema), (compiled) =>
        compiled?.validate(structuredContent).length === 0
          ? { content, structuredContent }
          : this.unstructured(content),
      );
    }
    if (value.kind !== "json") return this.unstructured(content);
    if (!schema) return { content };
    const wrapped = wrapIn ? wrap(value) : value.value;
    return andThen(this.#compile(schema), (compiled) => {
      const structuredContent = this.#prune(wrapped, content, compiled);
      const isWhole = structuredContent === wrapped && isFinal && value.source === undefined;
      if (!isWhole || hasDigits(value.value)) return { content, structuredContent };
      // The first text is the value's.
      const { text } = content[0] as ContentBlock & { readonly type: "text" };
      const written = wrapIn ? `{"result":${text}}` : text;
      return { content, structuredContent, [structuredText]: written };
    });
  }

  /** Makes a result without a value. If there is a schema, clients require structured content, so it is empty. */
  unstructured(content: readonly ContentBlock[]): CallToolResult {
    return this.#shape.schema ? { content, structuredContent: {} } : { content };
  }

  /**
   * Converts a failure of the API: its message, and its JSON as structured content if that fits the output schema.
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

  /** Drops the parts of a value that violate the output schema, and adds a note to `content`. */
  #prune(
    value: unknown,
    content: ContentBlock[],
    compiled: CompiledSchema | undefined,
  ): JsonObject {
    const structured = isObject(value) ? withoutConstructor(value) : value;
    // Without a compiled schema nothing is dropped: clients can't compile it either.
    const violations = compiled?.validate(structured) ?? [];
    if (compiled && violations.length > 0) {
      content.push({
        type: "text",
        text: compiled.note(violations, this.#shape.wrapIn !== undefined),
      });
      if (!compiled.isUnchecked(violations)) this.#shape.violation?.(violations);
    }
    if (!isObject(structured)) return {};
    return compiled && violations.length > 0
      ? compiled.conform(structured, violations)
      : structured;
  }

  #compile(schema: () => JsonObject): MaybePromise<CompiledSchema | undefined> {
    return (
      this.#compiled ??
      (this.#compiling ??= compileSchema(schema()).then(
        (compiled) => (this.#compiled = compiled),
        () => undefined,
      ))
    );
  }
}

/** Removes `constructor`: the client of the official SDK drops results with a member of that name. */
function withoutConstructor(value: JsonObject): JsonObject {
  if (!Object.hasOwn(value, "constructor")) return value;
  const { constructor: _, ...rest } = value;
  copyDigits(value, rest);
  return rest;
}

function wrap(value: Value & { readonly kind: "json" }): JsonObject {
  const wrapped = { result: value.value };
  if (hasDigits(value.value)) markHolder(wrapped);
  else if (typeof value.value === "number" && value.source !== undefined) {
    keepDigits(wrapped, "result", textOf(value).trim());
  }
  return wrapped;
}
