/** Tokens: when they are requested, shared and replaced. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Upstream } from "../../../../runtime/upstream/upstream.js";
import { api, messageOf, operation } from "../support.js";
import { client, start, names } from "./oauth-fixtures.js";

test("client credentials: a token is requested once and sent with every call", async (t) => {
  const { call, tokens, shown, recorder } = await start(t);
  await call();
  await call();
  const grant = { grant_type: "client_credentials", scope: "read", resource: recorder.url };
  assert.deepEqual(tokens.asked, [{ ...grant, basic: "my-client:s3cret-of-client" }]);
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-1"]);
});

test("concurrent calls share one token request", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.delayMs = 30;
  await Promise.all(Array.from({ length: 20 }, () => call()));
  assert.equal(tokens.asked.length, 1);
  assert.deepEqual(new Set(shown()), new Set(["Bearer token-1"]));
});

test("each set of scopes has its own token; their order does not matter", async (t) => {
  const { call, tokens } = await start(t);
  await call(["read"]);
  await call(["write", "read"]);
  await call(["read", "write"]);
  await call([]);
  assert.deepEqual(
    tokens.asked.map(({ scope }) => scope),
    ["read", "read write", undefined],
  );
});

test("a token is replaced before it expires", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.expiresIn = 3600;
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await call();
  t.mock.timers.setTime(1_000_000 + 3_500_000);
  await call();
  t.mock.timers.setTime(1_000_000 + 3_580_000);
  await call();
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
});

test("a token with a lifetime of one second is used that long", async (t) => {
  const { call, tokens } = await start(t);
  tokens.expiresIn = 1;
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  await call();
  t.mock.timers.setTime(1_000_800);
  await call();
  assert.equal(tokens.asked.length, 1);
});

test("401: the call is sent once more with a fresh token", async (t) => {
  const { call, tokens, shown } = await start(t, {
    respond: ({ headers }, response) => {
      response.writeHead(headers.authorization === "Bearer token-1" ? 401 : 200).end("ok");
    },
  });
  await call();
  await call();
  assert.deepEqual(shown(), ["Bearer token-1", "Bearer token-2", "Bearer token-2"]);
  assert.equal(tokens.asked.length, 2);
});

test("401: concurrent calls replace a token once", async (t) => {
  const { call, tokens } = await start(t, {
    respond: ({ headers }, response) => {
      response.writeHead(headers.authorization === "Bearer token-1" ? 401 : 200).end("ok");
    },
  });
  await Promise.all(Array.from({ length: 10 }, () => call()));
  assert.equal(tokens.asked.length, 2);
});

test("401 for every token: one retry, and none for the next calls", async (t) => {
  const { call, tokens, recorder } = await start(t, {
    respond: (_, response) => response.writeHead(401).end("no"),
  });
  assert.match(await messageOf(() => call()), /answered 401/);
  assert.equal(recorder.seen.length, 2);
  assert.match(await messageOf(() => call()), /answered 401/);
  assert.equal(recorder.seen.length, 3);
  assert.equal(tokens.asked.length, 2);
});

test("401 with a configured token is not retried", async (t) => {
  const { call, tokens, recorder } = await start(t, {
    env: { ...client, S_OAUTH: "given" },
    respond: (_, response) => response.writeHead(401).end("no"),
  });
  assert.match(await messageOf(() => call()), /answered 401/);
  assert.equal(recorder.seen.length, 1);
  assert.deepEqual(tokens.asked, []);
});

test("403 requests no other token", async (t) => {
  const { call, tokens } = await start(t, {
    respond: (_, response) => response.writeHead(403).end("no"),
  });
  await messageOf(() => call());
  assert.equal(tokens.asked.length, 1);
});

test("a cancelled call stops waiting; the others get the token", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.delayMs = 50;
  const controller = new AbortController();
  const given = call(["read"], controller.signal);
  const other = call();
  setTimeout(() => controller.abort(new Error("changed my mind")), 10);
  await assert.rejects(given, /changed my mind/);
  await other;
  assert.equal(tokens.asked.length, 1);
  assert.deepEqual(shown(), ["Bearer token-1"]);
});

test("a failure rejects all waiting calls, and the next call tries again", async (t) => {
  const { call, tokens } = await start(t);
  tokens.next = [{ status: 503, body: "" }];
  const first = await Promise.all([1, 2].map(() => messageOf(() => call())));
  for (const message of first) assert.match(message, /status 503/);
  assert.equal(await messageOf(() => call()), "");
});

test("the client secret is sent in the body only if the server requires it", async (t) => {
  const { call, tokens } = await start(t);
  tokens.secretIn = "body";
  await call();
  await call(["write"]);
  assert.deepEqual(
    tokens.asked.map(({ basic, client_id, client_secret }) => [basic, client_id, client_secret]),
    [
      ["my-client:s3cret-of-client", undefined, undefined],
      [undefined, "my-client", "s3cret-of-client"],
      [undefined, "my-client", "s3cret-of-client"],
    ],
  );
});

test("an ID token is ignored", async (t) => {
  const { call, tokens, shown } = await start(t);
  tokens.next = [{ body: { access_token: "a", token_type: "Bearer", id_token: "no JWT" } }];
  await call();
  assert.deepEqual(shown(), ["Bearer a"]);
});

test("a call waits for a token within its time limit; the next call uses the token", async (t) => {
  const { call, tokens, shown } = await start(t, { options: { timeoutMs: 100 } });
  tokens.delayMs = 300;
  const late = /No answer from the authorization server within 100 ms/;
  assert.match(await messageOf(() => call()), late);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await call();
  assert.equal(tokens.asked.length, 1);
  assert.deepEqual(shown(), ["Bearer token-1"]);
});

test("a token beside a key, another alternative, and none at all", async (t) => {
  const { tokens, recorder } = await start(t);
  const { url } = tokens;
  const facts = api({
    servers: [{ url: recorder.url }],
    securitySchemes: {
      oauth: { ...names, flows: { clientCredentials: { tokenUrl: `${url}/token` } } },
      key: { type: "apiKey", in: "query", name: "key", env: "S_KEY" },
    },
  });
  const rows: [env: Record<string, string>, security: Record<string, string[]>[]][] = [
    [{ ...client, S_KEY: "k" }, [{ oauth: [], key: [] }]],
    [{ S_KEY: "k" }, [{ oauth: [] }, { key: [] }]],
    [{}, [{ oauth: [] }, {}]],
  ];
  for (const [env, security] of rows) {
    await new Upstream(facts, { env }).call(operation({}, { security }), {});
  }
  assert.deepEqual(
    recorder.seen.map(({ target, headers }) => [target, headers.authorization]),
    [
      ["/x?key=k", "Bearer token-1"],
      ["/x?key=k", undefined],
      ["/x", undefined],
    ],
  );
});
