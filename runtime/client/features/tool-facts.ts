import { readHeaderParameters } from "../../protocol/headers/header-parameters.js";
import type { HeaderParameter } from "../../protocol/headers/mcp-headers.js";
import { misplacedHeader } from "../../protocol/headers/misplaced-header.js";
import { jsonText } from "../../protocol/exact-json.js";
import type { JsonObject } from "../../protocol/json.js";
import type { TaskSupport, Tool } from "../../protocol/model.js";
import { isModern } from "../../protocol/revisions.js";
import type { CompiledSchema } from "../../schema/compiled-schema.js";
import type { Exchange } from "../exchange/exchange.js";

/** What a call of a tool needs to know of it. */
export interface ToolFacts {
  readonly headers: readonly HeaderParameter[];
  readonly taskSupport: TaskSupport | undefined;
  /** Undefined as well if it can't be used. */
  output: JsonObject | undefined;
  /** Compiled at the first result. */
  checker: CompiledSchema | undefined;
}

const noHeaders: readonly HeaderParameter[] = [];

/** Of tools that are not listed. */
export const noFacts: ToolFacts = {
  headers: noHeaders,
  taskSupport: undefined,
  output: undefined,
  checker: undefined,
};

/** Whether arguments of tools are repeated in headers: over Streamable HTTP, since 2026-07-28. */
export function mirrorsArguments({ revision, channel }: Exchange): boolean {
  return isModern(revision) && channel.kind === "http";
}

/** Returns why a tool must be left out; undefined if it is usable. @see MCP 2026-07-28, Streamable HTTP, Schema Extension */
export function headerFault({ inputSchema }: Tool): string | undefined {
  const parameters = readHeaderParameters(inputSchema);
  if (typeof parameters === "string") return parameters;
  const place = misplacedHeader(inputSchema);
  return place && `${place} of its input schema is not on a property that headers can repeat`;
}

/**
 * Returns the facts of a tool as it is listed.
 *
 * @param before its facts when it was listed before; the compiled schema is kept if the schema is the same
 */
export function factsOf(exchange: Exchange, tool: Tool, before: ToolFacts | undefined): ToolFacts {
  const headers = mirrorsArguments(exchange) ? readHeaderParameters(tool.inputSchema) : noHeaders;
  // Before 2025-06-18 results had no structure.
  const output = exchange.revision >= "2025-06-18" ? (tool.outputSchema ?? undefined) : undefined;
  const isSame =
    before?.checker !== undefined && output !== undefined && isSameJson(before.output, output);
  return {
    headers: typeof headers === "string" ? noHeaders : headers,
    taskSupport: tool.taskSupport,
    output,
    checker: isSame ? before.checker : undefined,
  };
}

function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || jsonText(one) === jsonText(other);
}
