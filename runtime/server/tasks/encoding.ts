/** Tasks as each revision writes them. */
import { encodeCallResult } from "../../protocol/codec/codec.js";
import type { ResultFacts, ResultWriter } from "../../protocol/codec/codec-writer.js";
import type { JsonObject } from "../../protocol/json.js";
import { modernRevision } from "../../protocol/revisions.js";
import { encodeQuestion } from "../client-input/encode-question.js";
import type { TaskRecord } from "./record.js";

const relatedTaskKey = "io.modelcontextprotocol/related-task";

/** What a message's `_meta` says of the task it belongs to. @see MCP 2025-11-25, Tasks, Related Task Metadata */
export function relatedTask(taskId: string): JsonObject {
  return { [relatedTaskKey]: { taskId } };
}

/** Something with a `_meta`, with the task in it. */
export function withRelatedTask(value: JsonObject, taskId: string): JsonObject {
  return { ...value, _meta: { ...(value["_meta"] as JsonObject), ...relatedTask(taskId) } };
}

/** A task at 2025-11-25, where a tool's own failure counts as one of the task. @see MCP 2025-11-25 Task */
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

/** A task of the extension, without what came out of it. @see SEP-2663, Tasks */
export function plainTask(record: TaskRecord): JsonObject {
  const { id, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = record;
  return { taskId: id, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
}

/** A task of the extension, with the questions it waits for, its result or its error. @see SEP-2663, Tasks */
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
 * A result of the extension that is a task, as JSON text. Its `ttlMs` is the task's own: the writer keeps that name for
 * how long a result may be cached.
 */
export function writeTask(results: ResultWriter, task: JsonObject, facts?: ResultFacts): string {
  const { ttlMs, ...rest } = task;
  return `{"ttlMs":${JSON.stringify(ttlMs)},${results.write(rest, modernRevision, facts).slice(1)}`;
}
