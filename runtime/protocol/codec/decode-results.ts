/** Reads servers' results, except lists, into the newest shapes. They are untrusted input. */
import { isObject, member, type JsonObject } from "../json.js";
import type { CallToolResult, Completion, GetPromptResult, ReadResourceResult } from "../model.js";
import { copyDigits } from "../read-integers.js";
import { contentBlock, resourceContents } from "./decode-content.js";
import { assertShape, boolean, listOf, number, object, oneOf, shape, string } from "./shape.js";

const content = listOf(contentBlock);
const callResult = shape({ content }, { isError: boolean, _meta: object });
const withoutContent = shape({}, { isError: boolean, _meta: object });

/**
 * Reads a tool's result. Structured content without content, which some servers send, counts as no content.
 *
 * @returns the same object, if nothing had to change
 * @throws MalformedMessage with the place of the fault
 * @see MCP 2026-07-28 CallToolResult
 */
export function decodeCallResult(result: JsonObject, name = "result"): CallToolResult {
  if (member(result, "content") === undefined && Object.hasOwn(result, "structuredContent")) {
    assertShape(result, withoutContent, name);
    const whole = { ...result, content: [] };
    copyDigits(result, whole);
    return whole;
  }
  assertShape(result, callResult, name);
  return result as unknown as CallToolResult;
}

const readResult = shape({ contents: listOf(resourceContents) }, { _meta: object });

/** @throws MalformedMessage with the place of the fault */
export function decodeReadResult(result: JsonObject): ReadResourceResult {
  assertShape(result, readResult);
  return result as unknown as ReadResourceResult;
}

const message = shape({ role: oneOf("user", "assistant"), content: contentBlock });
const promptResult = shape({ messages: listOf(message) }, { description: string, _meta: object });

/** @throws MalformedMessage with the place of the fault */
export function decodeGetPromptResult(result: JsonObject): GetPromptResult {
  assertShape(result, promptResult);
  return result as unknown as GetPromptResult;
}

const completion = shape({
  completion: shape({ values: listOf(string) }, { total: number, hasMore: boolean }),
});

/** @throws MalformedMessage with the place of the fault */
export function decodeCompletion(result: JsonObject): Completion {
  assertShape(result, completion);
  return result["completion"] as Completion;
}

/** For how long and for whom a result may be kept. @see MCP 2026-07-28, Caching */
export interface CacheAdvice {
  /** 0: not at all. */
  readonly ttlMs: number;
  readonly cacheScope: "private" | "public";
}

/** Reads what a result says of its keeping. What is missing or malformed means that it is not kept, or not shared. */
export function decodeCacheAdvice(result: JsonObject): CacheAdvice {
  const ttlMs = member(result, "ttlMs");
  const isTime = typeof ttlMs === "number" && ttlMs > 0;
  const isPublic = member(result, "cacheScope") === "public";
  return { ttlMs: isTime ? ttlMs : 0, cacheScope: isPublic ? "public" : "private" };
}

const mcpError = shape({ code: number, message: string });

/** Whether a value is a JSON-RPC error. */
export function isErrorObject(
  value: unknown,
): value is { readonly code: number; readonly message: string; readonly data?: unknown } {
  return isObject(value) && mcpError(value) === undefined;
}
