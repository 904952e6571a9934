/** Sessions that can't be renewed at once, and servers that do not take what is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connect,
  connectHttp,
  McpAnswerError,
  McpConnectionError,
  McpTimeoutError,
} from "../../../runtime/index.js";
import { beginStream, event, reply, said, serveByHand, serveModern } from "./support/by-hand.js";
import { leavesNothing } from "./support/leaks.js";

const initialized = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "by hand", version: "1" },
};

test("a session that could not be begun again is begun by the next request", async () => {
  let session = 1;
  let isAway = false;
  await using server = await serveByHand((request, response) => {
    const { method, message, headers } = request;
    if (method !== "POST") return response.writeHead(405).end();
    if (isAway) return response.writeHead(message.method === "initialize" ? 502 : 404).end();
    if (message.method === "initialize") {
      response.setHeader("mcp-session-id", `s${session}`);
      return reply(response, message, initialized);
    }
    const sent = headers["mcp-session-id"];
    if (sent === undefined) return response.writeHead(400).end();
    if (sent !== `s${session}`) return response.writeHead(404).end();
    if (message.id === undefined) return response.writeHead(202).end();
    return reply(response, message, message.method === "tools/list" ? { tools: [] } : said("hi"));
  });
  await using client = await connectHttp(server.url, { protocolVersion: "2025-11-25" });
  await client.callTool("x");
  session = 2;
  isAway = true;
  await assert.rejects(client.callTool("x"), McpConnectionError);
  await assert.rejects(client.callTool("x"), McpConnectionError);
  isAway = false;
  await Promise.all([client.callTool("x"), client.callTool("x")]);
  assert.equal(client.sessionId, "s2");
  assert.equal(server.of("initialize").length, 4);
});

test("a server that does not take `notifications/initialized` is given up in time", async () => {
  await using server = await serveByHand(({ message }, response) => {
    if (message.method === "initialize") return reply(response, message, initialized);
    return undefined;
  });
  await leavesNothing(async () => {
    const options = { protocolVersion: "2025-11-25", startTimeoutMs: 100 } as const;
    await assert.rejects(connect(server.url, options), (error) => {
      assert.ok(error instanceof McpTimeoutError);
      assert.match(error.message, /did not take notifications\/initialized within 100 ms/);
      return true;
    });
    const signal = AbortSignal.timeout(50);
    const given = connect(server.url, { protocolVersion: "2025-11-25", signal });
    await assert.rejects(given, (error) => error === signal.reason);
  });
});

test("an array of messages ends the request that it answers", async () => {
  await using server = await serveModern(({ message }, response) => {
    const answer = { jsonrpc: "2.0", id: message.id, result: said("hi") };
    response.setHeader("content-type", "application/json").end(JSON.stringify([answer]));
  });
  await using client = await connectHttp(server.url);
  await assert.rejects(client.callTool("x"), McpAnswerError);
});

test("a request of the server has no answer over HTTP since 2026-07-28", async () => {
  await using server = await serveModern(({ message }, response) => {
    beginStream(response);
    response.write(event({ id: "q", method: "roots/list" }));
    response.write(event({ id: "p", method: "ping" }));
    response.end(event({ id: message.id, result: said("hi") }));
  });
  await using client = await connectHttp(server.url, { roots: [] });
  await client.callTool("x");
  await client.callTool("x");
  const methods = server.received.map(({ message }) => message.method);
  assert.deepEqual(methods, ["server/discover", "tools/list", "tools/call", "tools/call"]);
});
