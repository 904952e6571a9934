/** Parts of tasks that whole servers can't show: failing stores, and concurrent changes of one task. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryState, serveTransport, type State, type TaskStore } from "../../../runtime/index.js";
import { ResultWriter } from "../../../runtime/protocol/codec/codec-writer.js";
import { parseExact } from "../../../runtime/protocol/keep-integers.js";
import { Log } from "../../../runtime/protocol/log.js";
import { detailedTask } from "../../../runtime/server/tasks/encoding.js";
import { WorkerLimit } from "../../../runtime/server/tasks/worker-limit.js";
import { TaskRepository } from "../../../runtime/server/tasks/repository.js";
import { taskSettings } from "../../../runtime/server/tasks/settings.js";
import { changedTask, type TaskRecord } from "../../../runtime/server/tasks/record.js";
import { grantedTtl } from "../../../runtime/server/tasks/request.js";
import { wireMemory } from "../../support/wire/channels.js";
import { eventually } from "../../support/eventually.js";
import { taskCapabilities, taskServer } from "../../support/servers/task-server.js";

const quiet = new Log(() => {});

function newTask(id: string): TaskRecord {
  const now = new Date().toISOString();
  return {
    id,
    status: "working",
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: 60_000,
    pollIntervalMs: 1_000,
  };
}

test("no change of a task is lost when many change it at once", async () => {
  const state = memoryState();
  const repository = new TaskRepository(state, quiet);
  await repository.create(newTask("a"));
  const heard: (string | undefined)[] = [];
  const stop = repository.follow("a", (record) => heard.push(record?.statusMessage));
  const add = (letter: string) =>
    repository.change("a", (record) =>
      changedTask(record, { statusMessage: (record.statusMessage ?? "") + letter }),
    );
  await Promise.all("abcdefghij".split("").map(add));
  const message = (await repository.load("a"))?.statusMessage ?? "";
  assert.deepEqual(message.split("").sort().join(""), "abcdefghij");
  await eventually(() => assert.equal(heard.at(-1), message));
  stop();
  await state.close();
});

test("a stored result keeps the digits of its large integers", async () => {
  const state = memoryState();
  const repository = new TaskRepository(state, quiet);
  const structuredContent = parseExact('{"id":9007199254740993}');
  const result = { content: [], structuredContent };
  await repository.create({ ...newTask("a"), status: "completed", result });
  const found = await repository.load("a");
  assert.ok(found, "the task is stored");
  const results = new ResultWriter({ name: "a", version: "1" });
  const written = [detailedTask(found), found.result as never].map((each) =>
    results.write(each, "2026-07-28"),
  );
  for (const text of written) {
    assert.ok(text.includes('"structuredContent":{"id":9007199254740993}'), text);
  }
  await state.close();
});

test("followers of a task are notified when it is gone", async () => {
  const state = memoryState();
  const repository = new TaskRepository(state, quiet);
  await repository.create(newTask("a"));
  const heard: unknown[] = [];
  const stop = repository.follow("a", (record) => heard.push(record?.status));
  await eventually(() => assert.deepEqual(heard, ["working"]));
  await state.tasks.delete("a");
  state.bus.publish("task:a", "changed");
  await eventually(() => assert.deepEqual(heard, ["working", undefined]));
  stop();
  await state.close();
});

test("a result is not lost when the store fails for a moment", async () => {
  const memory = memoryState();
  let failures = 2;
  const tasks: TaskStore = new Proxy(memory.tasks, {
    get(store, name: keyof TaskStore) {
      if (name === "replace" && failures-- > 0) return () => Promise.reject(new Error("away"));
      return store[name].bind(store);
    },
  });
  const state: State = { ...memory, tasks };
  const { server } = taskServer({ state });
  const client = await wireMemory((transport) => serveTransport(server, transport), {
    revision: "2026-07-28",
    capabilities: taskCapabilities,
  });
  const { result = {} } = await client.request("tools/call", { name: "quick" });
  const { taskId } = result as { taskId: string };
  await eventually(async () => {
    const task = await client.request("tasks/get", { taskId });
    assert.equal(task.result?.["status"], "completed");
  });
  assert.ok(failures < 0);
  await client.close();
  await server.close();
  await memory.close();
});

test("one owner can't take all the room there is for tasks", () => {
  const running = new WorkerLimit({ maxRunning: 3, maxRunningPerOwner: 1 });
  const leave = running.enter("user:ann");
  assert.throws(() => running.enter("user:ann"), { code: -32603 });
  running.enter("user:bob");
  running.enter(undefined);
  assert.throws(() => running.enter(undefined), { code: -32603 });
  leave();
  leave();
  running.enter("user:ann");
  assert.throws(() => running.enter(undefined), { code: -32603 });
});

test("settings of tasks are checked, and what clients want is held to them", () => {
  assert.throws(() => taskSettings({ maxRunning: 0 }), RangeError);
  assert.throws(() => taskSettings({ ttlMs: Number.NaN }), RangeError);
  // JSON has no number for it, so that a task of such a lifetime would be stored with none.
  assert.throws(() => taskSettings({ maxTtlMs: Infinity }), RangeError);
  const settings = taskSettings({ ttlMs: 10_000, maxTtlMs: 5 });
  assert.equal(settings.maxTtlMs, 10_000);
  const wanted: readonly [number | undefined, number][] = [
    [undefined, 10_000],
    [0, 1_000],
    [2_000.5, 2_001],
    [Infinity, 10_000],
  ];
  for (const [ttl, granted] of wanted) assert.equal(grantedTtl(ttl, settings), granted);
});
