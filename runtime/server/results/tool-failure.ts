import type { Log, LogFacts } from "../../protocol/log.js";
import type { CallToolResult } from "../../protocol/model.js";
import { ToolError } from "../../protocol/tool-error.js";

/**
 * Converts the error of a tool to a result: the message of a ToolError, which is meant for the model, or else no details.
 *
 * @param log receives errors that the model does not see; undefined if nothing waits for the call any more
 * @param facts further facts about the call, for the log
 */
export function toolFailure(
  error: unknown,
  tool: string,
  log: Log | undefined,
  facts: LogFacts = {},
): CallToolResult {
  let text: string;
  if (error instanceof ToolError) text = error.message;
  else {
    text = `The tool ${tool} failed because of an error in the server.`;
    log?.error("A tool failed", error, { ...facts, tool });
  }
  return { content: [{ type: "text", text }], isError: true };
}
