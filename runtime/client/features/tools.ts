import { readHeaderParameters } from "../../protocol/headers/header-parameters.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import { parameterHeaders } from "../../protocol/headers/request-headers.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult, Tool } from "../../protocol/model.js";
import { isModern } from "../../protocol/revisions.js";
import type { CompiledSchema } from "../../schema/compiled-schema.js";
import { compileSchema } from "../../schema/validator.js";
import type { CallOptions, ListOptions } from "../client.js";
import { McpAnswerError, McpToolError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import type { ExchangeOptions } from "../exchange/open-request.js";
import { requestInRounds } from "../exchange/rounds.js";
import { PagedList } from "./paged-list.js";

/** What a call of a tool needs to know of it. */
interface ToolFacts {
  readonly headers: readonly HeaderParameter[];
  readonly output: JsonObject | undefined;
  /** Compiled at the first result. */
  checker: CompiledSchema | undefined;
}

const noTools: ReadonlyMap<string, ToolFacts> = new Map();
const noFacts: ToolFacts = { headers: [], output: undefined, checker: undefined };

/** The tools of a server. */
export class Tools {
  readonly #exchange: Exchange;
  readonly #list: PagedList<Tool>;
  /** Of the tools that were listed last; undefined until they are listed, and after they have changed. */
  #facts: ReadonlyMap<string, ToolFacts> | undefined;
  #learning: Promise<ReadonlyMap<string, ToolFacts>> | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#list = new PagedList(exchange, "tools/list", "tools", (item) => this.#read(item));
    exchange.onNotification("notifications/tools/list_changed", () => (this.#facts = undefined));
  }

  async *items(options?: ListOptions): AsyncGenerator<Tool, void> {
    const facts = new Map<string, ToolFacts>();
    for await (const tool of this.#list.items(options)) {
      facts.set(tool.name, this.#factsOf(tool));
      yield tool;
    }
    this.#facts = facts;
  }

  async all(options?: ListOptions): Promise<readonly Tool[]> {
    const all: Tool[] = [];
    for await (const tool of this.items(options)) all.push(tool);
    return all;
  }

  /** Calls a tool. Before the first call the tools are listed, for their output schemas and headers. */
  call(name: string, args: JsonObject, options: CallOptions = {}): Promise<CallToolResult> {
    const facts = this.#facts;
    if (facts) return this.#call(facts.get(name) ?? noFacts, name, args, options);
    return this.#learn().then((learnt) =>
      this.#call(learnt.get(name) ?? noFacts, name, args, options),
    );
  }

  #call(
    facts: ToolFacts,
    name: string,
    args: JsonObject,
    options: CallOptions,
  ): Promise<CallToolResult> {
    const sent: ExchangeOptions =
      facts.headers.length === 0
        ? options
        : { ...options, headers: parameterHeaders(facts.headers, args) };
    const params = { name, arguments: args };
    return requestInRounds(this.#exchange, "tools/call", params, sent, (result) =>
      this.#checked(facts, name, result, options),
    );
  }

  #checked(
    facts: ToolFacts,
    name: string,
    result: JsonObject,
    { checkOutput = true, throwToolErrors = false }: CallOptions,
  ): CallToolResult | Promise<CallToolResult> {
    if (!Array.isArray(member(result, "content"))) {
      throw this.#broken(name, "has no list `content`");
    }
    const called = result as unknown as CallToolResult;
    if (called.isError) {
      if (throwToolErrors) throw this.#toolError(name, called);
      return called;
    }
    if (facts.output === undefined || !checkOutput) return called;
    if (facts.checker) return this.#conforming(facts.checker, name, called);
    return compileSchema(facts.output).then((checker) => {
      facts.checker = checker;
      return this.#conforming(checker, name, called);
    });
  }

  /** @see MCP 2026-07-28, Tools, Output Schema: clients should validate structured results */
  #conforming(checker: CompiledSchema, name: string, result: CallToolResult): CallToolResult {
    if (result.structuredContent === undefined) {
      throw this.#broken(name, "has no `structuredContent`, though the tool has an output schema");
    }
    const violations = checker.validate(result.structuredContent);
    if (violations.length === 0 || checker.isUnchecked(violations)) return result;
    throw this.#broken(name, `breaks the tool's output schema: ${checker.explain(violations)}`);
  }

  #learn(): Promise<ReadonlyMap<string, ToolFacts>> {
    return (this.#learning ??= this.all()
      .then(() => this.#facts ?? noTools)
      .catch((error: unknown) => {
        this.#exchange.log.warn(`The tools of ${this.#exchange.server} can't be listed`, error);
        return noTools;
      })
      .finally(() => (this.#learning = undefined)));
  }

  #read(item: unknown): Tool | undefined {
    if (!isObject(item) || typeof item["name"] !== "string" || !isObject(item["inputSchema"])) {
      return undefined;
    }
    const tool = item as JsonObject & Tool;
    if (!isModern(this.#exchange.revision) || this.#exchange.channel.kind !== "http") return tool;
    const parameters = readHeaderParameters(tool.inputSchema);
    if (typeof parameters !== "string") return tool;
    this.#exchange.log.warn(
      `The tool ${tool.name} of ${this.#exchange.server} is left out: ${parameters}`,
    );
    return undefined;
  }

  #factsOf(tool: Tool): ToolFacts {
    const isMirrored = isModern(this.#exchange.revision) && this.#exchange.channel.kind === "http";
    const parameters = isMirrored ? readHeaderParameters(tool.inputSchema) : [];
    return {
      headers: typeof parameters === "string" ? [] : parameters,
      output: isObject(tool.outputSchema) ? tool.outputSchema : undefined,
      checker: undefined,
    };
  }

  #toolError(name: string, result: CallToolResult): McpToolError {
    const { server } = this.#exchange;
    const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const said = texts.join("\n").slice(0, 2_000);
    return new McpToolError(`The tool ${name} of ${server} failed: ${said}`, {
      data: result,
      server,
    });
  }

  #broken(name: string, why: string): McpAnswerError {
    const { server } = this.#exchange;
    return new McpAnswerError(`The result of the tool ${name} of ${server} ${why}.`, { server });
  }
}
