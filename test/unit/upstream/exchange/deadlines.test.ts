import assert from "node:assert/strict";
import { test } from "node:test";
import { withinDeadline } from "../../../../runtime/upstream/exchange/deadline.js";

/** Work that ends when it is stopped, or after `ms`. */
function work(timeoutMs: number, ms?: number): Promise<string> {
  return withinDeadline(timeoutMs, undefined, "a.example", (deadline) =>
    ms === undefined
      ? new Promise((_, reject) => deadline.onStop((reason) => reject(reason as Error)))
      : deadline.pause(ms).then(() => "done"),
  );
}

test("calls with the same time limit each have all of it", async () => {
  const late = [work(60)];
  await new Promise((resolve) => setTimeout(resolve, 30));
  const start = performance.now();
  late.push(work(60));
  const quick = work(60, 1);
  assert.equal(await quick, "done");
  for (const each of late) await assert.rejects(each, /No answer from a\.example within 60 ms/);
  assert.ok(performance.now() - start >= 59);
});

test("a time limit holds after others with the same length have ended", async () => {
  assert.equal(await work(40, 1), "done");
  await new Promise((resolve) => setTimeout(resolve, 20));
  const keepsProcess = setInterval(() => {}, 1_000);
  await assert.rejects(work(40), /within 40 ms/);
  clearInterval(keepsProcess);
});
