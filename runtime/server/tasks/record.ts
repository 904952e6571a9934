import { defined } from "../../protocol/defined.js";
import type { ClientMethod } from "../../protocol/client-requests.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { CallToolResult } from "../../protocol/model.js";

/** @see MCP 2025-11-25, Tasks, Task Status */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A question that a task's handler waits for, in the newest shape. */
export interface TaskQuestion {
  readonly method: ClientMethod;
  readonly params: JsonObject;
}

/** How a client answered a question: with what fits it, or with an error. */
export type TaskAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** A JSON-RPC error that a call ended with. */
export interface TaskFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Everything that is kept of a task, as JSON, whatever the revision it was begun in. */
export interface TaskRecord {
  readonly id: string;
  /** To whom it belongs; absent: to whoever knows its id. */
  readonly owner?: string;
  /** `failed` is for JSON-RPC errors: a tool's own failure is a result. */
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** ISO 8601, as is the other time. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** Not answered yet, by key. */
  readonly questions?: { readonly [key: string]: TaskQuestion };
  /** On their way to the handler, by the key of their question. */
  readonly answers?: { readonly [key: string]: TaskAnswer };
  /** When it is completed: in the newest shape. */
  readonly result?: CallToolResult;
  /** When it failed. */
  readonly error?: TaskFailure;
}

/** True when nothing about the task will change any more. */
export function isTerminal({ status }: TaskRecord): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** How long the task is kept from now: milliseconds, none or less when its time is over. */
export function timeLeft({ createdAt, ttlMs }: TaskRecord): number {
  return Date.parse(createdAt) + ttlMs - Date.now();
}

/** A task's next state, at this moment. What it waited for is dropped when it is over. */
export function changedTask(
  record: TaskRecord,
  change: Partial<Omit<TaskRecord, "id" | "owner" | "createdAt" | "lastUpdatedAt">>,
): TaskRecord {
  const { questions, answers, ...rest } = { ...record, ...change };
  const lastUpdatedAt = new Date().toISOString();
  if (isTerminal(rest)) return { ...rest, lastUpdatedAt };
  return {
    ...rest,
    lastUpdatedAt,
    ...defined({
      questions,
      answers,
    }),
  };
}

/** The task after some of its questions were answered; it works on when none is left. */
export function answeredTask(
  record: TaskRecord,
  answers: ReadonlyMap<string, TaskAnswer>,
): TaskRecord {
  const left = Object.entries(record.questions ?? {}).filter(([key]) => !answers.has(key));
  return changedTask(record, {
    status: left.length === 0 ? "working" : "input_required",
    questions: Object.fromEntries(left),
    answers: { ...record.answers, ...Object.fromEntries(answers) },
  });
}

/** A task as it was stored. @throws Error when it is none of ours */
export function readTask(text: string): TaskRecord {
  const value: unknown = JSON.parse(text);
  if (isObject(value) && typeof member(value, "id") === "string") {
    return value as unknown as TaskRecord;
  }
  throw new Error("What is stored as a task is none.");
}
