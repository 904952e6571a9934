/** Registry entries for operations and the methods that call them. */
import { defined } from "../../protocol/defined.js";
import type { JsonObject } from "../../protocol/json.js";
import { Lazy } from "../../protocol/lazy.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { CallToolResult, Tool } from "../../protocol/model.js";
import { UriTemplate } from "../../resources/uri-template.js";
import { encodeUri } from "../../resources/uri.js";
import { withDefinitions } from "../../schema/definitions.js";
import type { Operation } from "../../contract/operation.js";
import { isReference, type AnyOperation } from "../../contract/operation-reference.js";
import { argumentCheck } from "../results/check-arguments.js";
import type { CallContext } from "../types/call-context.js";
import type { ResourceEntry, TemplateEntry, ToolEntry } from "../registry/registry.js";
import { listedMeta, metaOfListed } from "../registry/item-meta.js";
import type { OperationCall } from "./operation-call.js";
import { definitionOf } from "./late-definition.js";
import type {
  OperationHandler,
  OperationHost,
  SearchableReference,
  ToolOperation,
} from "./operation-host.js";
import type { operationValue as OperationValue } from "./operation-value.js";
import { lazyReader } from "../results/lazy-read-resource.js";
import type { ToolArguments } from "../types/definitions.js";
import type { CalledOperation } from "../types/middleware.js";

/** Bundled with the code that calls the API, which the first call needs anyway. */
const calls = new Lazy(() => import("./operation-call.js"));

/** An operation as a tool. Set up for calls at the first one, because most tools are never called. */
export class OperationTool implements ToolEntry {
  /** A reference until it is first described or called. */
  #operation: ToolOperation | SearchableReference;
  readonly #handler: OperationHandler;
  readonly #host: OperationHost;
  #call: OperationCall | undefined;

  constructor(
    operation: ToolOperation | SearchableReference,
    handler: OperationHandler,
    host: OperationHost,
  ) {
    this.#operation = operation;
    this.#handler = handler;
    this.#host = host;
  }

  get operation(): CalledOperation {
    return calledOperation(this.#operation);
  }

  get scopes(): readonly string[] | undefined {
    return this.#operation.scopes;
  }

  async ready(): Promise<void> {
    this.#operation = (await definitionOf(this.#operation)) as ToolOperation;
  }

  describe(): Tool {
    const { description, input, output, expose } = this.#operation as ToolOperation;
    return this.#host.adaptTool({
      name: expose.name,
      title: expose.title,
      description,
      inputSchema: withDefinitions(input, this.#host.api.inputSchemas),
      outputSchema: output && this.#outputSchema(output),
      annotations: expose.annotations,
      _meta: metaOfListed(expose),
    });
  }

  call(args: ToolArguments, ctx: CallContext): MaybePromise<CallToolResult> {
    return this.#run(args, ctx, false);
  }

  callForWire(args: ToolArguments, ctx: CallContext): MaybePromise<CallToolResult> {
    return this.#run(args, ctx, true);
  }

  #run(args: ToolArguments, ctx: CallContext, isFinal: boolean): MaybePromise<CallToolResult> {
    if (isReference(this.#operation)) return this.ready().then(() => this.#run(args, ctx, isFinal));
    return calls.useNow((module) => {
      this.#call ??= this.#open(module);
      return this.#call.run(args, ctx, isFinal);
    });
  }

  #open({ OperationCall }: typeof import("./operation-call.js")): OperationCall {
    const operation = this.#operation as ToolOperation;
    const { output } = operation;
    const outputSchema = output && (() => this.#outputSchema(output));
    return new OperationCall(operation, this.#handler, this.#host, outputSchema);
  }

  #outputSchema(output: JsonObject): JsonObject {
    return withDefinitions(output, this.#host.api.outputSchemas);
  }
}

export function operationResource(
  operation: Operation & { readonly expose: { readonly as: "resource" } },
  handler: OperationHandler,
  host: OperationHost,
): ResourceEntry {
  const { expose, description, scopes } = operation;
  const uri = encodeUri(expose.uri);
  return {
    listed: {
      uri,
      name: expose.name,
      ...defined({ title: expose.title, description, mimeType: expose.mimeType }),
      ...listedMeta(expose),
    },
    ...defined({ scopes }),
    operation: calledOperation(operation),
    read: (ctx) =>
      lazyReader.use(async ({ readContents }) => {
        const value = await valueOf(operation, handler, {}, ctx, host);
        return readContents(value, uri, expose.mimeType);
      }),
  };
}

/** @throws TypeError for an unsupported URI template */
export function operationTemplate(
  operation: Operation & { readonly expose: { readonly as: "template" } },
  handler: OperationHandler,
  host: OperationHost,
): TemplateEntry {
  const { expose, description, input, scopes } = operation;
  const inputSchema = (): JsonObject => withDefinitions(input, host.api.inputSchemas);
  const check = argumentCheck(inputSchema);
  return {
    template: new UriTemplate(expose.uriTemplate),
    listed: {
      uriTemplate: expose.uriTemplate,
      name: expose.name,
      ...defined({ title: expose.title, description, mimeType: expose.mimeType }),
      ...listedMeta(expose),
    },
    ...defined({ scopes }),
    operation: calledOperation(operation),
    read: (uri, variables, ctx) =>
      lazyReader.use(async ({ coerceVariables, checkVariables, readContents }) => {
        const args = coerceVariables(variables, input, host.api.inputSchemas);
        await checkVariables(check, args, uri);
        const value = await valueOf(operation, handler, args, ctx, host);
        return readContents(value, uri, expose.mimeType);
      }),
  };
}

const valueOf: typeof OperationValue = (...call) =>
  calls.use(async ({ operationValue }) => operationValue(...call));

/** Returns what guards see of an operation. */
function calledOperation({ id, request, expose }: AnyOperation): CalledOperation {
  return { id, method: request.method, path: request.path, tags: expose.tags ?? [] };
}
