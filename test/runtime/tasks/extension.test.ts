/** Tasks since 2026-07-28: the extension io.modelcontextprotocol/tasks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  memoryState,
  serveTransport,
  staticVerifier,
  oauthResource,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import {
  resultOf,
  serveTasks,
  taskIn,
  type TaskClient,
} from "../../support/servers/task-client.js";
import { textOf } from "../../support/text-of.js";
import { wireMemory } from "../../support/wire/channels.js";
import { wireHttp } from "../../support/wire/http.js";
import { eventually } from "../../support/eventually.js";
import {
  named,
  relatedTaskKey,
  taskCapabilities,
  taskServer,
  tasksExtension,
  type TaskServer,
} from "../../support/servers/task-server.js";

const revision = "2026-07-28";

function memory(served: TaskServer, capabilities: JsonObject = taskCapabilities) {
  return wireMemory((transport) => serveTransport(served.server, transport), {
    revision,
    capabilities,
  });
}

async function http(served: TaskServer, capabilities: JsonObject = taskCapabilities) {
  const url = await serveTasks(served);
  return { url, client: await wireHttp(url, { revision, capabilities }) };
}

function call(client: TaskClient, name: string, more: JsonObject = {}) {
  return resultOf(client, "tools/call", { name, ...more });
}

async function begin(client: TaskClient, name: string, more: JsonObject = {}): Promise<string> {
  const result = await call(client, name, more);
  assert.equal(result["resultType"], "task");
  return result["taskId"] as string;
}

function get(client: TaskClient, taskId: string) {
  return resultOf(client, "tasks/get", { taskId });
}

for (const place of ["memory", "HTTP"] as const) {
  const connect = async (served: TaskServer): Promise<TaskClient> =>
    place === "memory" ? memory(served) : (await http(served)).client;

  test(`a call becomes a task that can be had at once, works and is completed (${place})`, async () => {
    const served = taskServer();
    const client = await connect(served);
    const created = await call(client, "wait", { task: { ttl: 5 } });
    assert.equal(created["status"], "working");
    assert.equal(created["ttlMs"], 3_600_000);
    assert.equal(created["pollIntervalMs"], 10);
    const taskId = created["taskId"] as string;
    assert.equal((await get(client, taskId))["status"], "working");
    served.gate.open();
    const done = await taskIn(client, taskId, "completed");
    assert.equal(textOf(done["result"]), "waited");
    assert.equal(done["createdAt"], created["createdAt"]);
    assert.equal(JSON.stringify(done).includes(relatedTaskKey), false);
  });

  test(`a task's questions are fetched and answered one by one (${place})`, async () => {
    const client = await connect(taskServer());
    const taskId = await begin(client, "ask-twice");
    const asking = await taskIn(client, taskId, "input_required");
    assert.deepEqual(Object.keys(asking["inputRequests"] as object), ["first", "second"]);
    const update = (inputResponses: JsonObject) =>
      client.request("tasks/update", { taskId, inputResponses });
    const wrong = await update({ first: { action: "accept", content: { name: 5 } } });
    assert.equal(wrong.error?.code, -32602);
    assert.equal((await update({ first: named("Ann"), unknown: named("Eve") })).error, undefined);
    const left = await get(client, taskId);
    assert.deepEqual(Object.keys(left["inputRequests"] as object), ["second"]);
    await update({ first: named("Eve"), second: named("Bob") });
    const done = await taskIn(client, taskId, "completed");
    assert.equal(textOf(done["result"]), "Ann and Bob");
    assert.equal((await update({ second: named("Eve") })).error, undefined);
  });
}

test("the extension is declared where tools may become tasks, and nowhere else", async () => {
  const client = await memory(taskServer());
  const { result = {} } = await client.request("server/discover");
  const { extensions, tasks } = result["capabilities"] as { extensions: object; tasks: unknown };
  assert.deepEqual(extensions, { [tasksExtension]: {} });
  assert.equal(tasks, undefined);
  await client.close();
});

test("without the extension a tool answers itself, and one that must be a task is refused", async () => {
  const client = await memory(taskServer(), { elicitation: {} });
  assert.equal(textOf(await call(client, "quick")), "quick");
  const asked = await client.request("tools/call", { name: "ask" });
  assert.equal(asked.result?.["resultType"], "input_required");
  const needs: readonly [string, JsonObject][] = [
    ["tools/call", { name: "must" }],
    ["tasks/get", { taskId: "x" }],
    ["tasks/update", { taskId: "x", inputResponses: {} }],
    ["tasks/cancel", { taskId: "x" }],
    ["subscriptions/listen", { notifications: { taskIds: ["x"] } }],
  ];
  for (const [method, params] of needs) {
    const { error } = await client.request(method, params);
    assert.equal(error?.code, -32021, method);
    assert.deepEqual(error?.data, {
      requiredCapabilities: { extensions: { [tasksExtension]: {} } },
    });
  }
  await client.close();
});

test("tools without task support never become tasks", async () => {
  const client = await memory(taskServer());
  assert.equal((await call(client, "plain", { task: {} }))["resultType"], "complete");
  await client.close();
});

test("a tool's own failure completes a task, and a JSON-RPC error fails it", async () => {
  const client = await memory(taskServer());
  const failed = await taskIn(client, await begin(client, "fail"), "completed");
  assert.equal((failed["result"] as { isError: boolean }).isError, true);
  assert.equal(failed["statusMessage"], "It failed.");
  const refused = await taskIn(client, await begin(client, "refuse"), "failed");
  assert.deepEqual(refused["error"], {
    code: -32602,
    message: "Not like this.",
    data: { why: "test" },
  });
  const odd = await taskIn(client, await begin(client, "odd"), "completed");
  assert.equal((odd["result"] as { isError: boolean }).isError, true);
  const late = await taskIn(client, await begin(client, "limited"), "completed");
  assert.match(String(textOf(late["result"])), /longer than 30 ms/);
  await client.close();
});

test("cancelling ends a task at once and for good, and may be repeated", async () => {
  const served = taskServer();
  const client = await memory(served);
  const taskId = await begin(client, "wait");
  for (let times = 0; times < 2; times++) {
    assert.equal((await client.request("tasks/cancel", { taskId })).error, undefined);
    assert.equal((await get(client, taskId))["status"], "cancelled");
  }
  await eventually(() => assert.deepEqual(served.seen, ["aborted"]));
  served.gate.open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal((await get(client, taskId))["status"], "cancelled");
  await client.close();
});

test("unknown tasks and methods of older revisions are refused", async () => {
  const client = await memory(taskServer());
  const { error } = await client.request("tasks/get", { taskId: "x".repeat(10_000) });
  assert.equal(error?.code, -32602);
  for (const method of ["tasks/list", "tasks/result"]) {
    const refused = await client.request(method, { taskId: "x" }, { malformed: true });
    assert.equal(refused.error?.code, -32601, method);
  }
  await client.close();
});

test("questions that a handler returns first are asked before the task, and remembered in it", async () => {
  const served = taskServer();
  const client = await memory(served);
  const asked = await call(client, "rounds");
  assert.equal(asked["resultType"], "input_required");
  const inputResponses = { who: named("Ann") };
  const { requestState } = asked as { requestState: string };
  const taskId = await begin(client, "rounds", { inputResponses, requestState });
  const done = await taskIn(client, taskId, "completed");
  assert.equal(textOf(done["result"]), "Ann after 1");
  assert.deepEqual(served.seen, ["once"]);
  await client.close();
});

test("questions that a handler returns later are asked in the task, each under a key of its own", async () => {
  const served = taskServer();
  const client = await memory(served);
  const taskId = await begin(client, "late-rounds");
  for (const key of ["who", "who-2"]) {
    await eventually(async () => {
      const { inputRequests = {} } = await get(client, taskId);
      assert.deepEqual(Object.keys(inputRequests as object), [key]);
    });
    await client.request("tasks/update", { taskId, inputResponses: { [key]: named(key) } });
  }
  const done = await taskIn(client, taskId, "completed");
  assert.equal(textOf(done["result"]), "who-2 after 2");
  assert.deepEqual(served.seen, ["once"]);
  await client.close();
});

test("listeners receive each state of a task, and can't listen to an unknown task", async () => {
  const served = taskServer();
  const client = await memory(served);
  const taskId = await begin(client, "ask");
  const none = "00000000-0000-4000-8000-000000000000";
  void client.request(
    "subscriptions/listen",
    { notifications: { taskIds: [none, taskId] } },
    { id: "L" },
  );
  const acknowledged = "notifications/subscriptions/acknowledged";
  await eventually(() => assert.equal(client.notifications(acknowledged).length, 1));
  assert.deepEqual(client.notifications(acknowledged)[0]?.params?.["notifications"], {
    taskIds: [taskId],
  });
  await taskIn(client, taskId, "input_required");
  await client.request("tasks/update", { taskId, inputResponses: { "elicit-1": named("Ann") } });
  const last = () => client.notifications("notifications/tasks").at(-1)?.params;
  await eventually(() => assert.equal(last()?.["status"], "completed"));
  assert.equal(textOf(last()?.["result"]), "accept Ann");
  assert.deepEqual(last()?.["_meta"], { "io.modelcontextprotocol/subscriptionId": "L" });
  await client.close();
});

test("progress of tasks is not sent", async () => {
  const served = taskServer();
  const client = await memory(served);
  const taskId = await begin(client, "wait", { _meta: { progressToken: 7 } });
  served.gate.open();
  await taskIn(client, taskId, "completed");
  assert.deepEqual(client.notifications(), []);
  await client.close();
});

test("a task is forgotten when its time is over, and its handler is aborted", async () => {
  const served = taskServer({ tasks: { ttlMs: 200 } });
  const client = await memory(served);
  const taskId = await begin(client, "wait");
  await eventually(async () => {
    const { error } = await client.request("tasks/get", { taskId });
    assert.equal(error?.code, -32602);
  });
  await eventually(() => assert.deepEqual(served.seen, ["aborted"]));
  served.gate.open();
  await client.close();
});

test("no more tasks are begun than may be at work, until one of them is over", async () => {
  const served = taskServer({ tasks: { maxRunning: 1 } });
  const client = await memory(served);
  const taskId = await begin(client, "wait");
  const refused = await client.request("tools/call", { name: "quick" });
  assert.equal(refused.error?.code, -32603);
  served.gate.open();
  await taskIn(client, taskId, "completed");
  await begin(client, "quick");
  await client.close();
});

test("a task goes on when the connection that began it is gone", async () => {
  const served = taskServer();
  const first = await memory(served);
  const taskId = await begin(first, "wait");
  await first.close();
  served.gate.open();
  const second = await memory(served);
  assert.equal(textOf((await taskIn(second, taskId, "completed"))["result"]), "waited");
  assert.deepEqual(served.seen, []);
  await second.close();
});

test("servers that share a state share their tasks: questions, answers and cancellation", async () => {
  const state = memoryState();
  const here = taskServer({ state });
  const there = taskServer({ state });
  const worker = await memory(here);
  const other = await memory(there);
  const asking = await begin(worker, "ask");
  await taskIn(other, asking, "input_required");
  await other.request("tasks/update", {
    taskId: asking,
    inputResponses: { "elicit-1": named("Ann") },
  });
  assert.equal(textOf((await taskIn(other, asking, "completed"))["result"]), "accept Ann");
  const waiting = await begin(worker, "wait");
  await other.request("tasks/cancel", { taskId: waiting });
  await eventually(() => assert.deepEqual(here.seen, ["aborted"]));
  const left = await begin(worker, "wait");
  await here.server.close();
  const failed = await taskIn(other, left, "failed");
  assert.match(String(failed["statusMessage"]), /server stopped/);
  await Promise.all([worker.close(), other.close()]);
  await there.server.close();
  await state.close();
});

test("a task belongs to the user that began it", async () => {
  const served = taskServer();
  const users = ["ann", "bob"].map(
    (subject) => [subject, { subject, scopes: [], claims: {} }] as const,
  );
  const authorizer = oauthResource({
    resource: "https://tasks.example/mcp",
    authorizationServers: [],
    verify: staticVerifier(new Map(users)),
  });
  const url = await serveTasks(served, { authorizer });
  const as = (token: string) =>
    wireHttp(url, {
      revision,
      capabilities: taskCapabilities,
      headers: { authorization: `Bearer ${token}` },
    });
  const [ann, bob] = [await as("ann"), await as("bob")];
  const taskId = await begin(ann, "quick");
  await taskIn(ann, taskId, "completed");
  for (const method of ["tasks/get", "tasks/cancel"]) {
    assert.equal((await bob.request(method, { taskId })).error?.code, -32602, method);
  }
});

test("a call that is given up before it became a task leaves nothing behind", async () => {
  const served = taskServer({ tasks: { maxRunning: 1 } });
  const client = await memory(served);
  void client.request("tools/call", { name: "wait" }, { id: "given up" });
  await served.began.passed;
  client.notify("notifications/cancelled", { requestId: "given up" });
  await eventually(() => assert.deepEqual(served.seen, ["aborted"]));
  await begin(client, "quick");
  assert.equal(client.received.length, 1);
  served.gate.open();
  await client.close();
});
