/** Messages of failed calls: error statuses, broken connections and timeouts. */
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { Answer } from "../../../runtime/upstream/response/answer.js";
import type { Api } from "../../../runtime/contract/api.js";
import { UpstreamError } from "../../../runtime/upstream/response/upstream-error.js";
import { messageOf, operation, record, reply, upstream } from "./support.js";

test("an error status becomes an error with status, reason and body", async (t) => {
  const { url } = await record(t, reply(422, "application/json", '{ "detail": ["nope"] }'));
  const post = operation({ method: "POST", path: "/pets/{id}" });
  await assert.rejects(upstream(url).call(post, { id: 1 }), (error: UpstreamError) => {
    assert.ok(error instanceof UpstreamError);
    assert.equal(error.status, 422);
    assert.equal(
      error.message,
      'POST /pets/{id} answered 422 Unprocessable Entity\n{"detail":["nope"]}',
    );
    const want: Answer = { kind: "json", status: 422, value: { detail: ["nope"] } };
    assert.deepEqual(error.answer, want);
    return true;
  });
});

test("title and detail of a problem come first", async (t) => {
  const body = '{"title":"Out of stock","detail":"No pets left.","status":409}';
  const { url } = await record(t, reply(409, "application/problem+json", body));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.equal(message, `GET /x answered 409 Conflict: Out of stock: No pets left.\n${body}`);
});

test("a long error body is shortened, and the message says by how much", async (t) => {
  const { url } = await record(t, reply(500, "text/plain", "x".repeat(20_000)));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.ok(message.length < 10_000);
  assert.match(message, /12000 more characters were cut/);
});

test("an endless error body is not read to its end", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(500, { "content-type": "text/plain" });
    const pour = () => {
      while (!response.destroyed && response.write("é".repeat(8192)));
      if (!response.destroyed) response.once("drain", pour);
    };
    pour();
  });
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(message, /^GET \/x answered 500 Internal Server Error\né+\n/);
  assert.match(message, /Only the first 65536 bytes were read/);
});

test("an error body that is nested too deeply is still an error", async (t) => {
  const body = "[".repeat(30_000) + "]".repeat(30_000);
  const { url } = await record(t, reply(500, "application/json", body));
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(message, /^GET \/x answered 500 .*\n/);
});

test("an error that echoes credentials does not show them", async (t) => {
  const facts: Partial<Api> = {
    securitySchemes: {
      basic: { type: "basic", usernameEnv: "S_USER", passwordEnv: "S_PASS" },
      key: { type: "apiKey", in: "query", name: "k", env: "S_KEY" },
    },
    security: [{ basic: [], key: [] }],
  };
  const env = { S_USER: "jo-user", S_PASS: "pa$$/w rd", S_KEY: "k1" };
  for (const status of [200, 401]) {
    const { url, seen } = await record(t, (one, response) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ target: one.target, headers: one.headers, pass: env.S_PASS }));
    });
    const call = async () =>
      JSON.stringify(await upstream(url, { env }, facts).call(operation({}), {}));
    const shown = status === 200 ? await call() : await messageOf(call);
    assert.match(shown, /\[redacted\]/);
    const basic = Buffer.from(`${env.S_USER}:${env.S_PASS}`).toString("base64");
    assert.equal(seen[0]!.headers.authorization, `Basic ${basic}`);
    for (const secret of [env.S_PASS, basic, ...(status === 200 ? [] : [env.S_USER, env.S_KEY])]) {
      assert.ok(!shown.includes(secret), `${status} shows ${secret}`);
    }
  }
});

test("an unreachable API is named with the cause", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, "close");
  const message = await messageOf(() => upstream(`http://${host}`).call(operation({}), {}));
  assert.equal(
    message,
    `The call to ${host} failed: the connection was refused (ECONNREFUSED); check the host and port of the URL.`,
  );
});

test("a broken connection is named with the cause", async (t) => {
  const { url } = await record(t, (_, response) => response.destroy());
  const message = await messageOf(() => upstream(url).call(operation({}), {}));
  assert.match(
    message,
    /^The call to 127\.0\.0\.1:\d+ failed: the connection was lost .* \((UND_ERR_SOCKET|ECONNRESET)\); try again later\.$/,
  );
});

test("a slow API is a timeout, before and after the first byte", async (t) => {
  for (const head of [false, true]) {
    const { url } = await record(t, (_, response) => {
      if (head) response.writeHead(200, { "content-type": "text/plain" }).write("x");
    });
    const message = await messageOf(() => upstream(url).call(operation({}, { timeoutMs: 50 }), {}));
    assert.match(message, /No answer from 127\.0\.0\.1:\d+ within 50 ms/);
  }
});

test("a timeout beyond the limit of timers does not fire at once", async (t) => {
  const { url } = await record(t, reply(200, "text/plain", "x"));
  const answer = await upstream(url, { timeoutMs: 1e12 }).call(operation({}), {});
  assert.equal(answer.kind, "text");
});
