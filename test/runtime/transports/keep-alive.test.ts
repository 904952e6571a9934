/** Signs of life on event streams: each transport over HTTP sends them as often as it is told. */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  fetchHandler,
  McpServer,
  nodeHandler,
  serveHttp,
  sseFetchHandler,
  sseHandler,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { call } from "../../support/transports/http.js";
import { listen, stop } from "../../support/loopback.js";

const options = { loopback: true, keepAliveMs: 40 };
type Fetch = (path: string, init: RequestInit) => Promise<Response>;

function slowServer(): McpServer {
  const server = new McpServer({ name: "slow", version: "1.0.0" });
  server.tool({ name: "wait" }, () => wait(400, "Done."));
  return server;
}

async function overNode(listener: RequestListener): Promise<Fetch> {
  const server = createServer(listener);
  const port = await listen(server);
  cleanUp.push(() => stop(server));
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

function overFetch(handler: (request: Request) => Promise<Response>): Fetch {
  return (path, init) => handler(new Request(`http://127.0.0.1${path}`, init));
}

/** Reads a stream until it has three comments, or has ended. */
async function comments(response: Response): Promise<number> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  // The timer of a server keeps no process alive.
  const alive = setInterval(() => {}, 60_000);
  cleanUp.push(() => clearInterval(alive));
  for (;;) {
    const { value, done } = await reader.read();
    text += new TextDecoder().decode(value);
    const { length } = text.split("\n\n").filter((event) => event.startsWith(":"));
    if (length < 3 && !done) continue;
    await reader.cancel();
    return length;
  }
}

const streamable: Readonly<Record<string, () => Promise<Fetch>>> = {
  serveHttp: async () => {
    const server = await serveHttp(slowServer(), { port: 0, ...options });
    cleanUp.push(() => server.close());
    return (_path, init) => fetch(server.url, init);
  },
  nodeHandler: async () => overNode(await nodeHandler(slowServer(), options)),
  fetchHandler: async () => overFetch(await fetchHandler(slowServer(), options)),
};

for (const [name, open] of Object.entries(streamable)) {
  test(`${name}: a slow answer has signs of life at the chosen interval`, async () => {
    const response = await (
      await open()
    )("/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: call("wait"),
    });
    assert.ok((await comments(response)) >= 3, "three comments before the answer");
  });
}

const sse: Readonly<Record<string, () => Promise<Fetch>>> = {
  sseHandler: async () => overNode(await sseHandler(slowServer(), options)),
  sseFetchHandler: async () => overFetch(await sseFetchHandler(slowServer(), options)),
};

for (const [name, open] of Object.entries(sse)) {
  test(`${name}: an idle stream has signs of life at the chosen interval`, async () => {
    const get = await open();
    const response = await get("/sse", { headers: { accept: "text/event-stream" } });
    assert.ok((await comments(response)) >= 3, "three comments");
  });
}

test("an interval that no timer can have is refused", async () => {
  const server = slowServer();
  for (const keepAliveMs of [0, -1, Number.NaN, Infinity, 2 ** 31]) {
    for (const open of [serveHttp, nodeHandler, fetchHandler, sseHandler, sseFetchHandler]) {
      await assert.rejects(
        async () => open(server, { keepAliveMs }),
        /TypeError: keepAliveMs must be a number from 1 to 2147483647/,
        `${open.name}, ${keepAliveMs}`,
      );
    }
  }
});
