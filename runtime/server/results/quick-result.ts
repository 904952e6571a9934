/** Results of custom tools without an output schema. Most are text or plain JSON, which need no other code. */
import { jsonText } from "../../protocol/exact-json.js";
import { isObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { isTextResult, mayBeResult } from "./result-guards.js";
import { classifyValue, valueContent } from "./value.js";

/**
 * Converts the value of a tool.
 *
 * @param uri makes the URI of an embedded resource
 * @returns undefined for a value of which JSON may lose parts, and for content that must be looked at
 */
export function quickResult(value: unknown, uri: () => string): CallToolResult | undefined {
  if (mayBeResult(value)) return isTextResult(value) ? value : undefined;
  const classified = classifyValue(value, undefined);
  if (classified.kind !== "json") return { content: valueContent(classified, uri) };
  const text = sendableText(value);
  return text === undefined ? undefined : { content: [{ type: "text", text }] };
}

/** Writes a value as JSON; undefined if JSON may lose parts of it. */
export function sendableText(value: unknown): string | undefined {
  if (value instanceof Error || (isObject(value) && Symbol.asyncIterator in value)) {
    return undefined;
  }
  try {
    const text = jsonText(value);
    return text === undefined || (text === "null" && value !== null) || isMarked(text)
      ? undefined
      : text;
  } catch {
    return undefined;
  }
}

/** Whether a text has the marks that a Map, bytes or a Buffer leave. Texts with rare first characters are found quickest. */
function isMarked(text: string): boolean {
  const hasBytes = text.includes('0":') && text.includes('{"0":');
  return hasBytes || text.includes("{}") || text.includes('Buffer"');
}
