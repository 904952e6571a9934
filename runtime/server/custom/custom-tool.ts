import { defined } from "../../protocol/defined.js";
import { checkedScopes } from "../../oauth/scopes.js";
import type { ClientCapabilities } from "../../protocol/client-requests.js";
import type { JsonObject } from "../../protocol/json.js";
import { atLeast } from "../../protocol/limits/check-limit.js";
import { readHeaderParameters } from "../../protocol/headers/header-parameters.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import type { CallToolResult, TaskSupport, Tool } from "../../protocol/model.js";
import { readSchema, type ReadSchema } from "../../schema/standard-schema.js";
import { isPromiseLike } from "../../protocol/maybe-promise.js";
import { argumentCheck, wrongArguments, type CheckArguments } from "../results/check-arguments.js";
import { isInputRequired } from "../client-input/input-required.js";
import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ToolEntry } from "../registry/registry.js";
import { checkAnnotations } from "../../protocol/check-annotations.js";
import { checkMeta, metaOfListed } from "../registry/item-meta.js";
import { resultChecks } from "../results/lazy-result-checks.js";
import { quickResult } from "../results/quick-result.js";
import type { ToolResultShape, ToolResultWriter } from "../results/tool-result-writer.js";
import type { ToolArguments, ToolDefinition, ToolHandler } from "../types/definitions.js";

const noArguments: JsonObject = { type: "object", additionalProperties: false };
const noHeaders: readonly HeaderParameter[] = [];

type ToolAnswer = CallToolResult | InputRequired;

/**
 * A tool of the server's author. Registration only does what may fail; the rest waits for the first call, so that a server
 * with a thousand tools starts fast.
 */
export class CustomTool implements ToolEntry {
  readonly headers: readonly HeaderParameter[];
  readonly #definition: ToolDefinition;
  readonly #handler: ToolHandler;
  readonly #input: ReadSchema;
  readonly #output: ReadSchema | undefined;
  #check: CheckArguments | undefined;
  #writer: ToolResultWriter | undefined;

  /** @throws TypeError when a schema can't be used, or a scope or annotation is malformed; RangeError for a time limit below 1 */
  constructor(definition: ToolDefinition, handler: ToolHandler) {
    const { name, input = noArguments, output, scopes, timeoutMs } = definition;
    this.#definition = definition;
    this.#handler = handler;
    this.#input = readSchema(input, "input", name);
    this.#output = output && readSchema(output, "output", name);
    const headers = this.#input.isPlain ? noHeaders : readHeaderParameters(this.#input.schema);
    if (typeof headers === "string") throw new TypeError(`The tool ${name}: ${headers}.`);
    this.headers = headers;
    if (scopes) checkedScopes(scopes);
    if (timeoutMs !== undefined) atLeast(1, `timeoutMs of the tool ${name}`, timeoutMs);
    checkAnnotations(name, definition.annotations);
    checkMeta(name, definition);
  }

  get scopes(): readonly string[] | undefined {
    return this.#definition.scopes;
  }

  get requires(): ClientCapabilities | undefined {
    return this.#definition.requires;
  }

  get task(): TaskSupport | undefined {
    return this.#definition.task;
  }

  get timeoutMs(): number | undefined {
    return this.#definition.timeoutMs;
  }

  describe(): Tool {
    const { name, title, description, annotations, icons, task } = this.#definition;
    return {
      name,
      title,
      description,
      inputSchema: this.#input.schema,
      outputSchema: this.#output?.schema,
      annotations,
      icons,
      taskSupport: task,
      _meta: metaOfListed(this.#definition),
    };
  }

  call(args: ToolArguments, ctx: CallContext): ToolAnswer | Promise<ToolAnswer> {
    const checked = this.#definition.validateInput === false ? args : this.#checked(args);
    if (!(checked instanceof Promise)) return this.#run(checked, ctx);
    return checked.then((ready) => {
      // The first call waits for its schema and may have been cancelled meanwhile; the `abort` event is over then.
      if (!this.#input.validate) ctx.signal.throwIfAborted();
      return this.#run(ready, ctx);
    });
  }

  /** Stays synchronous if the handler is: quick tools are called often. */
  #run(args: ToolArguments, ctx: CallContext): ToolAnswer | Promise<ToolAnswer> {
    const value = this.#handler(args, ctx);
    if (!isPromiseLike(value)) return this.#answer(value, ctx);
    return Promise.resolve(value).then((settled) => this.#answer(settled, ctx));
  }

  #answer(value: unknown, ctx: CallContext): ToolAnswer | Promise<ToolAnswer> {
    if (isInputRequired(value)) return value;
    const uri = (): string => `tool:${this.#definition.name}`;
    const quick = this.#output ? undefined : quickResult(value, uri);
    return (
      quick ??
      resultChecks.use(({ ToolResultWriter: Writer }) => {
        this.#writer ??= new Writer(this.#shape());
        return this.#writer.write(value, uri, ctx);
      })
    );
  }

  #checked(args: ToolArguments): ToolArguments | Promise<ToolArguments> {
    this.#check ??= argumentCheck(() => this.#input.schema, this.#input);
    return this.#check(args, wrongArguments);
  }

  #shape(): ToolResultShape {
    const { mimeType, validateOutput } = this.#definition;
    const output = this.#output;
    if (!output) return defined({ mimeType });
    return {
      schema: output.schema,
      unchecked: validateOutput === false,
      ...defined({ validate: output.validate, mimeType }),
    };
  }
}
