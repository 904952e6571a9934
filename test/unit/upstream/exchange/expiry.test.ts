import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import {
  WithOwnTimers,
  WithSharedTimer,
  type Expiring,
} from "../../../../runtime/upstream/exchange/expiry.js";

for (const Expiry of [WithSharedTimer, WithOwnTimers]) {
  test(`${Expiry.name}: each ends in its time, unless it is removed before`, async () => {
    const expiry = new Expiry();
    const ended: number[] = [];
    const limits = [40, 10, 20, Infinity].map((ms): Expiring => {
      const dueAt = performance.now() + ms;
      const expire = (): void => void ended.push(ms);
      return { dueAt, expire, previous: undefined, next: undefined, list: undefined };
    });
    for (const limit of limits) expiry.add(limit);
    expiry.remove(limits[2]!);
    await pause(25);
    assert.deepEqual(ended, [10]);
    await pause(60);
    assert.deepEqual(ended, [10, 40]);
    for (const limit of limits) expiry.remove(limit);
  });
}
