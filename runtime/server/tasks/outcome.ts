import { defined } from "../../protocol/defined.js";
import type { Log } from "../../protocol/log.js";
import type { CallToolResult } from "../../protocol/model.js";
import { ProtocolError } from "../../protocol/protocol-error.js";
import type { Revision } from "../../protocol/revisions.js";
import { errorForClient } from "../client-input/errors.js";
import { toolFailure } from "../results/tool-failure.js";
import type { TaskRecord } from "./record.js";

/** How a task ends. */
export type TaskEnd = Pick<TaskRecord, "status" | "statusMessage" | "result" | "error">;

/** Longer than this nobody shows it. */
const maxMessageLength = 500;

/** Which call a task is. */
export interface EndedCall {
  readonly tool: string;
  readonly revision: Revision;
  /** Undefined when nobody waits for the call any more. */
  readonly log: Log | undefined;
}

/** The end of a task whose tool returned. */
export function endWith(result: CallToolResult, call: EndedCall): TaskEnd {
  try {
    JSON.stringify(result);
  } catch (error) {
    return endWithError(error, call);
  }
  const [first] = result.content;
  const notified = result.isError && first?.type === "text" ? first.text : undefined;
  return { status: "completed", result, ...(notified !== undefined && statusMessageOf(notified)) };
}

/**
 * The end of a task whose tool threw: JSON-RPC errors fail it, everything else is a result that says so.
 *
 * @see SEP-2663, Task Execution Errors
 */
export function endWithError(error: unknown, { tool, revision, log }: EndedCall): TaskEnd {
  const answered = errorForClient(error, revision);
  if (!(answered instanceof ProtocolError)) {
    const result = toolFailure(answered, tool, log);
    const [first] = result.content;
    return {
      status: "completed",
      result,
      ...(first?.type === "text" && statusMessageOf(first.text)),
    };
  }
  const { code, message, data } = answered;
  const failure = { code, message, ...defined({ data }) };
  return { status: "failed", error: failure, ...statusMessageOf(message) };
}

function statusMessageOf(text: string): { readonly statusMessage: string } {
  return { statusMessage: text.slice(0, maxMessageLength) };
}
