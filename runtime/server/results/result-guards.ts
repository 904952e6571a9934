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

/** Whether an object has no members but those of a tool's result. */
export function hasOnlyCallMembers(value: object): boolean {
  return hasOnly(value, members.call);
}

/** Whether a value is a tool's result of text only, as most are. */
export function isTextResult(value: unknown): value is CallToolResult {
  if (!isObject(value) || !Array.isArray(value["content"])) return false;
  if (value["structuredContent"] !== undefined || !hasOnlyCallMembers(value)) return false;
  return value["content"].every((each) => isObject(each) && isPlainText(each));
}

function isPlainText({ type, text, annotations }: { readonly [name: string]: unknown }): boolean {
  return type === "text" && typeof text === "string" && annotations === undefined;
}

/** Whether a value may be a tool's result or content. The code that is loaded for such values decides. */
export function mayBeResult(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((each) => isObject(each) && mayBeBlock(each));
  if (!isObject(value)) return false;
  return (
    mayBeBlock(value) ||
    value["content"] !== undefined ||
    value["structuredContent"] !== undefined ||
    value["resultType"] !== undefined ||
    value["isError"] !== undefined
  );
}

const contentTypes = new Set<unknown>(["text", "image", "audio", "resource_link", "resource"]);

export function mayBeBlock({ type }: { readonly [name: string]: unknown }): boolean {
  return contentTypes.has(type);
}

export function isPromptResult(value: unknown): value is GetPromptResult {
  return isObject(value) && Array.isArray(value["messages"]) && hasOnly(value, members.prompt);
}
