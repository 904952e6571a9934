import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SharedTimer } from "../../../runtime/net/shared-timer.js";

interface Limit {
  readonly ms: number;
  readonly dueAt: number;
}

/** Times, in milliseconds from now, and those that the timer has ended. */
class Limits {
  readonly ended: number[] = [];
  readonly #start: number = performance.now();
  readonly #waiting = new Set<Limit>();
  readonly #timer: SharedTimer<Limit> = new SharedTimer(
    () => [...this.#waiting],
    (limit) => {
      this.#waiting.delete(limit);
      this.ended.push(limit.ms);
    },
  );

  add(ms: number): void {
    const limit = { ms, dueAt: this.#start + ms };
    this.#waiting.add(limit);
    this.#timer.fireBy(limit.dueAt);
  }
}

test("one timer ends each in its time, whichever was added first", async () => {
  const limits = new Limits();
  limits.add(60);
  limits.add(10);
  limits.add(30);
  limits.add(Infinity);
  await pause(20);
  assert.deepEqual(limits.ended, [10]);
  await pause(80);
  assert.deepEqual(limits.ended, [10, 30, 60]);
});

test("time limits hold after a test has replaced the clock and put it back", async () => {
  const limits = new Limits();
  mock.timers.enable({ apis: ["setTimeout"] });
  limits.add(5);
  mock.timers.reset();
  limits.add(10);
  await pause(40);
  assert.deepEqual(limits.ended, [5, 10]);
});
