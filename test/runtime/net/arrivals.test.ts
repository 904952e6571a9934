import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterArrivals, writeTogether } from "../../../runtime/net/arrivals.js";

/** Ends a row of turns with one arrival each. */
async function arriveInPairs(): Promise<void> {
  afterArrivals(() => {});
  afterArrivals(() => {});
  await nextTurn();
}

test("what has arrived is handed on in order once the turn is over", async () => {
  const taken: string[] = [];
  const add = (each: string): void => afterArrivals(() => taken.push(each));
  add("a");
  add("b");
  assert.deepEqual(taken, []);
  await nextTurn();
  assert.deepEqual(taken, ["a", "b"]);
  add("c");
  await nextTurn();
  assert.deepEqual(taken, ["a", "b", "c"]);
});

test("what arrives while others are handed on waits for the next turn", async () => {
  const taken: string[] = [];
  const add = (each: string): void =>
    afterArrivals(() => {
      taken.push(each);
      if (each === "a") add("c");
    });
  add("a");
  add("b");
  await nextTurn();
  assert.deepEqual(taken, ["a", "b"]);
  await nextTurn();
  assert.deepEqual(taken, ["a", "b", "c"]);
});

test("what follows one that throws is not lost", (t) => {
  // Node would report what a callback of a real turn throws as uncaught.
  const turns: (() => void)[] = [];
  t.mock.method(globalThis, "setImmediate", (callback: () => void) => turns.push(callback));
  const taken: string[] = [];
  for (const each of ["a", "bad", "b", "c"]) {
    afterArrivals(() => {
      writeTogether(() => taken.push(`answer to ${each}`));
      if (each === "bad") throw new Error(each);
      taken.push(each);
    });
  }
  assert.throws(() => turns.shift()?.(), /bad/);
  assert.deepEqual(taken, ["a", "answer to a", "answer to bad"]);
  turns.shift()?.();
  assert.deepEqual(taken.slice(3), ["b", "c", "answer to b", "answer to c"]);
  assert.equal(turns.length, 0);
});

test("answers are written when all that has arrived is taken, in order", async () => {
  const done: string[] = [];
  for (const each of ["a", "b"]) {
    afterArrivals(() => {
      done.push(`take ${each}`);
      writeTogether(() => done.push(`write ${each}`));
    });
  }
  await nextTurn();
  assert.deepEqual(done, ["take a", "take b", "write a", "write b"]);
  writeTogether(() => done.push("write c"));
  assert.equal(done.at(-1), "write c");
});

test("an answer waits for at most one that takes long", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const done: string[] = [];
  for (const [each, ms] of [
    ["a", 0.2],
    ["slow", 5],
    ["asynchronous", 5],
    ["b", 0.2],
    ["c", 0.2],
  ] as const) {
    afterArrivals(() => {
      now += ms;
      done.push(`take ${each}`);
      if (each !== "asynchronous") writeTogether(() => done.push(`write ${each}`));
    });
  }
  await nextTurn();
  assert.deepEqual(
    done.join(", "),
    "take a, take slow, write a, write slow, take asynchronous, take b, write b, take c, write c",
  );
});

test("what arrives alone for long is taken in the same turn, until others arrive with it", async () => {
  await arriveInPairs();
  const waits: boolean[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    let isTaken = false;
    afterArrivals(() => (isTaken = true));
    await Promise.resolve();
    await new Promise<void>((resolve) => process.nextTick(resolve));
    waits.push(!isTaken);
    await nextTurn();
  }
  assert.ok(waits.slice(0, 32).every(Boolean));
  assert.deepEqual(
    waits.flatMap((wait, turn) => (wait && turn >= 32 ? [turn] : [])),
    [32, 64, 96],
  );
  await arriveInPairs();
  let isTaken = false;
  afterArrivals(() => (isTaken = true));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  assert.ok(!isTaken);
});
