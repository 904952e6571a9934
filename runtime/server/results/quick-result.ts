/** Results of custom tools without an output schema. Most are text or plain JSON, which need no other code. */
import { jsonText } from "../../protocol/exact-json.js";
import { isObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { isCallToolResult } from "./result-guards.js";
import { classifyValue, valueContent } from "./value.js";

/**
 * Converts the value of a tool.
 *
 * @param uri makes the URI of an embedded resource
 * @returns undefined for a value of which JSON may lose parts
 */
export function quickResult(value: unknown, uri: () => string): CallToolResult | undefined {
  if (isCallToolResult(value)) return hasOnlyText(value) ? value : undefined;
  const classified = classifyValue(value, undefined);
  if (classified.kind !== "json") return { content: valueContent(classified, uri) };
  const text = sendableText(value);
  return text === undefined ? undefined : { content: [{ type: "text", text }] };
}

/** Writes a value as JSON; undefined if JSON may lose parts of it: a Map, bytes and the like leave marks in the text. */
export function sendableText(value: unknown): string | undefined {
  if (value instanceof Error || (isObject(value) && Symbol.asyncIterator in value))
    return undefined;
  let text: string | undefined;
  try {
    text = jsonText(value);
  } catch {
    return undefined;
  }
  const isLost = text === "null" && value !== null;
  return isLost ||
    text?.includes("{}") ||
    text?.includes('{"0":') ||
    text?.includes('{"type":"Buffer"')
    ? undefined
    : text;
}

function hasOnlyText({ content, structuredContent }: CallToolResult): boolean {
  return structuredContent === undefined && content.every(({ type }) => type === "text");
}
