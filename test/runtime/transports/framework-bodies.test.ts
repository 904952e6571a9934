/** Bodies that a framework has read, replaced or begun to read before the request reaches the runtime. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { test, type TestContext } from "node:test";
import { createGunzip, gzipSync } from "node:zlib";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import Fastify, { type preParsingAsyncHookHandler } from "fastify";
import { Hono } from "hono";
import { McpServer, serviceOf } from "../../../runtime/index.js";
import { createExpressHandler } from "../../../runtime/transports/adapters/express.js";
import { createFastifyPlugin } from "../../../runtime/transports/adapters/fastify.js";
import { createHonoHandler } from "../../../runtime/transports/adapters/hono.js";
import { createNodeHandler } from "../../../runtime/transports/http/node/listen.js";
import { createSseHandler } from "../../../runtime/transports/sse/sse-node.js";
import { gate } from "../../support/servers/locked-zoo.js";
import { SseReader } from "../../support/sse-reader.js";

const server = new McpServer({ name: "echo", version: "1" });
const input = { type: "object", properties: { t: {} } } as const;
server.tool({ name: "echo", input }, ({ t }) => JSON.stringify(t));
const service = serviceOf(server);
const guard = { loopback: true, maxBodyBytes: 10_000 };

const authorization = "Bearer good";
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
  authorization,
};

function call(text: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"t":${text}}}}`;
}

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    http.close();
    http.closeAllConnections();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

interface Answered {
  readonly status: number;
  readonly code: number | undefined;
  readonly text: string | undefined;
}

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  more = {},
): Promise<Answered> {
  const init = { method: "POST", headers: { ...headers, ...more }, body };
  const response = await fetch(url, init);
  const answer = (await response.json()) as {
    error?: { code: number };
    result?: { content: { text: string }[] };
  };
  return {
    status: response.status,
    code: answer.error?.code,
    text: answer.result?.content[0]?.text,
  };
}

const ended = (text: string): Answered => ({ status: 200, code: undefined, text });
const latin1 = new Uint8Array(Buffer.from(call('"caf\xe9"'), "latin1"));
const zipped = new Uint8Array(gzipSync(call('"zip"')));

/** Reads the body as bytes and keeps them beside the JSON, as some platforms do. */
const keepBytes = express.json({
  verify: (request, _response, bytes) => void Object.assign(request, { rawBody: bytes }),
});

/** Listens to the body without waiting for it. */
const logBody: express.RequestHandler = (request, _response, next) => {
  request.on("data", () => {});
  next();
};

const decodeBody: express.RequestHandler = (request, _response, next) => {
  request.setEncoding("utf8");
  next();
};

const pauseBody: express.RequestHandler = (request, _response, next) => {
  request.pause();
  setTimeout(next, 5);
};

const readers: Record<string, express.RequestHandler[]> = {
  nothing: [(_request, _response, next) => next()],
  "raw()": [express.raw({ type: "*/*" })],
  "text()": [express.text({ type: "*/*" })],
  "json() that keeps the bytes": [keepBytes],
  "a listener": [logBody],
  "a listener and setEncoding()": [decodeBody, logBody],
  "pause()": [pauseBody],
};

for (const [name, middleware] of Object.entries(readers)) {
  const handlers: Record<string, express.RequestHandler> = {
    "the Express handler": createExpressHandler(service, guard),
    "the Express handler that checks tokens": createExpressHandler(service, {
      ...guard,
      authorizer: gate({ good: {} }),
    }),
    "the node handler": createNodeHandler(service, guard),
    "the node handler that is handed the body": (() => {
      const handler = createNodeHandler(service, guard);
      return (request: express.Request, response: express.Response) =>
        handler(request, response, request.body);
    })(),
  };
  for (const [kind, handler] of Object.entries(handlers)) {
    test(`after ${name}, ${kind} takes each body as it was sent`, async (t) => {
      const url = await listen(t, express().use(middleware).all("/mcp", handler));
      const mcp = `${url}/mcp`;
      assert.deepEqual(await post(mcp, call('"Ä�"')), ended('"Ä�"'));
      const long = await post(mcp, call(`"${"x".repeat(20_000)}"`));
      assert.deepEqual([long.status, long.code], [413, -32600]);
      if (name.startsWith("json")) return;
      const bad = await post(mcp, "{bad");
      assert.deepEqual([bad.status, bad.code], [400, -32700]);
      const empty = await post(mcp, "");
      assert.deepEqual([empty.status, empty.code], [400, -32700]);
      const wrong = await post(mcp, latin1);
      assert.deepEqual([wrong.status, wrong.code], [400, -32700]);
    });
  }
}

