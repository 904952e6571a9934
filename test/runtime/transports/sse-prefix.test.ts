/** Where a client of HTTP+SSE posts, if a proxy or a framework takes a prefix off the path. */
import assert from "node:assert/strict";
import { createServer, request as forward, type Server } from "node:http";
import { test, type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import express from "express";
import { McpServer, serviceOf, type SseOptions } from "../../../runtime/index.js";
import { createSseFetchHandler } from "../../../runtime/transports/sse/sse-fetch.js";
import { createSseHandler } from "../../../runtime/transports/sse/sse-node.js";
import { listen } from "../../support/loopback.js";
import { SseReader } from "../../support/sse-reader.js";

const mcp = new McpServer({ name: "hi", version: "1" });
mcp.tool({ name: "hi" }, () => "hi");
const service = serviceOf(mcp);

async function open(t: TestContext, server: Server): Promise<number> {
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server);
}

/** A proxy that serves `/tools/…` from another server's `/…`. */
function proxy(port: number): Server {
  return createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    if (!url.startsWith("/tools/")) return void outgoing.writeHead(404).end();
    const path = url.slice("/tools".length);
    const onward = forward({ host: "127.0.0.1", port, method, headers, path }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
}

async function callAt(url: string): Promise<unknown> {
  const client = new Client({ name: "c", version: "1" });
  await client.connect(new SSEClientTransport(new URL(url)));
  const { content } = await client.callTool({ name: "hi" });
  await client.close();
  return content;
}

const said = [{ type: "text", text: "hi" }];
const paths: [options: SseOptions, path: string][] = [
  [{}, "/sse"],
  [{ ssePath: "/a/sse", messagePath: "/a/b/messages" }, "/a/sse"],
  [{ ssePath: "/a/b/sse", messagePath: "/messages" }, "/a/b/sse"],
  [{ ssePath: "/a/sse", messagePath: "/b/post:here" }, "/a/sse"],
  [{ ssePath: "/sse/", messagePath: "/sse/post:here" }, "/sse/"],
  [{ ssePath: "/sse", messagePath: "/" }, "/sse"],
];

for (const [options, path] of paths) {
  const about = `${options.ssePath ?? "/sse"} and ${options.messagePath ?? "/messages"}`;

  test(`a client posts where it can, with the paths ${about}`, async (t) => {
    const handler = createSseHandler(service, { loopback: true, ...options });
    t.after(() => handler.close());
    const port = await open(t, createServer(handler));
    const proxied = await open(t, proxy(port));
    const mounted = await open(t, createServer(express().use("/deep/er", handler)));
    for (const url of [
      `http://127.0.0.1:${port}${path}`,
      `http://127.0.0.1:${proxied}/tools${path}`,
      `http://127.0.0.1:${mounted}/deep/er${path}`,
      `http://127.0.0.1:${port}${path}?token=a/b`,
    ]) {
      assert.deepEqual(await callAt(url), said, url);
    }
  });

  test(`the fetch handler names the same place, with the paths ${about}`, async (t) => {
    const handler = createSseFetchHandler(service, { loopback: true, ...options });
    t.after(() => handler.close());
    const url = `http://localhost${path}`;
    const events = new SseReader(
      await handler(new Request(url, { headers: { accept: "text/event-stream" } })),
    );
    const place = new URL((await events.next())?.data ?? "", url);
    assert.equal(place.pathname, options.messagePath ?? "/messages");
    const posted = await handler(
      new Request(place, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      }),
    );
    assert.equal(posted.status, 202);
    assert.equal((await events.message<{ id: number }>()).id, 1);
    await events.cancel();
  });
}
