import assert from "node:assert/strict";
import { test } from "node:test";
import { Cancellable, signalOf } from "../../../runtime/protocol/cancellable.js";

test("a cancellation is told to listeners once, with its reason", () => {
  const work = new Cancellable();
  const told: unknown[] = [];
  const gone = (): void => void told.push("gone");
  work.addEventListener("abort", () => told.push(work.reason));
  work.addEventListener("abort", gone);
  work.removeEventListener("abort", gone);
  assert.equal(work.aborted, false);
  work.throwIfAborted();
  work.abort("first");
  work.abort("second");
  assert.deepEqual(told, ["first"]);
  assert.equal(work.reason, "first");
  assert.throws(
    () => work.throwIfAborted(),
    (error) => error === "first",
  );
});

test("a signal follows the work, made before or after its cancellation", () => {
  const work = new Cancellable();
  const before = work.signal;
  assert.equal(before.aborted, false);
  work.abort("enough");
  assert.equal(before.reason, "enough");
  const late = new Cancellable();
  late.abort("over");
  assert.equal(late.signal.reason, "over");
});

test("a real signal is taken as it is", () => {
  const { signal } = new AbortController();
  assert.equal(signalOf(signal), signal);
  const work = new Cancellable();
  assert.equal(signalOf(work), work.signal);
});
