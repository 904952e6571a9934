import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenById } from "../../../runtime/session/open-by-id.js";

const request = (name: string | number): { readonly name: string | number } => ({ name });

test("open requests are found by their ids alone", () => {
  const open = new OpenById<ReturnType<typeof request>>();
  const first = request(1);
  open.add(1, first);
  assert.equal(open.get(1), first);
  const others = [2, 65, -63, 2 ** 32 + 1, "1", undefined, null, { valueOf: 1 }, Number.NaN, 1.5];
  for (const other of others) assert.equal(open.get(other), undefined, String(typeof other));
  assert.equal(open.take(2), undefined);
  assert.equal(open.take(1), first);
  assert.equal(open.take(1), undefined);
  assert.equal(open.get(0), undefined);
  assert.equal(open.size, 0);
});

test("any ids may be open at once: texts, fractions, and numbers whose places are the same", () => {
  const open = new OpenById<ReturnType<typeof request>>();
  const ids = ["a", "1", "", 0, 1, 1.5, -1, 64, 128, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 40)];
  const requests = ids.map((id) => {
    const added = request(id);
    open.add(id, added);
    return added;
  });
  assert.equal(open.size, ids.length);
  assert.deepEqual(new Set(open.all()), new Set(requests));
  for (const [place, id] of ids.entries()) assert.equal(open.get(id), requests[place], String(id));
  for (const [place, id] of ids.entries()) {
    assert.equal(open.take(id), requests[place], String(id));
    assert.equal(open.get(id), undefined);
  }
  assert.deepEqual(open.all(), []);
});

test("a request may stay open while thousands come and go", () => {
  const open = new OpenById<ReturnType<typeof request>>();
  const listener = request("listener");
  open.add(3, listener);
  for (let id = 4; id < 5_000; id += 1) {
    open.add(id, request(id));
    assert.equal(open.take(id)?.name, id);
  }
  assert.equal(open.take(3), listener);
});

test("thousands of requests may be open at once", () => {
  const open = new OpenById<ReturnType<typeof request>>();
  // As a client counts them, and as one with a step that makes their places the same.
  for (const step of [1, 4_096]) {
    const ids = Array.from({ length: 5_000 }, (_, place) => place * step);
    for (const id of ids) open.add(id, request(id));
    assert.equal(open.size, 5_000);
    for (const id of ids) assert.equal(open.take(id)?.name, id);
    assert.deepEqual(open.all(), []);
  }
});
