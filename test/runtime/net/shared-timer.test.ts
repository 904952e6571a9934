import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SharedTimer } from "../../../runtime/net/shared-timer.js";

/** Times, in milliseconds from now, and those that the timer has ended. */
class Limits {
  readonly due: number[] = [];
  readonly ended: number[] = [];
  readonly #start: number = performance.now();
  readonly timer: SharedTimer = new SharedTimer((now) => {
    const isDue = (ms: number): boolean => this.#start + ms <= now;
    this.ended.push(...this.due.filter(isDue));
    this.due.splice(0, this.due.length, ...this.due.filter((ms) => !isDue(ms)));
    return this.#start + Math.min(...this.due);
  });

  add(ms: number): void {
    this.due.push(ms);
    this.timer.fireBy(this.#start + ms);
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
