import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterArrivals } from "../../../runtime/net/arrivals.js";

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
      if (each === "bad") throw new Error(each);
      taken.push(each);
    });
  }
  assert.throws(() => turns.shift()?.(), /bad/);
  turns.shift()?.();
  assert.deepEqual(taken, ["a", "b", "c"]);
  assert.equal(turns.length, 0);
});
