import { isObject, type JsonObject } from "../../../protocol/json.js";
import { parseJson } from "../../../protocol/json-rpc.js";
import type { CallToolResult } from "../../../protocol/model.js";
import type { CallOptions } from "../../client.js";
import { McpClientError } from "../../errors.js";
import type { ToolSource } from "./tool-source.js";

/**
 * Calls a tool for a model, which learns of a failure by a result that says so: the call can be put right by it alone.
 *
 * @throws the reason of the signal, and what is no failure of the call
 */
export async function callForModel(
  source: ToolSource,
  name: string,
  args: JsonObject,
  options: CallOptions | undefined,
): Promise<CallToolResult> {
  try {
    return await source.call(name, args, { ...options, throwToolErrors: false });
  } catch (error) {
    if (options?.signal?.aborted || !(error instanceof McpClientError)) throw error;
    return failure(error.message);
  }
}

/** Calls a tool with arguments as the text that a model wrote. Integers beyond 2^53 keep their digits. */
export async function callWithText(
  source: ToolSource,
  name: string,
  text: string,
  options: CallOptions | undefined,
): Promise<CallToolResult> {
  const args = argumentsOf(text);
  if (!args) return failure(`The arguments of "${name}" must be a JSON object.`);
  return callForModel(source, name, args, options);
}

function argumentsOf(text: string): JsonObject | undefined {
  // Some models write nothing for a call without arguments.
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
