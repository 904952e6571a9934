/** The same behaviour by a `fetch` of the user's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connect,
  connectHttp,
  McpAnswerError,
  McpConnectionError,
  McpServer,
  McpTimeoutError,
  fetchHandler,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";
import {
  beginStream,
  event,
  reply,
  said,
  serveByHand,
  serveLegacy,
  serveModern,
} from "./support/by-hand.js";
import { sdkV1Sse } from "./support/sdk-servers.js";

/** The platform's, as a function of the user's. */
const platform: typeof fetch = (url, init) => fetch(url, init);

test("a server is called by a fetch, without a socket", async () => {
  const server = new McpServer({ name: "near", version: "1.0.0" });
  server.tool({ name: "x" }, () => "found");
  const handler = await fetchHandler(server);
  for (const protocolVersion of ["2025-06-18", "2025-11-25", "2026-07-28"] as const) {
    await using client = await connectHttp("http://localhost/mcp", {
      protocolVersion,
      fetch: async (url, init) => handler(new Request(url as string, init)),
    });
    assert.equal(textOf(await client.callTool("x")), "found");
  }
});

test("HTTP+SSE works by a fetch", async () => {
  await using server = await sdkV1Sse();
  await using client = await connect(server.url, { fetch: platform });
  assert.equal(client.transport, "sse");
  assert.equal(textOf(await client.callTool("add", { a: 1, b: 2 })), "3");
});

test("a stream by a fetch is resumed, and closed by a timeout", async () => {
  await using server = await serveLegacy(
    (_request, response) => {
      beginStream(response);
      response.write("id: a\nretry: 20\ndata:\n\n", () => response.destroy());
    },
    {
      stream: (request, response) => {
        if (request.headers["last-event-id"] !== "a") return response.writeHead(405).end();
        beginStream(response);
        const { id } = server.of("tools/call")[0]!.message;
        response.write(event({ id, result: said("resumed") }));
      },
    },
  );
  await using client = await connectHttp(server.url, { fetch: platform });
  assert.equal(textOf(await client.callTool("x")), "resumed");

  let isClosed = false;
  await using modern = await serveModern((_request, response) => {
    beginStream(response);
    response.on("close", () => (isClosed = true));
  });
  await using other = await connectHttp(modern.url, { fetch: platform });
  await assert.rejects(other.callTool("x", {}, { timeoutMs: 100 }), McpTimeoutError);
  await eventually(() => isClosed);
});

test("limits, redirects and broken connections are those of any request", async () => {
  await using other = await serveByHand((_request, response) => response.end());
  await using server = await serveModern(({ message, path }, response) => {
    switch (message.params?.["name"]) {
      case "long":
        return reply(response, message, said("x".repeat(20_000)));
      case "here":
        if (path !== "/here") return response.writeHead(308, { location: "/here" }).end();
        return reply(response, message, said("here"));
      case "away":
        return response.writeHead(307, { location: other.url }).end();
      default:
        return response.socket?.destroy();
    }
  });
  await using client = await connectHttp(server.url, {
    fetch: platform,
    maxMessageBytes: 10_000,
  });
  await assert.rejects(client.callTool("long"), McpAnswerError);
  await assert.rejects(client.callTool("away"), /not followed/);
  assert.equal(other.received.length, 0);
  await assert.rejects(client.callTool("broken"), McpConnectionError);
  assert.equal(textOf(await client.callTool("here")), "here");
});

test("a fetch that throws or answers nonsense fails the request", async () => {
  const fetches: (typeof fetch)[] = [
    () => Promise.reject(new Error("no network here")),
    () => {
      throw new Error("no network here");
    },
    () => Promise.resolve(undefined as unknown as Response),
  ];
  for (const each of fetches) {
    const connecting = connectHttp("http://localhost/mcp", { fetch: each, retries: 0 });
    await assert.rejects(connecting, McpConnectionError);
  }
});
