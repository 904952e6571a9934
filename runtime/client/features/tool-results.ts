import { decodeCallResult } from "../../protocol/codec/decode-results.js";
import type { JsonObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { withBigInts } from "../../protocol/read-integers.js";
import type { CompiledSchema } from "../../schema/compiled-schema.js";
import { compileSchema } from "../../schema/validator.js";
import type { CallOptions } from "../client.js";
import { McpAnswerError, McpToolError } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import type { ToolFacts } from "./tool-facts.js";

/** Most characters of a tool's own words in an error. */
const mostCharacters = 2_000;

/** A result breaks the output schema that is known of its tool. */
export class OutputMismatch extends McpAnswerError {}

/** Reads the results of tools and checks them as the caller wants. */
export class ToolResults {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /**
   * @param name of the tool
   * @throws MalformedMessage; McpAnswerError for a violation of the output schema; McpToolError if the caller wants it
   */
  read(
    facts: ToolFacts,
    name: string,
    result: JsonObject,
    options: CallOptions,
  ): CallToolResult | Promise<CallToolResult> {
    const called = decodeCallResult(result);
    if (called.isError) {
      if (options.throwToolErrors) throw this.#toolError(name, called);
      return handedOut(called, options);
    }
    if (facts.output === undefined || options.checkOutput === false) {
      return handedOut(called, options);
    }
    if (facts.checker) return this.#conforming(facts.checker, name, called, options);
    return this.#compiled(facts, name).then((checker) =>
      checker ? this.#conforming(checker, name, called, options) : handedOut(called, options),
    );
  }

  /** Compiles the output schema. If that fails, the tool's results are not checked. */
  async #compiled(facts: ToolFacts, name: string): Promise<CompiledSchema | undefined> {
    if (facts.output === undefined) return undefined;
    try {
      return (facts.checker ??= await compileSchema(facts.output));
    } catch (error) {
      facts.output = undefined;
      this.#exchange.log.warn(
        `The output schema of the tool ${name} of ${this.#exchange.server} can't be used, so its results are not checked`,
        error,
      );
      return undefined;
    }
  }

  /** @see MCP 2026-07-28, Tools, Output Schema: clients should validate structured results */
  #conforming(
    checker: CompiledSchema,
    name: string,
    result: CallToolResult,
    options: CallOptions,
  ): CallToolResult {
    const { structuredContent } = result;
    if (structuredContent === undefined) {
      throw this.#mismatch(name, "has no `structuredContent`, which its output schema asks for");
    }
    const violations = checker.validate(structuredContent);
    if (violations.length === 0 || checker.isUnchecked(violations)) {
      return handedOut(result, options);
    }
    throw this.#mismatch(name, `breaks its output schema: ${checker.explain(violations)}`, result);
  }

  #toolError(name: string, result: CallToolResult): McpToolError {
    const { server } = this.#exchange;
    const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const said = texts.join("\n").slice(0, mostCharacters);
    return new McpToolError(`The tool ${name} of ${server} failed: ${said}`, {
      data: result,
      server,
    });
  }

  #mismatch(name: string, why: string, data?: CallToolResult): OutputMismatch {
    const { server } = this.#exchange;
    const message = `The result of the tool ${name} of ${server} ${why}`;
    return new OutputMismatch(message.endsWith(".") ? message : `${message}.`, { data, server });
  }
}

function handedOut(result: CallToolResult, { bigIntegers }: CallOptions): CallToolResult {
  if (!bigIntegers || result.structuredContent === undefined) return result;
  return { ...result, structuredContent: withBigInts(result.structuredContent) };
}
