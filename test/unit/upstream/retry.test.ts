import assert from "node:assert/strict";
import { test } from "node:test";
import { redirectRule } from "../../../runtime/upstream/exchange/redirect-rule.js";
import { retryAfter } from "../../../runtime/net/retries.js";
import { retriesOf } from "../../../runtime/upstream/exchange/retry.js";
import { messageOf, operation, record, type Responder, upstream } from "./support.js";

/** Responds with each of these in turn, then with `{}`. */
function inTurn(...answers: [status: number, headers?: Record<string, string>][]): Responder {
  const rest = [...answers];
  return (_, response) => {
    const [status, headers = {}] = rest.shift() ?? [200];
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(status === 204 ? undefined : "{}");
  };
}

test("a call that may be repeated is retried after the API's Retry-After", async (t) => {
  const busy = [503, { "retry-after": "0" }] as [number, Record<string, string>];
  const rows: [what: string, facts: Parameters<typeof operation>, sent: number, fails: boolean][] =
    [
      ["GET", [{}], 3, false],
      ["PUT", [{ method: "PUT" }], 3, false],
      ["QUERY", [{ method: "QUERY" }], 3, false],
      ["POST", [{ method: "POST" }], 1, true],
      ["PATCH", [{ method: "PATCH" }], 1, true],
      ["a GET that may not", [{}, { retries: 0 }], 1, true],
      ["a GET that may once", [{}, { retries: 1 }], 2, true],
      ["a POST that may", [{ method: "POST" }, { retries: 2 }], 3, false],
      [
        "a POST that is idempotent",
        [
          { method: "POST" },
          { expose: { as: "tool", name: "x", annotations: { idempotentHint: true } } },
        ],
        3,
        false,
      ],
      [
        "a PUT that is not",
        [
          { method: "PUT" },
          { expose: { as: "tool", name: "x", annotations: { idempotentHint: false } } },
        ],
        1,
        true,
      ],
    ];
  for (const [what, facts, sent, fails] of rows) {
    const { url, seen } = await record(t, inTurn(busy, busy));
    const message = await messageOf(() => upstream(url).call(operation(...facts), {}));
    assert.equal(seen.length, sent, what);
    assert.equal(message !== "", fails, what);
  }
});

test("429 is retried, other errors are not", async (t) => {
  const { url, seen } = await record(t, inTurn([429, { "retry-after": "0" }], [500]));
  assert.match(await messageOf(() => upstream(url).call(operation({}), {})), /answered 500/);
  assert.equal(seen.length, 2);
});

test("a body is sent again as it was", async (t) => {
  const { url, seen } = await record(t, inTurn([503, { "retry-after": "0" }]));
  const put = operation({ method: "PUT", body: { type: "application/json", arg: "body" } });
  await upstream(url).call(put, { body: { a: "é" } });
  assert.deepEqual(
    seen.map((one) => one.body),
    ['{"a":"é"}', '{"a":"é"}'],
  );
});

test("a wait beyond the call's time is reported instead", async (t) => {
  const { url, seen } = await record(t, inTurn([429, { "retry-after": "120" }]));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(message, /429[\s\S]*asks to wait 120 s/);
  assert.equal(seen.length, 1);
});

test("the wait is reported as progress, and ends when the call is cancelled", async (t) => {
  const { url, seen } = await record(t, inTurn([503, { "retry-after": "20" }]));
  const controller = new AbortController();
  const messages: string[] = [];
  const call = upstream(url).call(
    operation({}),
    {},
    {
      signal: controller.signal,
      onProgress: (message) => {
        messages.push(message);
        controller.abort(new Error("enough"));
      },
    },
  );
  await assert.rejects(call, /enough/);
  assert.match(messages[0] ?? "", /^127\.0\.0\.1:\d+ answered 503; retrying in 2\d s\.$/);
  assert.equal(seen.length, 1);
});

test("a broken connection is retried once if the call may be repeated", async (t) => {
  for (const [method, calls] of [
    ["GET", 2],
    ["POST", 1],
  ] as const) {
    const { url, seen } = await record(t, (_, response) => void response.socket?.destroy());
    await messageOf(() => upstream(url).call(operation({ method }), {}));
    assert.equal(seen.length, calls, method);
  }
});

