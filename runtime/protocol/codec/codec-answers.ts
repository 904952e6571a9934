/** Reads clients' responses into the newest shapes. They are untrusted input. */
import { defined } from "../defined.js";
import type { ElicitResult, Root, SamplingContent, SamplingResult } from "../client-requests.js";
import { isObject, member, type JsonObject } from "../json.js";
import { errorCodes, ProtocolError } from "../protocol-error.js";

/**
 * Reads an elicitation result. Content is kept with `accept` only; the requester checks it against the form.
 *
 * @throws ProtocolError -32602 if the result is malformed
 * @see MCP 2026-07-28 ElicitResult
 */
export function decodeElicitResult(value: unknown): ElicitResult {
  const result = objectOf(value, "elicitation");
  const action = member(result, "action");
  if (action === "decline" || action === "cancel") return { action };
  if (action !== "accept")
    throw malformedAnswer("elicitation", "`action` must be accept, decline or cancel");
  const content = member(result, "content");
  if (content === undefined) return { action };
  if (!isObject(content) || !Object.values(content).every(isFieldValue)) {
    throw malformedAnswer(
      "elicitation",
      "the values of `content` must be strings, numbers, booleans or lists of strings",
    );
  }
  return { action, content: content as NonNullable<ElicitResult["content"]> };
}

/**
 * Reads a sampling result, with its content as a list in all revisions.
 *
 * @throws ProtocolError -32602 if the result is malformed
 * @see MCP 2026-07-28 CreateMessageResult
 */
export function decodeSamplingResult(
  value: unknown,
): SamplingResult & { readonly content: readonly SamplingContent[] } {
  const result = objectOf(value, "sampling");
  const role = member(result, "role");
  const model = member(result, "model");
  const stopReason = member(result, "stopReason");
  const content = member(result, "content");
  const meta = member(result, "_meta");
  if (role !== "user" && role !== "assistant") {
    throw malformedAnswer("sampling", "`role` must be user or assistant");
  }
  if (typeof model !== "string") throw malformedAnswer("sampling", "`model` must be a string");
  if (stopReason !== undefined && typeof stopReason !== "string") {
    throw malformedAnswer("sampling", "`stopReason` must be a string");
  }
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  if (!blocks.every(isSamplingContent)) throw malformedAnswer("sampling", "`content` is malformed");
  return {
    role,
    content: blocks,
    model,
    ...defined({ stopReason, _meta: isObject(meta) ? meta : undefined }),
  };
}

/**
 * Reads the folders that a client allows the server to use.
 *
 * @throws ProtocolError -32602 if the result is not a list of `file:` URIs
 * @see MCP 2026-07-28 ListRootsResult
 */
export function decodeRoots(value: unknown): readonly Root[] {
  const roots = member(objectOf(value, "roots"), "roots");
  if (!Array.isArray(roots)) throw malformedAnswer("roots", "`roots` must be an array");
  return roots.map((each: unknown) => {
    const uri = isObject(each) ? member(each, "uri") : undefined;
    if (!isObject(each) || typeof uri !== "string" || !/^file:/i.test(uri)) {
      throw malformedAnswer("roots", "each of them needs `uri`: a file: URI");
    }
    const name = member(each, "name");
    if (name !== undefined && typeof name !== "string") {
      throw malformedAnswer("roots", "`name` must be a string");
    }
    const meta = member(each, "_meta");
    return { uri, ...defined({ name, _meta: isObject(meta) ? meta : undefined }) };
  });
}

function isSamplingContent(value: unknown): value is SamplingContent {
  if (!isObject(value)) return false;
  switch (member(value, "type")) {
    case "text":
    case "image":
    case "audio":
      return isContentBlock(value);
    case "tool_use":
      return hasStrings(value, "id", "name") && isObject(member(value, "input"));
    case "tool_result": {
      const content = member(value, "content");
      return (
        hasStrings(value, "toolUseId") && Array.isArray(content) && content.every(isContentBlock)
      );
    }
    default:
      return false;
  }
}

function isContentBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  switch (member(value, "type")) {
    case "text":
      return hasStrings(value, "text");
    case "image":
    case "audio":
      return hasStrings(value, "data", "mimeType");
    case "resource_link":
      return hasStrings(value, "uri", "name");
    case "resource": {
      const resource = member(value, "resource");
      if (!isObject(resource) || !hasStrings(resource, "uri")) return false;
      return hasStrings(resource, "text") || hasStrings(resource, "blob");
    }
    default:
      return false;
  }
}

function isFieldValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === "string");
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function hasStrings(value: JsonObject, ...names: string[]): boolean {
  return names.every((name) => typeof member(value, name) === "string");
}

function objectOf(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw malformedAnswer(what, "it must be an object");
}

function malformedAnswer(what: string, why: string): ProtocolError {
  return new ProtocolError(
    errorCodes.invalidParams,
    `The client's ${what} result is malformed: ${why}.`,
  );
}
