/** Encodes results for each revision, except lists and results of tools. */
import { encodeContent, encodeResourceContents } from "./codec-content.js";
import type { JsonObject } from "../json.js";
import type { Completion, GetPromptResult, ReadResourceResult } from "../model.js";
import type { Revision } from "../revisions.js";

export function encodeReadResult(result: ReadResourceResult, revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return result as unknown as JsonObject;
  const { contents, _meta } = result;
  return { contents: contents.map((each) => encodeResourceContents(each, revision)), _meta };
}

export function encodeGetPromptResult(result: GetPromptResult, revision: Revision): JsonObject {
  if (revision >= "2025-06-18") return result as unknown as JsonObject;
  const { description, messages, _meta } = result;
  return {
    description,
    messages: messages.map(({ role, content }) => ({
      role,
      content: encodeContent(content, revision),
    })),
    _meta,
  };
}

/** Maximum number of values in a result. @see MCP 2026-07-28 CompleteResult */
const maxCompletions = 100;

/** The same in every revision. */
export function encodeCompletion(completion: Completion): JsonObject {
  const { values, total, hasMore } = completion;
  if (values.length <= maxCompletions) return { completion: { values, total, hasMore } };
  return {
    completion: {
      values: values.slice(0, maxCompletions),
      total: total ?? values.length,
      hasMore: true,
    },
  };
}
