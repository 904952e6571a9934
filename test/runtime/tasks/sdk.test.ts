/** Tasks of 2025-11-25 with the official SDK's client, over HTTP with sessions. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { serveHttp } from "../../../runtime/index.js";
import { textOf } from "../../support/text-of.js";
import { CheckedFetch } from "../../support/wire/checked-fetch.js";
import { eventually } from "../../support/eventually.js";
import {
  named,
  relatedTaskKey,
  taskServer,
  type TaskServer,
} from "../../support/servers/task-server.js";

async function connect(t: TestContext, served: TaskServer): Promise<Client> {
  const http = await serveHttp(served.server, { port: 0, closeGraceMs: 100 });
  const checked = new CheckedFetch();
  const transport = new StreamableHTTPClientTransport(new URL(http.url), {
    fetch: (url, init) => checked.fetch(new Request(url, init), false),
  });
  const client = new Client(
    { name: "sdk", version: "1" },
    { capabilities: { elicitation: { form: {} } } },
  );
  t.after(async () => {
    await client.close();
    await http.close();
  });
  await client.connect(transport as Transport);
  // The client learns from the list which tools run as tasks.
  await client.listTools();
  return client;
}

/** Returns the kinds of messages on the stream of a call, and its result. */
async function read(client: Client, name: string, options: object = {}) {
  const kinds: string[] = [];
  let result: CallToolResult | undefined;
  const { tasks } = client.experimental;
  for await (const message of tasks.callToolStream({ name }, CallToolResultSchema, options)) {
    kinds.push(message.type === "taskStatus" ? message.task.status : message.type);
    if (message.type === "result") result = message.result as CallToolResult;
  }
  return { kinds, result };
}

test("a tool that must be a task is polled until its result is there", async (t) => {
  const client = await connect(t, taskServer());
  const { kinds, result } = await read(client, "must");
  assert.equal(kinds[0], "taskCreated");
  assert.deepEqual(kinds.slice(-2), ["completed", "result"]);
  assert.equal(textOf(result), "must");
});

test("a task's question reaches the user while the client waits for the result", async (t) => {
  const client = await connect(t, taskServer());
  let asked: unknown;
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked = params._meta?.[relatedTaskKey];
    return named("Ann");
  });
  const { kinds, result } = await read(client, "ask", { task: { ttl: 60_000 } });
  assert.ok(kinds.includes("input_required"), kinds.join());
  assert.equal(textOf(result), "accept Ann");
  assert.equal(typeof (asked as { taskId: unknown }).taskId, "string");
});

test("tasks are listed and cancelled, and their progress is received", async (t) => {
  const served = taskServer();
  const client = await connect(t, served);
  const { tasks } = client.experimental;
  const heard: number[] = [];
  const stream = tasks.callToolStream({ name: "wait" }, CallToolResultSchema, {
    task: { ttl: 60_000 },
    onprogress: ({ progress }) => heard.push(progress),
  });
  const first = await stream.next();
  assert.ok(first.value?.type === "taskCreated");
  const { taskId } = first.value.task;
  const listed = await tasks.listTasks();
  assert.deepEqual(
    listed.tasks.map((task) => task.taskId),
    [taskId],
  );
  await eventually(() => assert.deepEqual(heard, [1]));
  assert.equal((await tasks.cancelTask(taskId)).status, "cancelled");
  const kinds: string[] = [];
  for await (const message of stream) kinds.push(message.type);
  assert.equal(kinds.at(-1), "error");
  served.gate.open();
});

test("a failure of the tool ends the stream with an error, and can be had as a result", async (t) => {
  const client = await connect(t, taskServer());
  const { kinds } = await read(client, "fail", { task: {} });
  assert.deepEqual(kinds.slice(-2), ["failed", "error"]);
  const { tasks } = await client.experimental.tasks.listTasks();
  const taskId = tasks[0]?.taskId ?? "";
  const result = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
  assert.equal(result.isError, true);
});
