import type { Revision } from "../../../runtime/index.js";

const task = {
  taskId: { type: "string" },
  status: { enum: ["working", "input_required", "completed", "cancelled", "failed"] },
  statusMessage: { type: "string" },
  createdAt: { type: "string", format: "date-time" },
  lastUpdatedAt: { type: "string", format: "date-time" },
  ttlMs: { type: ["integer", "null"] },
  pollIntervalMs: { type: "integer" },
};
const taskMembers = ["taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"];
const detailed = {
  ...task,
  result: { type: "object" },
  error: { $ref: "#/$defs/Error" },
  inputRequests: { $ref: "#/$defs/InputRequests" },
};
/** Task states and the members that each requires. */
const states = [
  ["working"],
  ["cancelled"],
  ["completed", "result"],
  ["failed", "error"],
  ["input_required", "inputRequests"],
].map(([status, ...members]) => ({
  required: [...taskMembers, ...members],
  properties: { ...detailed, status: { const: status } },
}));

/** @see SEP-2663, Tasks Extension */
const tasks = {
  TasksGetRequest: request("tasks/get", { taskId: { type: "string" } }),
  TasksUpdateRequest: request("tasks/update", {
    taskId: { type: "string" },
    inputResponses: { $ref: "#/$defs/InputResponses" },
  }),
  TasksCancelRequest: request("tasks/cancel", { taskId: { type: "string" } }),
  TasksGetResult: { type: "object", anyOf: states.map((each) => resultOf(each)) },
  TasksCreateResult: resultOf({ required: taskMembers, properties: task }),
  TasksNotification: {
    type: "object",
    properties: {
      jsonrpc: { const: "2.0" },
      method: { const: "notifications/tasks" },
      params: { type: "object", anyOf: states.map((each) => withMeta(each)) },
    },
    required: ["jsonrpc", "method", "params"],
  },
};

/** Returns the definitions that extensions add to a revision, by name. */
export function extensionDefinitions(revision: Revision): Record<string, Record<string, unknown>> {
  return revision === "2026-07-28" ? tasks : {};
}

function request(method: string, params: Record<string, unknown>): Record<string, unknown> {
  return {
    type: "object",
    properties: {
      jsonrpc: { const: "2.0" },
      id: { $ref: "#/$defs/RequestId" },
      method: { const: method },
      params: {
        type: "object",
        properties: { ...params, _meta: { $ref: "#/$defs/RequestMetaObject" } },
        required: [...Object.keys(params), "_meta"],
      },
    },
    required: ["jsonrpc", "id", "method", "params"],
  };
}

interface Members {
  readonly required: readonly string[];
  readonly properties: Record<string, unknown>;
}

function resultOf({ required, properties }: Members): Record<string, unknown> {
  return {
    type: "object",
    required: [...required, "resultType"],
    properties: {
      ...properties,
      resultType: { type: "string" },
      _meta: { $ref: "#/$defs/ResultMetaObject" },
    },
  };
}

function withMeta({ required, properties }: Members): Record<string, unknown> {
  return {
    type: "object",
    required,
    properties: { ...properties, _meta: { $ref: "#/$defs/NotificationMetaObject" } },
  };
}
