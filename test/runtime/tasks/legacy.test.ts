/** Tasks of 2025-11-25, which the client requests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveTransport, type Revision } from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import {
  resultOf,
  serveTasks,
  taskIn,
  type TaskClient,
  type TaskReply,
} from "../../support/servers/task-client.js";
import { textOf } from "../../support/text-of.js";
import { wireMemory } from "../../support/wire/channels.js";
import type { WireAnswers } from "../../support/wire/client.js";
import { wireHttp } from "../../support/wire/http.js";
import { eventually } from "../../support/eventually.js";
import {
  named,
  relatedTaskKey,
  taskServer,
  type TaskServer,
} from "../../support/servers/task-server.js";

const revision = "2025-11-25";
const capabilities = { elicitation: {} };
function memory(served: TaskServer, answers: WireAnswers = {}, at: Revision = revision) {
  return wireMemory((transport) => serveTransport(served.server, transport), {
    revision: at,
    capabilities,
    answers,
  });
}

async function http(served: TaskServer, answers: WireAnswers = {}) {
  return wireHttp(await serveTasks(served), { revision, capabilities, answers });
}

async function begin(
  client: TaskClient,
  name: string,
  task: JsonObject = {},
  more: JsonObject = {},
) {
  const result = await resultOf(client, "tools/call", { name, task, ...more });
  const created = result["task"] as { readonly taskId: string; readonly ttl: number };
  assert.equal((created as JsonObject)["status"], "working");
  return created;
}

const taskOf = (message: unknown) =>
  (message as { _meta?: Record<string, unknown> } | undefined)?._meta?.[relatedTaskKey];

for (const place of ["memory", "HTTP"] as const) {
  const connect = async (served: TaskServer, answers?: WireAnswers): Promise<TaskClient> =>
    place === "memory" ? memory(served, answers) : http(served, answers);

  test(`the result of a task is waited for, and says of which task it is (${place})`, async () => {
    const served = taskServer();
    const client = await connect(served);
    const { taskId } = await begin(client, "wait");
    const result = resultOf(client, "tasks/result", { taskId });
    assert.equal((await resultOf(client, "tasks/get", { taskId }))["status"], "working");
    served.gate.open();
    assert.equal(textOf(await result), "waited");
    assert.deepEqual(taskOf(await result), { taskId });
    assert.equal(textOf(await resultOf(client, "tasks/result", { taskId })), "waited");
    assert.equal((await resultOf(client, "tasks/get", { taskId }))["status"], "completed");
  });

  test(`a task's questions are asked while its result is waited for (${place})`, async () => {
    const asked: unknown[] = [];
    const client = await connect(taskServer(), {
      "elicitation/create": (params) => {
        asked.push(taskOf(params));
        return named("Ann");
      },
    });
    const { taskId } = await begin(client, "ask-twice");
    await taskIn(client, taskId, "input_required");
    assert.deepEqual(asked, []);
    const results = await Promise.all(
      [1, 2].map(() => resultOf(client, "tasks/result", { taskId })),
    );
    for (const result of results) assert.equal(textOf(result), "Ann and Ann");
    assert.deepEqual(asked, [{ taskId }, { taskId }]);
  });
}

test("tasks are declared if tools may become tasks, and listed if their owner is known", async () => {
  const served = taskServer();
  const request = { capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const declared = async (client: TaskClient) => {
    const { capabilities: own } = await resultOf(client, "initialize", {
      ...request,
      protocolVersion: revision,
    });
    return (own as { tasks: unknown }).tasks;
  };
  const tasks = { cancel: {}, requests: { tools: { call: {} } } };
  const channel = await memory(served);
  assert.deepEqual(await declared(channel), tasks);
  await channel.close();
  const session = await wireHttp(await serveTasks(served), { revision });
  session.sessionId = undefined;
  assert.deepEqual(await declared(session), { list: {}, ...tasks });
});

test("a tool's task support is listed and enforced", async () => {
  const client = await memory(taskServer());
  const { tools } = (await resultOf(client, "tools/list")) as {
    tools: { name: string; execution?: unknown }[];
  };
  const support = new Map(tools.map(({ name, execution }) => [name, execution]));
  assert.deepEqual(support.get("must"), { taskSupport: "required" });
  assert.equal(support.get("plain"), undefined);
  const call = (params: JsonObject) => client.request("tools/call", params);
  assert.equal((await call({ name: "plain", task: {} })).error?.code, -32601);
  assert.equal((await call({ name: "must" })).error?.code, -32601);
  assert.equal(textOf((await call({ name: "quick" })).result), "quick");
  const odd = await client.request("tools/call", { name: "quick", task: 1 }, { malformed: true });
  assert.equal(odd.error?.code, -32602);
  await client.close();
});

test("before 2025-11-25 a requested task is ignored if the tool can run without one", async () => {
  const client = await memory(taskServer(), {}, "2025-06-18");
  const quick = await client.request("tools/call", { name: "quick", task: {} });
  assert.equal(textOf(quick.result), "quick");
  const must = await client.request("tools/call", { name: "must" });
  assert.equal(must.error?.code, -32601);
  for (const method of ["tasks/get", "tasks/result", "tasks/cancel", "tasks/list"]) {
    const { error } = await client.request(method, { taskId: "x" }, { malformed: true });
    assert.equal(error?.code, -32601, method);
  }
  await client.close();
});

test("a failure of the tool fails the task, and its result is the one that says so", async () => {
  const client = await memory(taskServer());
  const { taskId } = await begin(client, "fail");
  assert.equal((await taskIn(client, taskId, "failed"))["statusMessage"], "It failed.");
  assert.equal((await resultOf(client, "tasks/result", { taskId }))["isError"], true);
  await client.close();
});

test("a JSON-RPC error of the call answers the request for its result", async () => {
  const client = await memory(taskServer());
  const { taskId } = await begin(client, "refuse");
  const { error } = await client.request("tasks/result", { taskId });
  assert.deepEqual(error, { code: -32602, message: "Not like this.", data: { why: "test" } });
  assert.equal((await resultOf(client, "tasks/get", { taskId }))["status"], "failed");
  await client.close();
});

test("cancelling ends a task before it is answered, and works once", async () => {
  const served = taskServer();
  const client = await memory(served);
  const { taskId } = await begin(client, "wait");
  await served.began.passed;
  const result = client.request("tasks/result", { taskId });
  const cancelled = await resultOf(client, "tasks/cancel", { taskId });
  assert.equal(cancelled["status"], "cancelled");
  assert.equal((await client.request("tasks/cancel", { taskId })).error?.code, -32602);
  assert.equal((await result).error?.code, -32603);
  await eventually(() => assert.deepEqual(served.seen, ["aborted"]));
  served.gate.open();
  assert.equal((await resultOf(client, "tasks/get", { taskId }))["status"], "cancelled");
  await client.close();
});

test("progress and states are sent while a task is working", async () => {
  const served = taskServer();
  const client = await memory(served);
  const { taskId } = await begin(client, "wait", {}, { _meta: { progressToken: "p" } });
  served.gate.open();
  await resultOf(client, "tasks/result", { taskId });
  const progress = client.notifications("notifications/progress");
  assert.deepEqual(
    progress.map(({ params }) => params?.["progress"]),
    [1, 2],
  );
  for (const { params } of progress) assert.deepEqual(taskOf(params), { taskId });
  await eventually(() => {
    const states = client.notifications("notifications/tasks/status");
    assert.deepEqual(
      states.map(({ params }) => params?.["status"]),
      ["completed"],
    );
  });
  await client.close();
});

test("a client's refusal to answer reaches the handler", async () => {
  const client = await memory(taskServer());
  const { taskId } = await begin(client, "ask");
  const result = await resultOf(client, "tasks/result", { taskId });
  assert.equal(result["isError"], true);
  assert.match(String(textOf(result)), /No answer to elicitation\/create/);
  await client.close();
});

test("when a request for the result is given up, the next one asks the open questions", async () => {
  let calls = 0;
  const client = await memory(taskServer(), {
    "elicitation/create": () => (++calls === 1 ? new Promise<never>(() => {}) : named("Ann")),
  });
  const { taskId } = await begin(client, "ask");
  void client.request("tasks/result", { taskId }, { id: "first" });
  await eventually(() => assert.equal(calls, 1));
  const second = resultOf(client, "tasks/result", { taskId });
  client.notify("notifications/cancelled", { requestId: "first" });
  assert.equal(textOf(await second), "accept Ann");
  await client.close();
});

test("questions that a handler returns are asked in the task", async () => {
  const served = taskServer();
  const client = await memory(served, { "elicitation/create": () => named("Ann") });
  const { taskId } = await begin(client, "rounds");
  assert.equal(textOf(await resultOf(client, "tasks/result", { taskId })), "Ann after 1");
  assert.deepEqual(served.seen, ["once"]);
  await client.close();
});

for (const name of ["wait", "ask"]) {
  test(`a request for the result of \`${name}\` ends with the life of its task`, async (t) => {
    // The server's timers don't keep a process alive.
    const awake = setInterval(() => {}, 1_000);
    t.after(() => clearInterval(awake));
    const served = taskServer();
    const client = await memory(served, { "elicitation/create": () => new Promise(() => {}) });
    const begun = Date.now();
    const { taskId, ttl } = await begin(client, name, { ttl: 1_000 });
    const waiting = [1, 2].map(() => client.request("tasks/result", { taskId }));
    for (const { error } of await Promise.all(waiting)) {
      assert.equal(error?.code, -32602);
      assert.match(error.message, /lifetime/);
    }
    const took = Date.now() - begun;
    assert.ok(took >= ttl && took < ttl + 5_000, `it took ${took} ms`);
    served.gate.open();
    await client.close();
  });
}

test("a session lists its own tasks, page by page, and sees no others", async () => {
  const served = taskServer({ pageSize: 2 });
  const url = await serveTasks(served);
  const [mine, other] = await Promise.all([1, 2].map(() => wireHttp(url, { revision })));
  assert.ok(mine && other);
  const ids: string[] = [];
  for (let each = 0; each < 5; each++) ids.push((await begin(mine, "quick")).taskId);
  const listed: unknown[] = [];
  let cursor: unknown;
  do {
    const page = await resultOf(mine, "tasks/list", cursor === undefined ? {} : { cursor });
    const tasks = page["tasks"] as { taskId: string }[];
    assert.ok(tasks.length <= 2);
    listed.push(...tasks.map(({ taskId }) => taskId));
    cursor = page["nextCursor"];
  } while (cursor !== undefined);
  assert.deepEqual(listed, ids);
  assert.deepEqual((await resultOf(other, "tasks/list"))["tasks"], []);
  for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) {
    const reply: TaskReply = await other.request(method, { taskId: ids[0] });
    assert.equal(reply.error?.code, -32602, method);
  }
  assert.equal((await mine.request("tasks/list", { cursor: "??" })).error?.code, -32602);
});

test("no tasks are listed where sessions have no id", async () => {
  const client = await memory(taskServer());
  const { error } = await client.request("tasks/list");
  assert.equal(error?.code, -32601);
  await client.close();
});

test("a client gets the time it asks for, within the server's limits", async () => {
  const client = await memory(taskServer({ tasks: { ttlMs: 5_000, maxTtlMs: 60_000 } }));
  const wanted: readonly [JsonObject, number][] = [
    [{}, 5_000],
    [{ ttl: 20_000 }, 20_000],
    [{ ttl: 1 }, 1_000],
    [{ ttl: 1_000_000_000 }, 60_000],
  ];
  for (const [task, ttl] of wanted) assert.equal((await begin(client, "quick", task)).ttl, ttl);
  const wrong = await client.request("tools/call", { name: "quick", task: { ttl: -1 } });
  assert.equal(wrong.error?.code, -32602);
  await client.close();
});

test("a task needs no session", async () => {
  const served = taskServer();
  const client = await wireHttp(await serveTasks(served, { sessions: false }), { revision });
  assert.equal(client.sessionId, undefined);
  const { taskId } = await begin(client, "wait");
  const result = resultOf(client, "tasks/result", { taskId });
  served.gate.open();
  assert.equal(textOf(await result), "waited");
});

test("a task that is cancelled before its handler runs never runs it", async () => {
  const served = taskServer();
  let ran = false;
  served.server.tool({ name: "never", task: "optional" }, () => (ran = true));
  const client = await memory(served);
  // Both have arrived when the server reads the first.
  const created = begin(client, "never");
  const { taskId } = await created;
  await resultOf(client, "tasks/cancel", { taskId });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const task = await resultOf(client, "tasks/get", { taskId });
  assert.equal(ran, task["status"] === "completed");
  await client.close();
});
