/** Reads servers' tasks, of 2025-11-25 and of the extension since 2026-07-28. They are untrusted input. */
import { member, type JsonObject } from "../json.js";
import type { Task } from "../model.js";
import { isModern, type Revision } from "../revisions.js";
import type { ListCodec } from "./decode-lists.js";
import { assertShape, number, object, oneOf, shape, string, type Check } from "./shape.js";

/** A task, with what the extension sends along: the outcome, or what the server needs to go on. */
export interface TaskState {
  readonly task: Task;
  readonly result: JsonObject | undefined;
  readonly error: JsonObject | undefined;
  readonly inputRequests: JsonObject | undefined;
}

const timeOrNull: Check = (value) => (value === null ? undefined : number(value));
const status = oneOf("working", "input_required", "completed", "failed", "cancelled");
const always = { statusMessage: string, createdAt: string, lastUpdatedAt: string };
const legacyTask = shape(
  { taskId: string, status },
  { ttl: timeOrNull, pollInterval: number, ...always },
);
const extensionTask = shape(
  { taskId: string, status },
  {
    ttlMs: timeOrNull,
    pollIntervalMs: number,
    result: object,
    error: object,
    inputRequests: object,
    ...always,
  },
);

/** The members of a result that holds a task of the extension, which are not the task's. */
const ofResult = ["resultType", "_meta", "result", "error", "inputRequests"];

/**
 * Reads a task in the members of a result or a notification, as most methods have it.
 *
 * @throws MalformedMessage with the place of the fault
 * @see MCP 2025-11-25 Task; SEP-2663, Tasks
 */
export function decodeTask(value: JsonObject, revision: Revision, name = "result"): TaskState {
  if (!isModern(revision)) {
    assertShape(value, legacyTask, name);
    const { ttl, pollInterval, _meta, ...others } = value;
    const times = {
      ...(ttl !== undefined && { ttlMs: ttl }),
      ...(pollInterval !== undefined && { pollIntervalMs: pollInterval }),
    };
    const task = { ...others, ...times } as unknown as Task;
    return { task, result: undefined, error: undefined, inputRequests: undefined };
  }
  assertShape(value, extensionTask, name);
  const entries = Object.entries(value).filter(([key]) => !ofResult.includes(key));
  return {
    task: Object.fromEntries(entries) as unknown as Task,
    result: member(value, "result") as JsonObject | undefined,
    error: member(value, "error") as JsonObject | undefined,
    inputRequests: member(value, "inputRequests") as JsonObject | undefined,
  };
}

/**
 * Returns the task that a call became; undefined if the result is the tool's own.
 *
 * @throws MalformedMessage with the place of the fault
 * @see MCP 2025-11-25 CreateTaskResult; SEP-2663, Polymorphic Results
 */
export function decodeCreatedTask(result: JsonObject, revision: Revision): TaskState | undefined {
  if (isModern(revision)) {
    return member(result, "resultType") === "task" ? decodeTask(result, revision) : undefined;
  }
  const task = member(result, "task");
  if (task === undefined || revision !== "2025-11-25") return undefined;
  assertShape(task, object, "result.task");
  return decodeTask(task as JsonObject, revision, "result.task");
}

/** The list of tasks, at 2025-11-25 only. */
export const taskList: ListCodec<Task> = {
  name: "tasks",
  key: "taskId",
  item: legacyTask,
  newest: (task, revision) => decodeTask(task, revision).task,
};
