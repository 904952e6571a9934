import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpAnswerError,
  McpCallError,
  McpClientError,
  McpTimeoutError,
} from "../../../runtime/client/errors.js";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import { connectMemory } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { tasksExtension, taskServer, type TaskServer } from "../../support/servers/task-server.js";
import { scripted, settle, type ScriptedRequest } from "./scripted-server.js";

const eras = ["2025-11-25", "2026-07-28"] as const;
const named: ClientOptions = {
  elicitation: () => ({ action: "accept", content: { name: "Otto" } }),
};

function connected(
  { server }: TaskServer,
  protocolVersion: (typeof eras)[number],
  options: ClientOptions = {},
): Promise<McpClient> {
  return connectMemory(server, { protocolVersion, ...options });
}

for (const revision of eras) {
  test(`a call becomes a task, which is followed to its result: ${revision}`, async () => {
    const served = taskServer();
    await using client = await connected(served, revision);
    const running = await client.startTool("wait", {}, { ttlMs: 60_000 });
    assert.equal(running.task.status, "working");
    assert.equal(running.task.pollIntervalMs, 10);
    assert.equal((await running.refresh()).taskId, running.task.taskId);
    served.gate.open();
    const { content } = await running.result();
    assert.deepEqual(content, [{ type: "text", text: "waited" }]);
    assert.equal(running.task.status, "completed");
    const again = client.task(running.task.taskId);
    assert.deepEqual((await again.result()).content, content);
  });

  test(`a call of which no task is made has ended: ${revision}`, async () => {
    await using client = await connected(taskServer(), revision);
    const ended = await client.startTool("plain");
    assert.equal(ended.task.status, "completed");
    assert.deepEqual((await ended.result()).content, [{ type: "text", text: "plain" }]);
    await ended.cancel();
    assert.equal((await ended.refresh()).status, "completed");
  });

  test(`a task's questions go to the client's handlers, each once: ${revision}`, async () => {
    let asked = 0;
    await using client = await connected(taskServer(), revision, {
      elicitation: async (_params, { server }) => {
        asked += 1;
        assert.equal(server, "the server in memory");
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { action: "accept", content: { name: `Otto ${asked}` } };
      },
    });
    const running = await client.startTool("ask-twice");
    const [text] = (await running.result()).content;
    assert.match(JSON.stringify(text), /Otto \d and Otto \d/);
    assert.equal(asked, 2);
    assert.equal(running.task.status, "completed");
  });

  test(`a task is cancelled: ${revision}`, async () => {
    const served = taskServer();
    await using client = await connected(served, revision);
    const running = await client.startTool("wait");
    await served.began.passed;
    const result = running.result();
    await running.cancel();
    await assert.rejects(result, (error) => {
      assert.ok(error instanceof McpClientError);
      assert.match(error.message, /was cancelled/);
      return true;
    });
    assert.equal(running.task.status, "cancelled");
    assert.deepEqual(served.seen, ["aborted"]);
  });

  test(`a failed task has the error or the result of the call: ${revision}`, async () => {
    await using client = await connected(taskServer(), revision);
    const failed = await (await client.startTool("fail")).result();
    assert.equal(failed.isError, true);
    const refused = await client.startTool("refuse");
    await assert.rejects(refused.result(), (error) => {
      assert.ok(error instanceof McpCallError);
      assert.equal(error.code, -32602);
      assert.deepEqual(error.data, { why: "test" });
      return true;
    });
    await assert.rejects(client.task("unknown").result(), McpCallError);
  });

  test(`waiting for a task ends with its signal, its time, or the connection: ${revision}`, async () => {
    const client = await connected(taskServer(), revision);
    const running = await client.startTool("wait");
    const abort = new AbortController();
    const result = running.result({ signal: abort.signal });
    await settle();
    abort.abort(new Error("enough"));
    await assert.rejects(result, /enough/);
    await assert.rejects(running.result({ maxMs: 40 }), McpTimeoutError);
    const open = running.result();
    await settle();
    await client.close();
    await assert.rejects(open, McpClientError);
  });

  test(`the digits of large integers survive in a task's result: ${revision}`, async () => {
    const big = 12345678901234567890n;
    const text = `{"content":[],"structuredContent":{"n":${big}}}`;
    const task = {
      taskId: "1",
      status: "completed",
      createdAt: "",
      lastUpdatedAt: "",
      ttlMs: 1,
      ttl: 1,
    };
    const { client } = await scripted(revision, ({ method }) => {
      if (method === "tools/list") {
        return { tools: [{ name: "t", inputSchema: {}, execution: { taskSupport: "optional" } }] };
      }
      if (method === "tools/call") {
        return revision === "2026-07-28" ? { ...task, resultType: "task" } : { task };
      }
      if (method === "tasks/result") return text;
      return `${JSON.stringify(task).slice(0, -1)},"result":${text}}`;
    });
    const running = await client.startTool("t", {}, { bigIntegers: true });
    assert.deepEqual((await running.result()).structuredContent, { n: big });
  });
}

