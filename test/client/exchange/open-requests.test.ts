import assert from "node:assert/strict";
import { test } from "node:test";
import { OpenRequest } from "../../../runtime/client/exchange/open-request.js";
import { OpenRequests } from "../../../runtime/client/exchange/open-requests.js";

test("open requests are found by their ids alone", () => {
  const open = new OpenRequests();
  const request = add(open);
  assert.equal(open.get(request.sent.id), request);
  for (const other of [
    2,
    65,
    -63,
    "1",
    undefined,
    null,
    { toString: 1, valueOf: 1 },
    Number.NaN,
    1.5,
  ]) {
    assert.equal(open.get(other), undefined);
  }
  assert.equal(open.take(2), undefined);
  assert.equal(open.take(request.sent.id), request);
  assert.equal(open.take(request.sent.id), undefined);
  assert.equal(open.size, 0);
});

test("ids differ, however long a request stays open", () => {
  const open = new OpenRequests();
  const listener = add(open);
  const ids = new Set([listener.sent.id]);
  for (let count = 1; count < 1_000; count += 1) {
    const request = add(open);
    ids.add(request.sent.id);
    assert.equal(open.take(request.sent.id), request);
  }
  assert.equal(ids.size, 1_000);
  assert.deepEqual(open.all(), [listener]);
});

test("thousands of requests may be open at once", () => {
  const open = new OpenRequests();
  const requests = Array.from({ length: 5_000 }, () => add(open));
  assert.equal(open.size, 5_000);
  for (const request of requests) assert.equal(open.take(request.sent.id), request);
  assert.deepEqual(open.all(), []);
});

function add(open: OpenRequests): OpenRequest {
  const sent = {
    id: open.nextId(),
    method: "ping",
    params: {},
    text: "",
    revision: "2025-11-25",
  } as const;
  const times = { now: 0, timeoutMs: 1, maxMs: 1 };
  const nothing = (): void => {};
  const request = new OpenRequest(sent, {}, times, undefined, nothing, nothing);
  open.add(request);
  return request;
}