test("Express: json() inflates a body, and leaves others to the handler", async (t) => {
  const app = express().use(express.json({ type: "application/other" }));
  const inflating = express().use(express.json());
  for (const each of [app, inflating]) each.all("/mcp", createExpressHandler(service, guard));
  const handler = createNodeHandler(service, guard);
  const unread = express().all("/mcp", (request, response) => handler(request, response, {}));
  assert.deepEqual(await post(`${await listen(t, app)}/mcp`, call("1")), ended("1"));
  assert.deepEqual(await post(`${await listen(t, unread)}/mcp`, call("1")), ended("1"));
  const url = `${await listen(t, inflating)}/mcp`;
  const more = { "content-encoding": "gzip" };
  assert.deepEqual(await post(url, zipped, more), ended('"zip"'));
});

for (const [name, middleware] of Object.entries({ ...readers, "json()": [express.json()] })) {
  test(`after ${name}, the handler of HTTP+SSE takes the messages`, async (t) => {
    const handler = createSseHandler(service, guard);
    t.after(() => handler.close());
    const url = await listen(t, express().use(middleware).use(handler));
    const leave = new AbortController();
    const stream = await fetch(`${url}/sse`, {
      headers: { accept: "text/event-stream" },
      signal: leave.signal,
    });
    const events = new SseReader(stream);
    const endpoint = new URL((await events.next())?.data ?? "", `${url}/sse`);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 5, method: "ping" });
    const posted = await fetch(endpoint, { method: "POST", headers, body });
    assert.equal(posted.status, 202);
    await posted.text();
    assert.equal((await events.message<{ id: number }>()).id, 5);
    if (name !== "json()") {
      const refused = await fetch(endpoint, { method: "POST", headers, body: latin1 });
      assert.equal(refused.status, 400);
      await refused.text();
    }
    leave.abort();
  });
}

/** Reads a body as Koa's and other readers do, and returns what the application passes to the handler. */
async function readAs(
  request: IncomingMessage,
  form: "JSON" | "text" | "bytes" | "an ArrayBuffer's bytes",
): Promise<unknown> {
  const bytes = await bytesOf(request);
  switch (form) {
    case "JSON":
      return JSON.parse(bytes.toString()) as unknown;
    case "text":
      return bytes.toString();
    case "bytes":
      return bytes;
    default:
      return new Uint8Array(bytes);
  }
}

for (const form of ["JSON", "text", "bytes", "an ArrayBuffer's bytes"] as const) {
  for (const place of ["handed on", "left in the request"]) {
    test(`${form} that a reader like Koa's has read is ${place}`, async (t) => {
      const handler = createNodeHandler(service, guard);
      const listener: RequestListener = (request, response) =>
        void readAs(request, form).then((body) => {
          if (place === "handed on") handler(request, response, body);
          else handler(Object.assign(request, { body }), response);
        });
      const url = `${await listen(t, listener)}/mcp`;
      assert.deepEqual(await post(url, call('"ü\\u00e4"')), ended('"üä"'));
      assert.equal((await post(url, "{}")).code, -32600);
      if (form === "JSON") return;
      assert.equal((await post(url, "")).code, -32700);
      assert.equal((await post(url, latin1)).code, -32700);
      assert.equal((await post(url, call(`"${"x".repeat(20_000)}"`))).status, 413);
    });
  }
}

test("Express: readers of forms leave messages alone, in every order", async (t) => {
  const forms = express.urlencoded({ extended: true });
  const orders = [
    [forms],
    [forms, express.json()],
    [express.json(), forms, express.text(), express.raw()],
    [express.raw(), express.text(), forms, express.json()],
    [express.text({ type: "*/*" }), express.json()],
    [express.raw({ type: "*/*" }), express.json()],
  ];
  for (const [index, order] of orders.entries()) {
    const app = express().use(order).all("/mcp", createExpressHandler(service, guard));
    const url = `${await listen(t, app)}/mcp`;
    assert.deepEqual(await post(url, call('"a"')), ended('"a"'), `order ${index}`);
    assert.equal((await post(url, "")).code, -32700, `order ${index}`);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal((await post(url, "a=1", form)).status, 415, `order ${index}`);
  }
});

