/** Recognises complete MCP results among the values that handlers return. */
import { isObject } from "../../protocol/json.js";
import type { CallToolResult, GetPromptResult } from "../../protocol/model.js";

const members = {
  call: new Set(["content", "structuredContent", "isError", "_meta"]),
  prompt: new Set(["description", "messages", "_meta"]),
};

/** Whether an object has no other members, which would make it an application's value. */
export function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  return Object.keys(value).every((name) => names.has(name));
}

const contentTypes = new Set<unknown>(["text", "image", "audio", "resource_link", "resource"]);

export function isCallToolResult(value: unknown): value is CallToolResult {
  if (!isObject(value) || !Array.isArray(value["content"])) return false;
  if (!hasOnly(value, members.call)) return false;
  return value["content"].every((each) => isObject(each) && contentTypes.has(each["type"]));
}

export function isPromptResult(value: unknown): value is GetPromptResult {
  return isObject(value) && Array.isArray(value["messages"]) && hasOnly(value, members.prompt);
}
