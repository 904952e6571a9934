import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { test, type TestContext } from "node:test";
import { McpServer, serveHttp, type HttpServerOptions } from "../../../runtime/index.js";
import { Health } from "../../../runtime/transports/health.js";
import { listen, stop } from "../../support/loopback.js";
import { sharedToken } from "../../../runtime/authorization/shared-token.js";

async function start(t: TestContext, options: HttpServerOptions = {}) {
  const server = new McpServer({ name: "notes", version: "1" });
  const http = await serveHttp(server, { port: 0, ...options });
  t.after(() => http.close());
  return { http, origin: new URL(http.url).origin };
}

/** `fetch` would not send another name in `Host`. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", reject).end();
  });
}

test("the health check answers everybody: without a token, by any name, to GET and HEAD", async (t) => {
  const { origin } = await start(t, { authorizer: sharedToken("0123456789abcdef") });
  const answer = await fetch(`${origin}/healthz`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.deepEqual(await answer.json(), { status: "ok" });
  assert.equal((await fetch(`${origin}/healthz`, { method: "HEAD" })).status, 200);
  assert.equal(await statusFor(`${origin}/healthz`, "10.1.2.3:3000"), 200);
  assert.notEqual((await fetch(`${origin}/healthz`, { method: "POST" })).status, 200);
});

test("it can have another path, or none", async (t) => {
  const { origin } = await start(t, { healthPath: "/live" });
  assert.equal((await fetch(`${origin}/live`)).status, 200);
  assert.equal((await fetch(`${origin}/healthz`)).status, 404);
  const none = await start(t, { healthPath: false });
  assert.equal((await fetch(`${none.origin}/healthz`)).status, 404);
});

test("it says 503 from the moment the server begins to close", async (t) => {
  const health = new Health();
  const server = createServer((request, response) => health.answers(request, response));
  const port = await listen(server);
  t.after(() => stop(server));
  assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  health.stop();
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  assert.deepEqual([answer.status, await answer.json()], [503, { status: "stopping" }]);
});
