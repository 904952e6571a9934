import type { Log, LogFacts } from "../../protocol/log.js";
import type { CallToolResult } from "../../protocol/model.js";
import { ToolError } from "../../protocol/tool-error.js";

/**
 * A failure of a tool as the model sees it: its own message when it was made for it, else no particulars.
 *
 * @param log hears of what the model is not told; undefined where nobody waits for the call any more
 * @param facts what else the log says of the call
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
