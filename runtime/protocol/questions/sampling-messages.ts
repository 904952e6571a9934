import { isObject, member } from "../json.js";

const media = ["text", "image", "audio"];

/**
 * Returns the fault of a conversation for sampling; undefined if it is valid.
 *
 * @see MCP 2026-07-28, Sampling, Message Content Constraints
 */
export function conversationProblem(messages: unknown): string | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return "`messages` must not be empty";
  /** Ids of the tool uses in the previous message. */
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const problem = messageProblem(message) ?? balanceProblem(message, open);
    if (problem !== undefined) return `message ${index + 1}: ${problem}`;
    open = idsOf(message, "tool_use", "id");
  }
  return open.length === 0 ? undefined : `the tool use ${open[0]} has no result`;
}

/** Returns the fault of the role or content of one message; undefined if both are valid. */
export function messageProblem(message: unknown): string | undefined {
  if (!isObject(message)) return "must be an object";
  const role = member(message, "role");
  if (role !== "user" && role !== "assistant") return "`role` must be user or assistant";
  const content = blocksOf(message);
  if (content.length === 0) return "`content` must not be empty";
  for (const block of content) {
    const problem = blockProblem(block, role);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function blockProblem(block: unknown, role: string): string | undefined {
  if (!isObject(block)) return "`content` must be an object or an array of objects";
  const type = member(block, "type");
  switch (type) {
    case "text":
      return typeof member(block, "text") === "string" ? undefined : "text content needs `text`";
    case "image":
    case "audio":
      return areStrings(block["data"], block["mimeType"])
        ? undefined
        : `${type} content needs \`data\` and \`mimeType\``;
    case "tool_use":
      if (role !== "assistant") return "`tool_use` content is allowed only in assistant messages";
      return areStrings(block["id"], block["name"]) && isObject(block["input"])
        ? undefined
        : "a tool use needs `id`, `name` and `input`";
    case "tool_result":
      if (role !== "user") return "`tool_result` content is allowed only in user messages";
      return areStrings(block["toolUseId"]) && Array.isArray(block["content"])
        ? undefined
        : "a tool result needs `toolUseId` and `content`";
    default:
      return `content must have one of the types ${media.join(", ")}, tool_use and tool_result`;
  }
}

/** Checks that the message after tool uses consists of exactly their results. */
function balanceProblem(message: unknown, open: readonly string[]): string | undefined {
  const results = idsOf(message, "tool_result", "toolUseId");
  if (results.length > 0 && results.length < blocksOf(message).length) {
    return "tool results must not be mixed with other content";
  }
  const missing = open.find((id) => !results.includes(id));
  if (missing !== undefined) return `the result of the tool use ${missing} is missing`;
  const stray = results.find((id) => !open.includes(id));
  if (stray !== undefined) return `the previous message has no tool use ${stray}`;
  return results.length > open.length ? "a tool use has two results" : undefined;
}

function blocksOf(message: unknown): readonly unknown[] {
  const content = isObject(message) ? member(message, "content") : undefined;
  return Array.isArray(content) ? content : [content];
}

function idsOf(message: unknown, type: string, idName: string): string[] {
  return blocksOf(message).flatMap((block) =>
    isObject(block) && block["type"] === type ? [block[idName] as string] : [],
  );
}

function areStrings(...values: unknown[]): boolean {
  return values.every((each) => typeof each === "string");
}
