/** Whole MCP results among the values that handlers return. */
import { isObject } from "../protocol/json.js";
import type { CallToolResult, GetPromptResult, ReadResourceResult } from "../protocol/model.js";

const contentTypes = new Set<unknown>(["text", "image", "audio", "resource_link", "resource"]);

export function isCallToolResult(value: unknown): value is CallToolResult {
  if (!isObject(value) || !Array.isArray(value["content"])) return false;
  return value["content"].every((each) => isObject(each) && contentTypes.has(each["type"]));
}

export function isReadResult(value: unknown): value is ReadResourceResult {
  if (!isObject(value) || !Array.isArray(value["contents"])) return false;
  return value["contents"].every((each) => isObject(each) && typeof each["uri"] === "string");
}

export function isPromptResult(value: unknown): value is GetPromptResult {
  return isObject(value) && Array.isArray(value["messages"]);
}
