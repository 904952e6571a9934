/** Connections to the API in Node: how many, through which proxy or socket, and to which addresses. */
import assert from "node:assert/strict";
import dns from "node:dns";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { mock, test, type TestContext } from "node:test";
import { eventually } from "../../../support/eventually.js";
import { listen, stop } from "../../../support/loopback.js";
import { Upstream } from "../../../../runtime/upstream/upstream.js";
import { api, messageOf, operation, record, reply, upstream } from "../support.js";

const get = operation({});
const text = reply(200, "text/plain", "x");

/** An API whose answers wait until they are let go. */
async function slowApi(t: TestContext) {
  const waiting: http.ServerResponse[] = [];
  const sockets = new Set<unknown>();
  const server = http.createServer((_, response) => waiting.push(response));
  server.on("connection", (socket) => sockets.add(socket));
  const port = await listen(server);
  t.after(() => stop(server));
  return {
    url: `http://127.0.0.1:${port}`,
    waiting,
    sockets,
    letGo: () => {
      for (const response of waiting.splice(0)) response.end("x");
    },
  };
}

test("no more connections are made than allowed, and waiting calls get one in turn", async (t) => {
  const slow = await slowApi(t);
  const up = upstream(slow.url, { maxConnections: 3 });
  const calls = Array.from({ length: 10 }, () => up.call(get, {}));
  for (let left = 10; left > 0; left -= 3) {
    await eventually(() => assert.equal(slow.waiting.length, Math.min(left, 3)));
    slow.letGo();
  }
  assert.equal((await Promise.all(calls)).length, 10);
  assert.equal(slow.sockets.size, 3);
});

test("calls one after another share a connection", async (t) => {
  const sockets = new Set<unknown>();
  const { url } = await record(t, (_, response) => {
    sockets.add(response.socket);
    response.end("x");
  });
  const up = upstream(url);
  for (let call = 0; call < 5; call += 1) await up.call(get, {});
  assert.equal(sockets.size, 1);
});

test("a waiting call that is cancelled or out of time sends nothing", async (t) => {
  const slow = await slowApi(t);
  const up = upstream(slow.url, { maxConnections: 1 });
  const first = up.call(get, {});
  const controller = new AbortController();
  const cancelled = messageOf(() => up.call(get, {}, { signal: controller.signal }));
  const late = messageOf(() => up.call(operation({}, { timeoutMs: 30 }), {}));
  assert.match(await late, /within 30 ms/);
  controller.abort(new Error("enough"));
  assert.equal(await cancelled, "enough");
  await eventually(() => assert.equal(slow.waiting.length, 1));
  slow.letGo();
  await first;
  const last = up.call(get, {});
  await eventually(() => assert.equal(slow.waiting.length, 1));
  slow.letGo();
  await last;
});

test("a call that waits on a slow API takes little memory", async (t) => {
  const slow = await slowApi(t);
  const up = upstream(slow.url);
  const controller = new AbortController();
  const before = process.memoryUsage();
  const calls = Array.from({ length: 5_000 }, () =>
    up.call(get, {}, { signal: AbortSignal.any([controller.signal]) }).catch(() => {}),
  );
  await eventually(() => assert.equal(slow.waiting.length, 256));
  const { heapUsed, external } = process.memoryUsage();
  assert.ok((heapUsed + external - before.heapUsed - before.external) / 5_000 < 20_000);
  controller.abort();
  await Promise.all(calls);
});

test("an API behind a Unix socket is called, below the path that is given", async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "api-socket-"));
  const socket = path.join(folder, "api.sock");
  const seen: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    seen.push(`${request.headers.host} ${request.url}`);
    if (request.url === "/moved") response.writeHead(302, { location: "/v1/x" }).end();
    else response.end("x");
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  t.after(async () => {
    await stop(server);
    rmSync(folder, { recursive: true });
  });
  await upstream(`unix:${socket}`).call(get, {});
  await upstream(`unix://${socket}:/v1`).call(operation({ path: "/moved" }), {});
  await upstream(`unix:${socket}`).call(operation({ path: "/moved" }), {});
  const env = { SHOP_BASE_URL: `unix:${socket}` };
  await new Upstream(api({ reach: "public" }), { env }).call(get, {});
  assert.deepEqual(seen, [
    "localhost /x",
    "localhost /v1/moved",
    "localhost /moved",
    "localhost /v1/x",
    "localhost /x",
  ]);
});

