import type { LogFacts } from "../../protocol/log-entry.js";
import type { Log } from "../../protocol/log.js";
import type { CallToolResult } from "../../protocol/model.js";
import { ToolError } from "../../protocol/tool-error.js";
import { UnsendableValue } from "./unsendable-value.js";

/**
 * Converts the error of a tool to a result. Only the message of a ToolError is meant for the model, and only a mistake of the
 * tool's author is logged.
 *
 * @param log receives the other errors; undefined if nothing waits for the call any more
 * @param facts further facts for the log
 */
export function toolFailure(
  error: unknown,
  tool: string,
  log: Log | undefined,
  facts: LogFacts = {},
): CallToolResult {
  const isForModel = error instanceof ToolError;
  if (!isForModel || error instanceof UnsendableValue) {
    log?.error("A tool failed", error, { ...facts, tool });
  }
  const text = isForModel
    ? error.message
    : `The tool ${tool} failed because of an error in the server.`;
  return { content: [{ type: "text", text }], isError: true };
}