test("Express: bytes and text are inflated by the reader, not twice", async (t) => {
  for (const reader of [express.raw({ type: "*/*" }), express.text({ type: "*/*" }), keepBytes]) {
    const app = express().use(reader).all("/mcp", createExpressHandler(service, guard));
    const url = `${await listen(t, app)}/mcp`;
    assert.deepEqual(await post(url, zipped, { "content-encoding": "gzip" }), ended('"zip"'));
  }
});

async function bytesOf(payload: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of payload) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const hooks: Record<string, preParsingAsyncHookHandler> = {
  "reads the payload and hands on its bytes": async (_request, _reply, payload) =>
    Readable.from([await bytesOf(payload as AsyncIterable<Buffer>)]),
  "hands on text": async (_request, _reply, payload) =>
    Readable.from([(await bytesOf(payload as AsyncIterable<Buffer>)).toString()]),
  "hands on the payload": async (_request, _reply, payload) => payload,
};

for (const [what, hook] of Object.entries(hooks)) {
  test(`Fastify: a preParsing hook that ${what} is respected`, async (t) => {
    const app = Fastify();
    app.addHook("preParsing", hook);
    await app.register(createFastifyPlugin(service, guard));
    t.after(() => app.close());
    const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
    assert.deepEqual(await post(url, call('"ü"')), ended('"ü"'));
    assert.equal((await post(url, "{bad")).code, -32700);
    assert.equal((await post(url, call(`"${"x".repeat(20_000)}"`))).status, 413);
  });
}

test("Fastify: a preParsing hook may decompress the payload", async (t) => {
  const app = Fastify();
  app.addHook("preParsing", async (request, _reply, payload) =>
    request.headers["content-encoding"] === "gzip"
      ? (payload as IncomingMessage).pipe(createGunzip())
      : payload,
  );
  await app.register(createFastifyPlugin(service, guard));
  t.after(() => app.close());
  const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
  const more = { "content-encoding": "gzip" };
  assert.deepEqual(await post(url, zipped, more), ended('"zip"'));
  const bomb = new Uint8Array(gzipSync(call(`"${"x".repeat(100_000)}"`)));
  assert.equal((await post(url, bomb, more)).status, 413);
  assert.equal((await post(url, "not zipped", more)).status, 415);
  assert.deepEqual(await post(url, call("1")), ended("1"));
});

test("Fastify: a payload that fails or has ended before it is read gets an answer", async (t) => {
  const payloads: Record<string, (payload: IncomingMessage) => Promise<Readable>> = {
    "fails later": async (payload) => payload.pipe(createGunzip()),
    "has failed": async () => {
      const failed = Readable.from([]);
      failed.once("error", () => {}).destroy(new Error("wrong bytes"));
      return failed;
    },
    "has ended": async () => {
      const ended = Readable.from([]);
      await bytesOf(ended);
      return ended;
    },
  };
  for (const [what, replace] of Object.entries(payloads)) {
    const app = Fastify();
    app.addHook("preParsing", (_request, _reply, payload) => replace(payload as IncomingMessage));
    const options = { ...guard, authorizer: gate({ good: {} }) };
    await app.register(createFastifyPlugin(service, options));
    t.after(() => app.close());
    const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/mcp`;
    assert.equal((await post(url, "not zipped")).status, 400, what);
    assert.equal(
      (await post(url, "not zipped", { authorization: "Bearer bad" })).status,
      401,
      what,
    );
  }
});

test("Hono: bytes that middleware has read are not changed", async (t) => {
  const app = new Hono();
  app.use(async (context, next) => {
    await context.req.arrayBuffer();
    await next();
  });
  app.all("/mcp", createHonoHandler(service, guard));
  const listener = (createAdaptorServer({ fetch: app.fetch }) as ReturnType<typeof createServer>)
    .listeners("request")
    .at(0) as RequestListener;
  const url = `${await listen(t, listener)}/mcp`;
  assert.deepEqual(await post(url, call('"ü"')), ended('"ü"'));
  const wrong = await post(url, latin1);
  assert.deepEqual([wrong.status, wrong.code], [400, -32700]);
});
