/** Calls that are cancelled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operation, record, upstream } from "./support.js";

test("cancelling aborts the request and rejects with the reason", async (t) => {
  for (const method of ["POST", "GET"]) {
    const controller = new AbortController();
    let hungUp: () => void;
    const closed = new Promise<void>((resolve) => (hungUp = resolve));
    const { url } = await record(t, (_, response) => {
      response.on("close", hungUp);
      controller.abort(new Error("changed my mind"));
    });
    const body = { type: "application/json", fields: ["a"] };
    const call = upstream(url).call(
      operation({ method, body }),
      { a: 1 },
      { signal: controller.signal },
    );
    await assert.rejects(call, /changed my mind/);
    await closed;
  }
});

test("a call that is already cancelled is not sent", async (t) => {
  const { url, seen } = await record(t);
  const call = upstream(url).call(
    operation({}),
    {},
    { signal: AbortSignal.abort(new Error("too late")) },
  );
  await assert.rejects(call, /too late/);
  assert.equal(seen.length, 0);
});