for (const revision of eras) {
  test(`a call that is given up cancels the task that it became: ${revision}`, async () => {
    const task = {
      taskId: "1",
      status: "working",
      pollIntervalMs: 10,
      pollInterval: 10,
      ttl: null,
    };
    const { client, count } = await scripted(
      revision,
      ({ method }) => {
        if (method === "tools/list") {
          const execution = { taskSupport: "required" };
          return { tools: [{ name: "t", inputSchema: { type: "object" }, execution }] };
        }
        if (method !== "tools/call") return task;
        return revision === "2026-07-28" ? { ...task, resultType: "task" } : { task };
      },
      { extensions: { [tasksExtension]: {} } },
    );
    const abort = new AbortController();
    const call = client.callTool("t", {}, { signal: abort.signal });
    await eventually(() => count("tasks/get") > 0);
    abort.abort(new Error("enough"));
    await assert.rejects(call, /enough/);
    await eventually(() => count("tasks/cancel") === 1);
    await assert.rejects(client.callTool("t", {}, { maxMs: 40 }), McpTimeoutError);
    await eventually(() => count("tasks/cancel") === 2);
    const running = await client.startTool("t");
    await assert.rejects(running.result({ maxMs: 40 }), McpTimeoutError);
    await settle();
    assert.equal(count("tasks/cancel"), 2, "a task that was asked for goes on");
    await client.close();
  });
}

test("a tool that must run as a task can be called like any other: 2025-11-25", async () => {
  await using client = await connected(taskServer(), "2025-11-25");
  assert.deepEqual((await client.callTool("must")).content, [{ type: "text", text: "must" }]);
});

test("a client that declares the extension follows tasks by itself", async () => {
  await using client = await connected(taskServer(), "2026-07-28", {
    ...named,
    extensions: { [tasksExtension]: {} },
  });
  assert.deepEqual((await client.callTool("must")).content, [{ type: "text", text: "must" }]);
  assert.deepEqual((await client.callTool("ask")).content, [{ type: "text", text: "accept Otto" }]);
});

test("a client that does not declare the extension takes a task only where the tool needs it", async () => {
  await using client = await connected(taskServer(), "2026-07-28");
  assert.deepEqual((await client.callTool("quick")).content, [{ type: "text", text: "quick" }]);
  // The server refuses such a call, so it is repeated with the extension; no list of tools says so before.
  assert.deepEqual((await client.callTool("must")).content, [{ type: "text", text: "must" }]);
  const odd = await scripted("2026-07-28", ({ method }) =>
    method === "tools/list"
      ? { tools: [] }
      : { resultType: "task", taskId: "1", status: "working" },
  );
  await assert.rejects(odd.client.callTool("t"), McpAnswerError);
});

test("tasks are listed where servers can list them", async () => {
  const { client } = await scripted("2025-11-25", ({ params }) =>
    params["cursor"] === "2"
      ? { tasks: [{ taskId: "b", status: "completed", ttl: null }] }
      : { tasks: [{ taskId: "a", status: "working", ttl: 5 }], nextCursor: "2" },
  );
  assert.deepEqual(await client.listTasks(), [
    { taskId: "a", status: "working", ttlMs: 5 },
    { taskId: "b", status: "completed", ttlMs: null },
  ]);
  await using modern = await connected(taskServer(), "2026-07-28");
  await assert.rejects(modern.listTasks(), McpClientError);
});

test("a notification of a task is as good as the next poll", async () => {
  let status = "working";
  const { client, notify, count } = await scripted("2026-07-28", ({ method }: ScriptedRequest) => {
    const task = { taskId: "1", status, pollIntervalMs: 60_000 };
    return method === "tools/call"
      ? { ...task, resultType: "task" }
      : { ...task, ...(status === "completed" && { result: { content: [] } }) };
  });
  const running = await client.startTool("t");
  const result = running.result();
  await settle();
  status = "completed";
  notify("notifications/tasks", { taskId: "other", status });
  await settle();
  assert.equal(count("tasks/get"), 1);
  notify("notifications/tasks", { taskId: "1", status });
  assert.deepEqual((await result).content, []);
});

test("a malformed task is an error with the place", async () => {
  const { client } = await scripted("2026-07-28", ({ method }) =>
    method === "tools/list" ? { tools: [] } : { resultType: "task", taskId: 1, status: "working" },
  );
  await assert.rejects(client.startTool("t"), (error) => {
    assert.ok(error instanceof McpAnswerError);
    assert.match(error.message, /tools\/call wrongly: result\.taskId must be a string/);
    return true;
  });
});

test("a handler that fails ends the wait, and the question is not answered", async () => {
  const { client, count } = await scripted(
    "2026-07-28",
    ({ method }) => ({
      taskId: "1",
      status: "input_required",
      pollIntervalMs: 10,
      ...(method === "tools/call" && { resultType: "task" }),
      inputRequests: { a: { method: "roots/list" } },
    }),
    {
      roots: () => {
        throw new Error("no roots today");
      },
    },
  );
  const running = await client.startTool("t");
  await assert.rejects(running.result(), /no roots today/);
  assert.equal(count("tasks/update"), 0);
});
