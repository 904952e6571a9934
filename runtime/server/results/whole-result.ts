import { isObject, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";
import { isContentList, readContent } from "./content-blocks.js";
import { hasOnlyCallMembers } from "./result-guards.js";
import { UnsendableValue } from "./unsendable-value.js";

/**
 * Whether a value is a tool's result and not an application's value: it has only members of a result, and among them
 * `content` with blocks, `structuredContent`, or `isError: true`. With `resultType: "complete"` it may have further ones.
 */
export function isToolResult(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const { resultType, content, structuredContent, isError } = value;
  const parts = content !== undefined || structuredContent !== undefined;
  if (resultType === "complete" && parts) return true;
  if (!hasOnlyCallMembers(value)) return false;
  const isSaid = typeof isError === "boolean" || structuredContent !== undefined;
  if (Array.isArray(content)) return isContentList(content, isSaid);
  if (typeof content === "string") return isSaid;
  return content === undefined && (structuredContent !== undefined || isError === true);
}

/**
 * Makes blocks of texts and files in the content of a result.
 *
 * @param uri makes the URI of an embedded resource
 * @throws UnsendableValue for a malformed block
 */
export async function wholeResult(
  given: JsonObject,
  uri: () => string,
  mimeType: string | undefined,
): Promise<CallToolResult> {
  const { content = [], resultType: _, ...others } = given;
  return { ...others, content: await readContent(content, uri, mimeType) };
}

/** @throws UnsendableValue for a result that only `inputRequired` can make */
export function refuseRawQuestions(value: unknown): void {
  if (!isObject(value) || value["resultType"] !== "input_required") return;
  throw new UnsendableValue(
    "The handler returned a result of the type input_required. It must return inputRequired({ inputRequests, state }), or ask with ctx.elicit.",
  );
}