test("Retry-After is read as seconds or a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const read = (value: string) => retryAfter(value, now);
  assert.equal(read("3"), 3000);
  assert.equal(read("0"), 0);
  assert.equal(read("Thu, 01 Jan 2026 00:00:05 GMT"), 5000);
  assert.equal(read("Wed, 31 Dec 2025 00:00:00 GMT"), 0);
  for (const wrong of ["", "soon", "-1", "99999999999", "2026-01-01"])
    assert.equal(read(wrong), undefined);
  assert.equal(retryAfter(null), undefined);
});

test("a server's option sets the retries of all operations", () => {
  assert.equal(retriesOf(operation({}), 5), 5);
  assert.equal(retriesOf(operation({ method: "POST" }), 5), 0);
});

test("redirects lead only to listed other origins, without credentials", async (t) => {
  const other = await record(t, inTurn());
  const { url, seen } = await record(t, (one, response) => {
    const status = one.method === "POST" ? 307 : 302;
    response.writeHead(status, { location: `${other.url}/file?sig=1#part` });
    response.end();
  });
  const keys = { headers: { authorization: "Bearer t0ken-value", "x-key": "k" } };
  const get = operation({
    params: [
      { in: "header", name: "X-Tenant" },
      { in: "cookie", name: "sid" },
    ],
  });
  const args = { "X-Tenant": "a", sid: "1" };
  const refused = await messageOf(() => upstream(url, keys).call(get, args));
  assert.match(refused, new RegExp(`--follow-redirects ${new URL(other.url).host}`));
  assert.equal(other.seen.length, 0);

  const options = { ...keys, followRedirects: [other.url] };
  await upstream(url, options).call(get, args);
  const [first] = other.seen;
  assert.equal(first?.target, "/file?sig=1");
  for (const name of ["authorization", "x-key", "x-tenant", "cookie"]) {
    assert.equal(first?.headers[name], undefined, name);
  }
  const post = operation({ method: "POST", body: { type: "application/json", arg: "body" } });
  await upstream(url, options).call(post, { body: { a: 1 } });
  assert.equal(other.seen[1]?.method, "POST");
  assert.equal(other.seen[1]?.body, '{"a":1}');
  assert.equal(other.seen[1]?.headers["content-type"], "application/json");
  assert.equal(seen.length, 3);
});

test("credentials are not sent again after a redirect via another origin", async (t) => {
  let home = "";
  const other = await record(t, (_, response) => {
    response.writeHead(302, { location: `${home}/back` });
    response.end();
  });
  const { url, seen } = await record(t, (one, response) => {
    if (one.target === "/back") response.end("done");
    else {
      response.writeHead(302, { location: other.url });
      response.end();
    }
  });
  home = url;
  const options = { headers: { authorization: "Bearer t" }, followRedirects: [other.url] };
  await upstream(url, options).call(operation({}), {});
  assert.equal(seen[0]?.headers["authorization"], "Bearer t");
  assert.equal(seen[1]?.target, "/back");
  assert.equal(seen[1]?.headers["authorization"], undefined);
});

test("a list of origins is parsed strictly", () => {
  const allows = (list: string[], url: string) => redirectRule(list)?.(new URL(url)) ?? false;
  assert.equal(allows([], "https://a.example/"), false);
  assert.equal(allows(["a.example"], "https://a.example/x"), true);
  assert.equal(allows(["A.Example"], "https://a.example/x"), true);
  assert.equal(allows(["a.example"], "http://a.example/x"), false);
  assert.equal(allows(["a.example"], "https://a.example:8443/x"), false);
  assert.equal(allows(["a.example"], "https://b.a.example/"), false);
  assert.equal(allows(["*.a.example"], "https://b.a.example/"), true);
  assert.equal(allows(["*.a.example"], "https://a.example/"), false);
  assert.equal(allows(["*.a.example"], "https://eviла.example/"), false);
  assert.equal(allows(["http://127.0.0.1:80"], "http://127.0.0.1/"), true);
  for (const wrong of ["", "*", "a b", "https://a/path", "ftp://a", "user@a", "*.*.a"]) {
    assert.throws(() => redirectRule([wrong]), TypeError, wrong);
  }
});
