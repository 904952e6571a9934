import { defined } from "../../protocol/defined.js";
import type { Log } from "../../protocol/log.js";
import type { CallToolResult } from "../../protocol/model.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { Revision } from "../../protocol/revisions.js";
import { errorIn } from "../../session/legacy-errors.js";
import { errorForClient } from "../client-input/errors.js";
import { toolFailure } from "../results/tool-failure.js";
import type { TaskRecord } from "./record.js";

/** The final state of a task. */
export type TaskEnd = Pick<TaskRecord, "status" | "statusMessage" | "result" | "error">;

/** Maximum length of a status message, in characters. */
const maxMessageLength = 500;

/** The call of a task. */
export interface EndedCall {
  readonly tool: string;
  readonly revision: Revision;
  /** Undefined if nothing waits for the call any more. */
  readonly log: Log | undefined;
}

/** Ends a task whose tool returned. */
export function endWith(result: CallToolResult, call: EndedCall): TaskEnd {
  try {
    JSON.stringify(result);
  } catch (error) {
    return endWithError(error, call);
  }
  const [first] = result.content;
  const message = result.isError && first?.type === "text" ? first.text : undefined;
  return { status: "completed", result, ...(message !== undefined && statusMessageOf(message)) };
}

/**
 * Ends a task whose tool threw. A JSON-RPC error fails the task; any other error becomes a tool result.
 *
 * @see SEP-2663, Task Execution Errors
 */
export function endWithError(error: unknown, { tool, revision, log }: EndedCall): TaskEnd {
  const converted = errorForClient(error, revision);
  if (!(converted instanceof ProtocolError)) {
    const result = toolFailure(converted, tool, log);
    const [first] = result.content;
    return {
      status: "completed",
      result,
      ...(first?.type === "text" && statusMessageOf(first.text)),
    };
  }
  const { code, message, data } = errorIn(revision, converted);
  const failure = { code, message, ...defined({ data }) };
  return { status: "failed", error: failure, ...statusMessageOf(message) };
}

function statusMessageOf(text: string): { readonly statusMessage: string } {
  return { statusMessage: text.slice(0, maxMessageLength) };
}
