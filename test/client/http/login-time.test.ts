import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import {
  connect,
  McpServer,
  nodeHandler,
  type ClientAuthorization,
  type Headers,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { listen, stop } from "../../support/loopback.js";
import { serveModern } from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";

// The first: what later tests leave until the end would hide what this one leaves.
test("a message that is refused leaves no time limit behind", async () => {
  await leavesNothing(async () => {
    await using server = await serveModern((_request, response) => response.writeHead(401).end());
    const authorization: ClientAuthorization = {
      headersFor: () => ({}),
      refused: async () => false,
    };
    await using client = await connect(server.url, { authorization });
    await assert.rejects(client.notify("example.com/news"), { name: "McpAuthorizationError" });
  });
});

for (const protocolVersion of ["2025-11-25", "2026-07-28", undefined] as const) {
  const what = protocolVersion ?? "a revision to be found";
  test(`a user may take longer to log in than a request may take, in ${what}`, async () => {
    let token = "";
    let logins = 0;
    const handler = await nodeHandler(echoServer());
    const server = createServer((request, response) => {
      if (request.headers.authorization === "Bearer good") handler(request, response);
      else response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    });
    const port = await listen(server);
    cleanUp.push(
      () => handler.close(),
      () => stop(server),
    );
    const authorization: ClientAuthorization = {
      headersFor: () => ({ authorization: `Bearer ${token}` }),
      async refused() {
        logins += 1;
        await delay(1_500);
        token = "good";
        return true;
      },
    };
    const client = await connect(`http://127.0.0.1:${port}/mcp`, {
      authorization,
      startTimeoutMs: 1_200,
      requestTimeoutMs: 1_000,
      ...(protocolVersion && { protocolVersion }),
    });
    cleanUp.push(() => client.close());
    assert.equal(client.protocolVersion, protocolVersion ?? "2026-07-28");
    token = "";
    const result = await client.callTool("echo", {});
    assert.deepEqual(result.content, [{ type: "text", text: "here" }]);
    // The stream of a session may have needed one as well.
    assert.ok(logins >= 2);
  });
}

test("the time of a request goes on after the login", async () => {
  const server = createServer((request, response) => {
    if (request.headers.authorization === undefined) response.writeHead(401).end();
  });
  const port = await listen(server);
  cleanUp.push(() => stop(server));
  let isLoggedIn = false;
  const authorization: ClientAuthorization = {
    headersFor: (): Headers => (isLoggedIn ? { authorization: "Bearer good" } : {}),
    async refused() {
      await delay(200);
      isLoggedIn = true;
      return true;
    },
  };
  const connecting = connect(`http://127.0.0.1:${port}/mcp`, {
    authorization,
    startTimeoutMs: 300,
    protocolVersion: "2026-07-28",
    retries: 0,
  });
  await assert.rejects(connecting, { name: "McpTimeoutError" });
});

function echoServer(): McpServer {
  const server = new McpServer({ name: "late", version: "1.0.0" });
  server.tool({ name: "echo" }, () => "here");
  return server;
}
