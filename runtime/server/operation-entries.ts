/** An operation and the method that calls it, as entries of the catalogue. */
import type { JsonObject } from "../protocol/json.js";
import type { Tool } from "../protocol/model.js";
import { UriTemplate } from "../resources/uri-template.js";
import { withDefinitions } from "../schema/definitions.js";
import type { Answer } from "../upstream/answer.js";
import type { Api } from "../upstream/api.js";
import type { Operation } from "../upstream/operation.js";
import { argumentCheck, checkVariables, wrongArguments } from "./arguments.js";
import type { CallContext } from "./call-context.js";
import type { ResourceEntry, TemplateEntry, ToolEntry } from "./catalogue.js";
import { listedMeta } from "./listed-meta.js";
import { classifyValue, OutputWriter, type Value } from "./output.js";
import type { ToolArguments } from "./registrar.js";
import { readContents } from "./resource-contents.js";
import { coerceVariables } from "./variables.js";

/** What the entries need of the server they belong to. */
export interface OperationHost {
  readonly api: Api;
  /** The upstream's answer behind a value that a method resolved to. */
  answerOf(ctx: CallContext): Answer | undefined;
}

export type OperationHandler = (input: ToolArguments, ctx: CallContext) => Promise<unknown>;

export function operationTool(
  operation: Operation & { readonly expose: { readonly as: "tool" } },
  handler: OperationHandler,
  host: OperationHost,
): ToolEntry {
  const { input, output, expose } = operation;
  const inputSchema = (): JsonObject => withDefinitions(input, host.api.inputSchemas);
  const outputSchema =
    output && ((): JsonObject => withDefinitions(output, host.api.outputSchemas));
  const check = argumentCheck(inputSchema);
  const writer = new OutputWriter({
    ...(outputSchema && { schema: outputSchema }),
    ...(operation.wrap && { wrap: true }),
  });
  return {
    describe(): Tool {
      return {
        name: expose.name,
        ...(expose.title !== undefined && { title: expose.title }),
        ...(operation.description !== undefined && { description: operation.description }),
        inputSchema: inputSchema(),
        ...(outputSchema && { outputSchema: outputSchema() }),
        ...(expose.annotations && { annotations: expose.annotations }),
        ...listedMeta(expose),
      };
    },
    async call(args, ctx) {
      await check(args, wrongArguments);
      const value = await run(handler, args, ctx, host);
      return writer.write(value, () => callUri(host.api.name, expose.name, args));
    },
  };
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
      const value = await run(handler, {}, ctx, host);
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
      const value = await run(handler, args, ctx, host);
      return readContents(value, uri, expose.mimeType);
    },
  };
}

async function run(
  handler: OperationHandler,
  args: ToolArguments,
  ctx: CallContext,
  host: OperationHost,
): Promise<Value> {
  const value = await handler(args, ctx);
  return classifyValue(value, host.answerOf(ctx));
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
