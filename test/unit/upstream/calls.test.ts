/** Requests of calls, and calls that send nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Api } from "../../../runtime/contract/api.js";
import { operation, record, reply, upstream } from "./support.js";

test("a call puts everything in its place, byte for byte", async (t) => {
  const { url, seen } = await record(t, reply(200, "application/json", "{}"));
  const put = operation({
    method: "PUT",
    path: "/shelves/{id}/it's",
    params: [
      { in: "path", name: "id", arg: "path_id" },
      { in: "query", name: "tags", explode: false },
      { in: "query", name: "filter", style: "deepObject", explode: true },
      { in: "header", name: "X-Trace" },
      { in: "cookie", name: "theme" },
    ],
    body: { type: "application/json; note='q'", fields: [["body_id", "id"], "label"] },
    accept: "application/json",
  });
  const args = {
    path_id: "../../admin?#%",
    tags: ["red", "a,b"],
    filter: { owner: "x&y" },
    "X-Trace": [1, 2],
    theme: "dark",
    body_id: "b1",
    label: "L\u2028é",
  };
  await upstream(url + "/api/").call(put, args);
  assert.equal(seen.length, 1);
  const [one] = seen;
  assert.equal(one!.method, "PUT");
  assert.equal(
    one!.target,
    "/api/shelves/..%2F..%2Fadmin%3F%23%25/it's?tags=red,a%2Cb&filter%5Bowner%5D=x%26y",
  );
  assert.equal(one!.headers["x-trace"], "1,2");
  assert.equal(one!.headers["cookie"], "theme=dark");
  assert.equal(one!.headers["content-type"], "application/json; note='q'");
  assert.equal(one!.headers["accept"], "application/json");
  assert.equal(one!.body, JSON.stringify({ id: "b1", label: "L\u2028é" }));
});

test("a call without arguments sends none", async (t) => {
  const { url, seen } = await record(t);
  const body = { type: "application/json", fields: ["note"] };
  await upstream(url).call(operation({ method: "POST", body }), {});
  assert.equal(seen[0]!.target, "/x");
  assert.equal(seen[0]!.body, "");
  assert.equal(seen[0]!.headers["content-type"], undefined);
});

test("a GET with a body is sent with its body", async (t) => {
  const { url, seen } = await record(t, reply(200, "application/json", '{"a":[1]}'));
  const search = operation({ path: "/search", body: { type: "application/json", fields: ["q"] } });
  const answer = await upstream(url).call(search, { q: "é" });
  assert.deepEqual(answer, { kind: "json", status: 200, value: { a: [1] } });
  assert.equal(seen[0]!.method, "GET");
  assert.equal(seen[0]!.body, '{"q":"é"}');
  assert.equal(seen[0]!.headers["content-type"], "application/json");
});

test("headers of the options win; arguments can't set HTTP's own headers", async (t) => {
  const { url, seen } = await record(t);
  const params = [
    { in: "header", name: "X-A" },
    { in: "header", name: "Host" },
  ] as const;
  const options = { headers: { "x-a": "fixed", "User-Agent": "shop" } };
  await upstream(url, options).call(operation({ params }), { "X-A": "arg", Host: "evil" });
  assert.equal(seen[0]!.headers["x-a"], "fixed");
  assert.equal(seen[0]!.headers["user-agent"], "shop");
  assert.equal(seen[0]!.headers.host, url.slice("http://".length));
});

const refusedCalls: [string, Record<string, unknown>][] = [
  ["a path of dots", { id: ".." }],
  ["no path value", {}],
  ["a header with a line break", { id: "1", h: "a\r\nb" }],
];

for (const [name, args] of refusedCalls) {
  test(`nothing is sent for ${name}, mocked or not`, async (t) => {
    const { url, seen } = await record(t);
    const params = [
      { in: "path", name: "id" },
      { in: "header", name: "h" },
    ] as const;
    const get = operation({ path: "/r/{id}", params });
    for (const mock of [false, true]) {
      await assert.rejects(upstream(url, { mock }).call(get, args), { name: "ToolError" });
    }
    assert.equal(seen.length, 0);
  });
}

test("nothing is sent without the credential", async (t) => {
  const { url, seen } = await record(t);
  const facts: Partial<Api> = {
    securitySchemes: { key: { type: "apiKey", in: "query", name: "k", env: "SHOP_KEY" } },
    security: [{ key: [] }],
  };
  await assert.rejects(upstream(url, {}, facts).call(operation({}), {}), /SHOP_KEY/);
  assert.equal(seen.length, 0);
  await upstream(url, { env: { SHOP_KEY: "a b" } }, facts).call(operation({}), {});
  assert.equal(seen[0]!.target, "/x?k=a%20b");
});

test("the fetch of the options is used", async () => {
  const calls: unknown[] = [];
  const fetch = (async (url, init) => {
    calls.push([url, init?.method, init?.body]);
    return Response.json({ ok: true });
  }) as typeof globalThis.fetch;
  const body = { type: "application/json", fields: ["a"] };
  const answer = await upstream("http://h", { fetch }).call(operation({ body }), { a: 1 });
  assert.deepEqual(answer, { kind: "json", status: 200, value: { ok: true } });
  assert.deepEqual(calls, [["http://h/x", "GET", '{"a":1}']]);
});

test("TRACE is sent without forwarded and configured headers, because its answer repeats them", async (t) => {
  const { url, seen } = await record(t);
  const up = upstream(url, { headers: { "X-Own": "secret" } });
  const forwarded = { "x-tenant": "secret" };
  await up.call(operation({ method: "TRACE" }), {}, { forwarded });
  await up.call(operation({ method: "OPTIONS" }), {}, { forwarded });
  const found = seen.map(({ headers }) => [headers["x-own"], headers["x-tenant"]]);
  assert.deepEqual(found, [
    [undefined, undefined],
    ["secret", "secret"],
  ]);
});
