import { defined } from "../../protocol/defined.js";
import type { ClientMethod } from "../../protocol/client-requests.js";
import { parseExact } from "../../protocol/keep-integers.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { Caller } from "../../session/caller.js";
import { ownerOf } from "../../session/owner.js";
import type { Session } from "../../session/session.js";
import type { CallToolResult, TaskStatus } from "../../protocol/model.js";

/** A question that the handler of a task waits for, in its newest shape. */
export interface TaskQuestion {
  readonly method: ClientMethod;
  readonly params: JsonObject;
}

/** A client's answer to a question: a checked result, or an error. */
export type TaskAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** The JSON-RPC error that a call ended with. */
export interface TaskFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Everything that is stored of a task, as JSON. It is the same for every revision. */
export interface TaskRecord {
  readonly id: string;
  /** Its owner; absent: every client that knows the id may use the task. */
  readonly owner?: string;
  /** The scopes of its tool, which requests about the task need, too. */
  readonly scopes?: readonly string[];
  /** `failed` means a JSON-RPC error. A tool result with `isError` is `completed`. */
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  /** ISO 8601, as `lastUpdatedAt`. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  /** Open questions by key. */
  readonly questions?: { readonly [key: string]: TaskQuestion };
  /** Answers that the handler has yet to receive, by the key of the question. */
  readonly answers?: { readonly [key: string]: TaskAnswer };
  /** The result of a completed task, in its newest shape. */
  readonly result?: CallToolResult;
  /** The error of a failed task. */
  readonly error?: TaskFailure;
}

/** Whether a caller, or else a session, may see and change a task. @see MCP 2025-11-25, Tasks, Task Isolation and Access Control */
export function ownsTask(
  {
    caller,
    session,
  }: { readonly caller?: Caller | undefined; readonly session?: Session | undefined },
  { owner }: TaskRecord,
): boolean {
  return owner === undefined || owner === ownerOf(caller, session?.id);
}

/** Whether the task has reached its final state. */
export function isTerminal({ status }: TaskRecord): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** Returns the remaining lifetime of a task in milliseconds; zero or negative if it has expired. */
export function timeLeft({ createdAt, ttlMs }: TaskRecord): number {
  return Date.parse(createdAt) + ttlMs - Date.now();
}

/** Returns the next state of a task, updated now. The final state has no questions and answers. */
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
    ...defined({ questions, answers }),
  };
}

/** Returns the task with some of its questions answered. It is `working` again if none is left. */
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

/** Parses a stored task. @throws Error if it is malformed */
export function readTask(text: string): TaskRecord {
  const value = parseExact(text);
  if (isObject(value) && typeof member(value, "id") === "string") {
    return value as unknown as TaskRecord;
  }
  throw new Error("The stored task is malformed.");
}
