/** An operation and the method that calls it, as entries of the catalogue. */
import type { JsonObject } from "../protocol/json.js";
import type { CallToolResult, ContentBlock, Tool } from "../protocol/model.js";
import { UriTemplate } from "../resources/uri-template.js";
import { withDefinitions } from "../schema/definitions.js";
import type { Violation } from "../schema/validator.js";
import type { Answer } from "../upstream/answer.js";
import type { Api } from "../upstream/api.js";
import type { Operation } from "../upstream/operation.js";
import { AnswerTooLarge } from "../upstream/too-large.js";
import { UpstreamError } from "../upstream/upstream-error.js";
import { inlineBytes } from "./answer-content.js";
import { argumentCheck, checkVariables, wrongArguments, type CheckArguments } from "./arguments.js";
import type { CallContext } from "./call-context.js";
import type { ResourceEntry, TemplateEntry, ToolEntry } from "./catalogue.js";
import { listedMeta, metaOfListed } from "./listed-meta.js";
import { OutputWriter } from "./output.js";
import type { ToolArguments } from "./registrar.js";
import { readContents } from "./resource-contents.js";
import { classifyValue, type Value } from "./value.js";
import { coerceVariables } from "./variables.js";

/** What the entries need of the server they belong to. */
export interface OperationHost {
  readonly api: Api;
  /** A tool as the client takes it that the server is for. */
  shown(tool: Tool): Tool;
  /** The upstream's answer behind a value that a method resolved to. */
  answerOf(ctx: CallContext): Answer | undefined;
  /** Hears of answers that don't fit what the document says. */
  readonly drift?: ((operation: Operation, violations: readonly Violation[]) => void) | undefined;
  /** The largest text or file in a result. */
  readonly maxInlineBytes: number;
  /** Keeps an answer that is too large for a result. @returns what is said in its place */
  keep(answer: Value, why: string, ctx: CallContext): Promise<readonly ContentBlock[]>;
}

type ToolOperation = Operation & { readonly expose: { readonly as: "tool" | "searchable" } };

export type OperationHandler = (input: ToolArguments, ctx: CallContext) => Promise<unknown>;

/** An operation as a tool. What checks and writes is made for its first call: most tools are never called. */
export class OperationTool implements ToolEntry {
  readonly #operation: ToolOperation;
  readonly #handler: OperationHandler;
  readonly #host: OperationHost;
  #check: CheckArguments | undefined;
  #writer: OutputWriter | undefined;

  constructor(operation: ToolOperation, handler: OperationHandler, host: OperationHost) {
    this.#operation = operation;
    this.#handler = handler;
    this.#host = host;
  }

  describe(): Tool {
    const { description, output, expose } = this.#operation;
    return this.#host.shown({
      name: expose.name,
      title: expose.title,
      description,
      inputSchema: this.#inputSchema(),
      outputSchema: output && this.#outputSchema(output),
      annotations: expose.annotations,
      _meta: metaOfListed(expose),
    });
  }

  async call(args: ToolArguments, ctx: CallContext): Promise<CallToolResult> {
    this.#check ??= argumentCheck(() => this.#inputSchema());
    this.#writer ??= this.#openWriter();
    await this.#check(args, wrongArguments);
    if (this.#operation.confirm) {
      const { confirmCall } = await import("./confirm.js");
      await confirmCall(this.#operation, args, ctx);
    }
    let value: Value;
    try {
      value = await run(this.#operation, this.#handler, args, ctx, this.#host);
    } catch (error) {
      return this.#failed(error, this.#writer, ctx);
    }
    const { api, maxInlineBytes } = this.#host;
    const { name } = this.#operation.expose;
    const result = await this.#writer.write(value, () => callUri(api.name, name, args));
    if (inlineBytes(result.content) <= maxInlineBytes) return result;
    const why = `The answer is larger than the ${maxInlineBytes} bytes that a result shows.`;
    return this.#writer.unstructured(await this.#host.keep(value, why, ctx));
  }

  /** @throws the error itself, where no more can be said than its message */
  async #failed(error: unknown, writer: OutputWriter, ctx: CallContext): Promise<CallToolResult> {
    if (error instanceof UpstreamError) return writer.failure(error);
    if (!(error instanceof AnswerTooLarge) || !error.answer) throw error;
    return writer.unstructured(await this.#host.keep(error.answer, error.message, ctx));
  }

  #inputSchema(): JsonObject {
    return withDefinitions(this.#operation.input, this.#host.api.inputSchemas);
  }

  #outputSchema(output: JsonObject): JsonObject {
    return withDefinitions(output, this.#host.api.outputSchemas);
  }

  #openWriter(): OutputWriter {
    const { output, wrap } = this.#operation;
    const { drift } = this.#host;
    return new OutputWriter({
      ...(output && { schema: () => this.#outputSchema(output) }),
      ...(wrap && { wrap: true }),
      ...(drift && { misfit: (violations) => drift(this.#operation, violations) }),
    });
  }
}

export function operationResource(
  operation: Operation & { readonly expose: { readonly as: "resource" } },
  handler: OperationHandler,
  host: OperationHost,
): ResourceEntry {
  const { expose, description } = operation;
  return {
    listed: {
      uri: expose.uri,
      name: expose.name,
      ...(expose.title !== undefined && { title: expose.title }),
      ...(description !== undefined && { description }),
      ...(expose.mimeType !== undefined && { mimeType: expose.mimeType }),
      ...listedMeta(expose),
    },
    async read(ctx) {
      const value = await run(operation, handler, {}, ctx, host);
      return readContents(value, expose.uri, expose.mimeType);
    },
  };
}

/** @throws TypeError for a URI template that can't be used */
export function operationTemplate(
  operation: Operation & { readonly expose: { readonly as: "template" } },
  handler: OperationHandler,
  host: OperationHost,
): TemplateEntry {
  const { expose, description, input } = operation;
  const inputSchema = (): JsonObject => withDefinitions(input, host.api.inputSchemas);
  const check = argumentCheck(inputSchema);
  return {
    template: new UriTemplate(expose.uriTemplate),
    listed: {
      uriTemplate: expose.uriTemplate,
      name: expose.name,
      ...(expose.title !== undefined && { title: expose.title }),
      ...(description !== undefined && { description }),
      ...(expose.mimeType !== undefined && { mimeType: expose.mimeType }),
      ...listedMeta(expose),
    },
    async read(uri, variables, ctx) {
      const args = coerceVariables(variables, input, host.api.inputSchemas);
      await checkVariables(check, args, uri);
      const value = await run(operation, handler, args, ctx, host);
      return readContents(value, uri, expose.mimeType);
    },
  };
}

async function run(
  operation: Operation,
  handler: OperationHandler,
  args: ToolArguments,
  ctx: CallContext,
  host: OperationHost,
): Promise<Value> {
  const value = classifyValue(await handler(args, ctx), host.answerOf(ctx));
  if (operation.select === undefined && operation.limit === undefined) return value;
  const { shapeValue } = await import("./shape-value.js");
  return shapeValue(operation, value);
}

/** A URI for what a call brought: the same call, the same URI. */
function callUri(api: string, tool: string, args: ToolArguments): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    const isShort = typeof value === "string" && value.length <= 200;
    if (isShort || typeof value === "number" || typeof value === "boolean") {
      query.append(name, String(value));
    }
  }
  return `${api}://${tool}${query.size > 0 ? `?${query.toString()}` : ""}`;
}
