/** Requests of the task tests, over any client. */
import assert from "node:assert/strict";
import { serveHttp, type HttpServerOptions } from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { cleanUp } from "../clean-up.js";
import { eventually } from "../eventually.js";
import type { WireMessage } from "../wire/client.js";
import type { TaskServer } from "./task-server.js";

export interface TaskReply {
  readonly result?: WireMessage["result"] | undefined;
  readonly error?: WireMessage["error"] | undefined;
}

export interface TaskClient {
  request(method: string, params?: JsonObject): Promise<TaskReply>;
}

/** Serves a task server over HTTP until the test ends, and returns its URL. */
export async function serveTasks(
  { server }: TaskServer,
  options: HttpServerOptions = {},
): Promise<string> {
  const http = await serveHttp(server, { port: 0, closeGraceMs: 100, ...options });
  cleanUp.push(() => http.close());
  return http.url;
}

/** Sends a request that must succeed, and returns its result. */
export async function resultOf(
  client: TaskClient,
  method: string,
  params?: JsonObject,
): Promise<Record<string, unknown>> {
  const { result, error } = await client.request(method, params);
  assert.ok(result, JSON.stringify(error));
  return result;
}

/** Waits until a task has a status, and returns the task. */
export async function taskIn(
  client: TaskClient,
  taskId: string,
  status: string,
): Promise<Record<string, unknown>> {
  let task: Record<string, unknown> = {};
  await eventually(async () => {
    task = await resultOf(client, "tasks/get", { taskId });
    assert.equal(task["status"], status);
  });
  return task;
}
