/** Encodes a client's answers for each revision. */
import type { ElicitResult, Root, SamplingContent, SamplingResult } from "../client-requests.js";
import type { JsonObject } from "../json.js";
import type { Revision } from "../revisions.js";
import { encodeContent } from "./codec-content.js";

/** Encodes an answer to `elicitation/create`. @see MCP 2026-07-28 ElicitResult */
export function encodeElicitResult({ action, content }: ElicitResult): JsonObject {
  return action === "accept" && content !== undefined ? { action, content } : { action };
}

/**
 * Encodes an answer to `sampling/createMessage`. Before 2025-11-25 it has one content, so texts are joined.
 *
 * @throws TypeError for several contents, not all texts, that a revision can't carry
 * @see MCP 2026-07-28 CreateMessageResult
 */
export function encodeSamplingResult(result: SamplingResult, revision: Revision): JsonObject {
  if (revision >= "2025-11-25") return result as unknown as JsonObject;
  const { role, content, model, stopReason, _meta } = result;
  const blocks = Array.isArray(content)
    ? (content as readonly SamplingContent[])
    : [content as SamplingContent];
  return {
    role,
    content: onlyBlock(blocks, revision),
    model,
    stopReason,
    ...(_meta !== undefined && { _meta }),
  };
}

function onlyBlock(blocks: readonly SamplingContent[], revision: Revision): JsonObject {
  const [first] = blocks;
  if (blocks.length === 1 && first && !isToolBlock(first)) return encodeContent(first, revision);
  const texts = blocks.map((block) => (block.type === "text" ? block.text : undefined));
  if (texts.length === 0 || texts.includes(undefined)) {
    throw new TypeError(
      `Before 2025-11-25 the answer to sampling/createMessage is one content or several texts, and the server speaks ${revision}.`,
    );
  }
  return { type: "text", text: texts.join("\n") };
}

function isToolBlock(
  block: SamplingContent,
): block is Extract<SamplingContent, { readonly type: "tool_use" | "tool_result" }> {
  return block.type === "tool_use" || block.type === "tool_result";
}

/** Encodes an answer to `roots/list`. Before 2025-06-18 roots have no `_meta`. @see MCP 2026-07-28 ListRootsResult */
export function encodeRoots(roots: readonly Root[], revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return { roots };
  return { roots: roots.map(({ uri, name }) => ({ uri, name })) };
}
