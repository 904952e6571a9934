/** Encodes tasks for each revision. */
import { encodeCallResult } from "../../protocol/codec/codec.js";
import type { ResultFacts, ResultWriter } from "../../protocol/codec/codec-writer.js";
import type { JsonObject } from "../../protocol/json.js";
import { modernRevision } from "../../protocol/revisions.js";
import { encodeQuestion } from "../client-input/encode-question.js";
import type { TaskRecord } from "./record.js";

const relatedTaskKey = "io.modelcontextprotocol/related-task";

/** Returns the `_meta` member that names the task a message belongs to. @see MCP 2025-11-25, Tasks, Related Task Metadata */
function relatedTask(taskId: string): JsonObject {
  return { [relatedTaskKey]: { taskId } };
}

/** Adds the task to the `_meta` of a message. */
export function withRelatedTask(value: JsonObject, taskId: string): JsonObject {
  return { ...value, _meta: { ...(value["_meta"] as JsonObject), ...relatedTask(taskId) } };
}

/** Encodes a task for 2025-11-25, where a failed tool call is a failed task. @see MCP 2025-11-25 Task */
export function legacyTask(record: TaskRecord): JsonObject {
  const { id, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = record;
  return {
    taskId: id,
    status: status === "completed" && record.result?.isError ? "failed" : status,
    statusMessage,
    createdAt,
    lastUpdatedAt,
    ttl: ttlMs,
    pollInterval: pollIntervalMs,
  };
}

/** Encodes a task of the extension, without its outcome. @see SEP-2663, Tasks */
export function plainTask(record: TaskRecord): JsonObject {
  const { id, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = record;
  return { taskId: id, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

/** Encodes a task of the extension with its open questions, its result or its error. @see SEP-2663, Tasks */
export function detailedTask(record: TaskRecord): JsonObject {
  const task = plainTask(record);
  switch (record.status) {
    case "input_required": {
      const questions = Object.entries(record.questions ?? {});
      const inputRequests = Object.fromEntries(
        questions.map(([key, { method, params }]) => [
          key,
          { method, params: encodeQuestion(method, params, modernRevision) },
        ]),
      );
      return { ...task, inputRequests };
    }
    case "completed":
      return { ...task, result: record.result && encodeCallResult(record.result, modernRevision) };
    case "failed":
      return { ...task, error: record.error };
    default:
      return task;
  }
}

/**
 * Writes a result of the extension that is a task. `ttlMs` is added here because the result writer uses that name for
 * the cache lifetime of a result.
 */
export function writeTask(results: ResultWriter, task: JsonObject, facts?: ResultFacts): string {
  const { ttlMs, ...rest } = task;
  return `{"ttlMs":${JSON.stringify(ttlMs)},${results.write(rest, modernRevision, facts).slice(1)}`;
}
