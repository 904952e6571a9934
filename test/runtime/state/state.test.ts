import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryState } from "../../../runtime/index.js";
import { ExpiringMap } from "../../../runtime/state/memory/expiring-map.js";
import { MemoryTasks } from "../../../runtime/state/memory/tasks.js";
import { eventually } from "../../support/eventually.js";
import { stateContract } from "../../support/state/state-contract.js";

stateContract("in memory", async (events) => memoryState(events ? { events } : {}), false);

test("expired values are removed even if they are not read", async () => {
  let left = 0;
  const map = new ExpiringMap<string>({ limit: 100, sweepMs: 10, left: () => (left += 1) });
  map.set("a", "1", 1);
  map.set("b", "1", 1);
  map.set("c", "1");
  await eventually(() => assert.equal(map.size, 1));
  assert.equal(left, 2);
  map.clear();
});

test("too many sessions: the one that was silent longest is forgotten", async () => {
  const { sessions, close } = memoryState({ maxSessions: 2 });
  await sessions.save("a", "1", 60_000);
  await sessions.save("b", "1", 60_000);
  await sessions.touch("a", 60_000);
  await sessions.save("c", "1", 60_000);
  assert.deepEqual(await Promise.all(["a", "b", "c"].map((id) => sessions.load(id))), [
    "1",
    undefined,
    "1",
  ]);
  await close();
});

test("too many events in all: the session that was silent longest loses its oldest", async () => {
  const { events, close } = memoryState({ events: { bytesInAll: 5000 } });
  const old = [await events.append("a", "s", "x"), await events.append("a", "s", "x")];
  for (let index = 0; index < 5; index += 1) await events.append("b", "s", "x".repeat(500));
  const recent = await events.append("a", "s", "x".repeat(1500));
  assert.equal((await events.after("a", old[0] ?? ""))?.events.length, 2);
  await events.append("c", "s", "x".repeat(4800));
  assert.equal(await events.after("a", old[1] ?? ""), undefined);
  assert.equal(await events.after("a", recent), undefined);
  const huge = await events.append("d", "s", "x".repeat(9000));
  assert.ok(await events.after("d", huge));
  await events.delete("d");
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) => events.append(`e${index}`, "s", "x".repeat(100))),
  );
  for (const [index, id] of ids.entries()) assert.ok(await events.after(`e${index}`, id));
  await close();
});

test("lists of tasks don't grow with tasks that are gone", async () => {
  const tasks = new MemoryTasks(10);
  for (let index = 0; index < 5000; index += 1) {
    await tasks.save(`t${index}`, "task");
    await tasks.own(`owner ${index % 100}`, `t${index}`);
  }
  assert.deepEqual(await tasks.list("owner 0", undefined, 100), []);
  assert.deepEqual(await tasks.list("owner 99", undefined, 100), ["t4999"]);
  // The position of an evicted task is unknown.
  assert.deepEqual(await tasks.list("owner 99", "t99", 100), []);
  tasks.close();
});

test("tasks are bounded by their size, and who has the largest loses its oldest", async () => {
  const tasks = new MemoryTasks(100_000);
  await tasks.save("small", "working", undefined, "user:ann");
  // One text, of which the process keeps one copy.
  const large = "x".repeat(1024 * 1024);
  for (let index = 0; index < 300; index += 1) {
    await tasks.save(`t${index}`, "working", undefined, "user:eve");
    await tasks.replace(`t${index}`, "working", large);
  }
  assert.equal(await tasks.load("t0"), undefined);
  assert.equal(await tasks.load("t299"), large);
  assert.equal(await tasks.load("small"), "working");
  let kept = 0;
  for (let index = 0; index < 300; index += 1) if (await tasks.load(`t${index}`)) kept += 1;
  assert.equal(kept, 255);
  tasks.close();
});

test("limits that leave no room are refused", () => {
  assert.throws(() => memoryState({ maxSessions: 0 }), RangeError);
  assert.throws(() => memoryState({ maxTasks: Number.NaN }), RangeError);
  assert.throws(() => memoryState({ events: { perStream: 0 } }), /events\.perStream/);
});

test("a state in memory keeps no process alive", async () => {
  // The test runner would wait for a timer without unref.
  const { sessions } = memoryState();
  await sessions.save("a", "1", 60_000);
  const timers = process.getActiveResourcesInfo().filter((each) => each === "Timeout");
  assert.deepEqual(timers, []);
});
