import assert from "node:assert/strict";
import { test } from "node:test";
import { messageOf, operation, record, type Responder, upstream } from "./support.js";

function counting(headers: Record<string, string> = {}, status = 200): Responder {
  let count = 0;
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ count: ++count }));
  };
}

const params = [{ in: "query", name: "q" }] as const;
const cached = operation({ params }, { cacheMs: 60_000 });

test("a cached answer is reused for the same call of the same caller", async (t) => {
  const { url, seen } = await record(t, counting());
  const up = upstream(url);
  const value = async (args: Record<string, unknown>, caller?: string) => {
    const answer = await up.call(cached, args, {
      caller,
      trace: { traceparent: `${Math.random()}` },
    });
    return answer.kind === "json" ? (answer.value as { count: number; mine?: true }) : undefined;
  };
  const first = await value({ q: "a" });
  first!.mine = true;
  assert.deepEqual(await value({ q: "a" }), { count: 1 });
  assert.deepEqual(await value({ q: "b" }), { count: 2 });
  assert.deepEqual(await value({ q: "a" }, "ann"), { count: 3 });
  assert.deepEqual(await value({ q: "a" }, "bob"), { count: 4 });
  assert.deepEqual(await value({ q: "a" }, "ann"), { count: 3 });
  assert.equal(seen.length, 4);
});

test("forwarded headers are part of the cache key", async (t) => {
  const { url, seen } = await record(t, counting());
  const up = upstream(url);
  for (const tenant of ["a", "b", "a"]) {
    await up.call(cached, {}, { forwarded: { "x-tenant": tenant } });
  }
  assert.equal(seen.length, 2);
});

test("uncacheable answers, failures and unsafe methods are not cached", async (t) => {
  const rows: [what: string, responder: Responder, facts: Parameters<typeof operation>][] = [
    ["no-store", counting({ "cache-control": "no-store" }), [{ params }, { cacheMs: 60_000 }]],
    ["no-cache", counting({ "cache-control": "no-cache" }), [{ params }, { cacheMs: 60_000 }]],
    ["vary by all", counting({ vary: "*" }), [{ params }, { cacheMs: 60_000 }]],
    ["a failure", counting({}, 404), [{ params }, { cacheMs: 60_000 }]],
    ["POST", counting(), [{ method: "POST" }, { cacheMs: 60_000 }]],
    ["no Cache-Control", counting(), [{ params }]],
    ["no time", counting(), [{ params }, { cacheMs: 0 }]],
  ];
  for (const [what, responder, facts] of rows) {
    const { url, seen } = await record(t, responder);
    const up = upstream(url);
    for (let i = 0; i < 2; i += 1) await messageOf(() => up.call(operation(...facts), {}));
    assert.equal(seen.length, 2, what);
  }
});

test("a cached answer expires", async (t) => {
  const { url, seen } = await record(t, counting());
  const up = upstream(url);
  const brief = operation({}, { cacheMs: 30 });
  await up.call(brief, {});
  await up.call(brief, {});
  await new Promise((resolve) => setTimeout(resolve, 60));
  await up.call(brief, {});
  assert.ok(seen.length >= 2);
});

test("the cache's memory is bounded", async (t) => {
  const { url, seen } = await record(t, (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.end("x".repeat(1_500_000));
  });
  const up = upstream(url);
  for (let i = 0; i < 30; i += 1) await up.call(cached, { q: String(i) });
  await up.call(cached, { q: "29" });
  assert.equal(seen.length, 30);
  await up.call(cached, { q: "0" });
  assert.equal(seen.length, 31);
});