test("a document can't name a Unix socket", async () => {
  const facts = api({ servers: [{ url: "unix:/var/run/docker.sock" }] });
  const message = await messageOf(() => new Upstream(facts, { env: {} }).call(get, {}));
  assert.match(message, /must be an http or https URL/);
});

/** A proxy that notes what it is asked for, and answers itself. */
async function proxy(t: TestContext) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
    response.end("from the proxy");
  });
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  const port = await listen(server);
  t.after(() => stop(server));
  return { host: `127.0.0.1:${port}`, asked };
}

test("HTTP_PROXY is asked for http URLs, with the password of its URL", async (t) => {
  const { host, asked } = await proxy(t);
  for (const env of [
    { HTTP_PROXY: `http://jo:pass@${host}` },
    { http_proxy: `http://jo:pass@${host}`, HTTP_PROXY: "http://127.0.0.1:9" },
  ]) {
    const answer = await upstream("http://api.example:81/v1", { env }).call(get, {});
    assert.equal(answer.kind === "text" && answer.text, "from the proxy");
  }
  const basic = `Basic ${Buffer.from("jo:pass").toString("base64")}`;
  const line = `GET http://api.example:81/v1/x ${basic}`;
  assert.deepEqual(asked, [line, line]);
});

test("HTTPS_PROXY is asked for a tunnel to https URLs", async (t) => {
  const { host, asked } = await proxy(t);
  const up = upstream("https://api.example", { env: { HTTPS_PROXY: host } });
  assert.match(await messageOf(() => up.call(get, {})), /^The call to api\.example failed: /);
  assert.deepEqual([...new Set(asked)], ["CONNECT api.example:443 "]);
});

test("NO_PROXY names hosts that are called directly", async (t) => {
  const { host, asked } = await proxy(t);
  const { url, seen } = await record(t, text);
  for (const NO_PROXY of ["127.0.0.1", "*", `example.com, ${new URL(url).host}`]) {
    await upstream(url, { env: { HTTP_PROXY: `http://${host}`, NO_PROXY } }).call(get, {});
  }
  assert.equal(seen.length, 3);
  assert.deepEqual(asked, []);
});

test("a proxy without a URL is named by its variable, without its value", async () => {
  const env = { HTTPS_PROXY: "http://user:pass word@[broken" };
  const message = await messageOf(() => upstream("https://api.example", { env }).call(get, {}));
  assert.match(message, /HTTPS_PROXY is not the URL of a proxy/);
  assert.doesNotMatch(message, /pass word/);
});

test("a name that leads to a private address is refused when it is connected to", async (t) => {
  const { url, seen } = await record(t, text);
  const { port } = new URL(url);
  const lookup = mock.method(dns, "lookup", (...args: unknown[]) => {
    const [, options, callback] = args as [
      string,
      { all?: boolean },
      (...found: unknown[]) => void,
    ];
    if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
    else callback(null, "127.0.0.1", 4);
  });
  t.after(() => lookup.mock.restore());
  const facts = api({ servers: [{ url: `http://rebind.example:${port}` }], reach: "public" });
  const message = await messageOf(() => new Upstream(facts, { env: {} }).call(get, {}));
  assert.match(message, /rebind\.example has a loopback address, to which a document/);
  assert.equal(seen.length, 0);
  await new Upstream(facts, { env: {}, allowInternal: true }).call(get, {});
  assert.equal(seen.length, 1);
});

test("a fetch that a program has put in place of the platform's sends the calls", async (t) => {
  const { url, seen } = await record(t, text);
  const up = upstream(url);
  await up.call(get, {});
  const replaced = mock.method(globalThis, "fetch", () => Promise.resolve(new Response("mocked")));
  const answer = await up.call(get, {});
  replaced.mock.restore();
  assert.equal(answer.kind === "text" && answer.text, "mocked");
  await up.call(get, {});
  assert.equal(seen.length, 2);
});
