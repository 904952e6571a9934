/** HTTP+SSE of 2024-11-05, by node:http and by the fetch handler. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import {
  serviceOf,
  type Authorizer,
  type SseOptions,
  type SseFetchHandler,
  type SseHandler,
} from "../../../runtime/index.js";
import { createSseFetchHandler } from "../../../runtime/transports/sse/sse-fetch.js";
import { createSseHandler } from "../../../runtime/transports/sse/sse-node.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";
import { listen } from "../../support/loopback.js";
import { gate, LockedZoo } from "../../support/servers/locked-zoo.js";
import { checkServerMessage } from "../../support/wire/official-schemas.js";
import { envelope, type Answer } from "../../support/peer.js";
import { SseReader } from "../../support/sse-reader.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));

interface Served {
  readonly zoo: BusyZoo;
  readonly handler: SseHandler | SseFetchHandler;
  readonly origin: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

async function listenWith(handler: SseHandler): Promise<{ server: Server; origin: string }> {
  const server = createServer(handler);
  const port = await listen(server);
  cleanUp.push(async () => {
    server.closeAllConnections();
    server.close();
    await handler.close();
  });
  return { server, origin: `http://127.0.0.1:${port}` };
}

async function serve(
  kind: "node:http" | "fetch",
  more: SseOptions = {},
  zoo = new BusyZoo(options),
): Promise<Served> {
  if (kind === "node:http") {
    const handler = createSseHandler(serviceOf(zoo), { loopback: true, ...more });
    const { origin } = await listenWith(handler);
    return { zoo, handler, origin, fetch: (path, init) => fetch(origin + path, init) };
  }
  const handler = createSseFetchHandler(serviceOf(zoo), { loopback: true, ...more });
  cleanUp.push(() => handler.close());
  const origin = "http://127.0.0.1:3000";
  return {
    zoo,
    handler,
    origin,
    fetch: (path, init) => handler(new Request(origin + path, init)),
  };
}

async function open(
  { fetch }: Served,
  headers: Record<string, string> = {},
): Promise<{ events: SseReader; endpoint: string }> {
  const response = await fetch("/sse", { headers: { accept: "text/event-stream", ...headers } });
  assert.equal(response.status, 200);
  const events = new SseReader(response);
  cleanUp.push(() => events.cancel());
  const first = await events.next();
  assert.equal(first?.event, "endpoint");
  const { pathname, search } = new URL(first?.data ?? "", "http://a/sse");
  return { events, endpoint: pathname + search };
}

function post(
  { fetch }: Served,
  endpoint: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  return fetch(endpoint, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
}

const request = (id: number, method: string, params: object) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

for (const kind of ["node:http", "fetch"] as const) {
  describe(kind, () => {
    test("a session: where to post, and answers on the stream", async () => {
      const served = await serve(kind);
      const { events, endpoint } = await open(served);
      assert.match(endpoint, /^\/messages\?sessionId=[0-9a-f-]{36}$/);
      const initialize = request(1, "initialize", {
        protocolVersion: "2024-11-05",
        capabilities: {},
        clientInfo: { name: "peer", version: "1" },
      });
      const accepted = await post(served, endpoint, initialize);
      assert.equal(accepted.status, 202);
      assert.equal(await accepted.text(), "");
      const initialized = await events.message<Answer>();
      assert.equal(initialized.result?.["protocolVersion"], "2024-11-05");
      checkServerMessage("2024-11-05", initialized, "initialize");
      await post(served, endpoint, { jsonrpc: "2.0", method: "notifications/initialized" });
      await post(
        served,
        endpoint,
        request(2, "tools/call", { name: "progress", _meta: { progressToken: "p" } }),
      );
      const seen: string[] = [];
      for (;;) {
        const message = await events.message<Answer & { method?: string }>();
        checkServerMessage("2024-11-05", message, "tools/call");
        if (message.id !== undefined) break;
        seen.push(message.method ?? "");
      }
      assert.deepEqual(seen, [
        "notifications/progress",
        "notifications/progress",
        "notifications/progress",
        "notifications/message",
      ]);
      await post(
        served,
        endpoint,
        request(3, "tools/call", { name: "echo", arguments: { text: "hi" }, _meta: envelope() }),
      );
      const modern = await events.message<Answer>();
      checkServerMessage("2026-07-28", modern, "tools/call");
    });

    test("each failure has its status", async () => {
      const served = await serve(kind, { maxBodyBytes: 1000, maxSessions: 1 });
      const ping = JSON.stringify(request(1, "ping", {}));
      const json = { "content-type": "application/json" };
      const { endpoint, events } = await open(served);
      const unknown = "/messages?sessionId=00000000-0000-4000-8000-000000000000";
      const message = (more: RequestInit = {}) => ({
        method: "POST",
        headers: json,
        body: ping,
        ...more,
      });
      const rows: [what: string, path: string, init: RequestInit, status: number][] = [
        ["another page", "/sse", { headers: { origin: "http://evil.example" } }, 403],
        ["another path", "/other", {}, 404],
        ["a posted stream", "/sse", message(), 405],
        ["a fetched message", endpoint, {}, 405],
        ["no events wanted", "/sse", { headers: { accept: "application/json" } }, 406],
        ["too many sessions", "/sse", {}, 503],
        ["no session", "/messages", message(), 400],
        ["an unknown session", unknown, message(), 404],
        ["no JSON type", endpoint, message({ headers: { "content-type": "text/plain" } }), 415],
        ["no JSON", endpoint, message({ body: "garbage" }), 400],
        ["no UTF-8", endpoint, message({ body: Buffer.from([0x22, 0xff, 0x22]) }), 400],
        ["nothing", endpoint, message({ body: "" }), 400],
        ["too long", endpoint, message({ body: JSON.stringify("x".repeat(1000)) }), 413],
        ["JSON that is no message", endpoint, message({ body: "42" }), 202],
      ];
      for (const [what, path, init, status] of rows) {
        const response = await served.fetch(path, init);
        assert.equal(response.status, status, what);
        await response.text();
      }
      assert.equal((await events.message<Answer>()).error?.code, -32600);
    });

    test("closing the stream ends the session and cancels what is open", async () => {
      const served = await serve(kind);
      const { events, endpoint } = await open(served);
      await post(served, endpoint, request(1, "tools/call", { name: "wait" }));
      await eventually(() => assert.equal(served.zoo.waiting.length, 1));
      assert.equal(served.handler.sessions, 1);
      await events.cancel();
      await eventually(() => assert.equal(served.zoo.waiting[0]?.aborted, true));
      await eventually(() => assert.equal(served.handler.sessions, 0));
      assert.equal((await post(served, endpoint, request(2, "ping", {}))).status, 404);
    });

    test("a server that stops answers what is open and ends the streams", async () => {
      const served = await serve(kind);
      const { events, endpoint } = await open(served);
      const idle = await open(served);
      await post(
        served,
        endpoint,
        request(1, "tools/call", { name: "late", arguments: { ms: 200 } }),
      );
      const closed = served.handler.close();
      assert.ok((await events.message<Answer>()).result);
      assert.equal(await events.next(), undefined);
      assert.equal(await idle.events.next(), undefined);
      await closed;
      assert.equal(served.handler.sessions, 0);
      assert.equal((await served.fetch("/sse")).status, 503);
    });

    test("a session belongs to the caller who opened it, and ends with the last token shown", async () => {
      const now = Date.now() / 1000;
      const served = await serve(kind, {
        authorizer: gate({
          mia: { expiresAt: now + 1 },
          "mia-again": { expiresAt: now + 3600 },
          leo: { subject: "leo" },
        }),
      });
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
      const refused = await served.fetch("/sse");
      assert.equal(refused.status, 401);
      assert.match(refused.headers.get("www-authenticate") ?? "", /^Bearer /);
      const metadata = await served.fetch("/.well-known/oauth-protected-resource/mcp");
      assert.equal(metadata.status, 200);

      const mias = await open(served, bearer("mia"));
      const other = await open(served, bearer("mia"));
      const ping = request(1, "ping", {});
      assert.equal((await post(served, mias.endpoint, ping)).status, 401);
      assert.equal((await post(served, mias.endpoint, ping, bearer("leo"))).status, 404);
      assert.equal((await post(served, mias.endpoint, ping, bearer("mia-again"))).status, 202);
      assert.equal((await mias.events.message<Answer>()).id, 1);
      // Without a socket only this timer keeps the process alive.
      const alive = setInterval(() => {}, 1000);
      cleanUp.push(() => clearInterval(alive));
      // Only one session's token was renewed.
      assert.equal(await other.events.next(), undefined);
      await eventually(() => assert.equal(served.handler.sessions, 1));
    });

    test("a call that the token has no scope for is refused where it is posted", async () => {
      const zoo = new LockedZoo(options);
      const authorizer = gate({ reader: {}, writer: { scopes: ["zoo:write"] } });
      const served = await serve(kind, { authorizer }, zoo);
      const reader = { authorization: "Bearer reader" };
      const { events, endpoint } = await open(served, reader);
      const call = request(1, "tools/call", { name: "free" });
      for (const message of [call, [call]]) {
        const refused = await post(served, endpoint, message, reader);
        assert.equal(refused.status, 403);
        assert.match(refused.headers.get("www-authenticate") ?? "", /scope="zoo:write"/);
      }
      const accepted = await post(served, endpoint, call, { authorization: "Bearer writer" });
      assert.equal(accepted.status, 202);
      assert.ok((await events.message<Answer>()).result);
      assert.equal(zoo.freed, 1);
    });

    test("pages of allowed origins may open sessions", async () => {
      const served = await serve(kind, { allowedOrigins: ["http://app.example"] });
      const origin = "http://app.example";
      const preflight = await served.fetch("/messages", { method: "OPTIONS", headers: { origin } });
      assert.equal(preflight.status, 204);
      assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /POST/);
      const stream = await served.fetch("/sse", { headers: { origin } });
      assert.equal(stream.headers.get("access-control-allow-origin"), origin);
      await stream.body?.cancel();
    });
  });
}

test("who leaves while the token is checked opens no session", async () => {
  const checked: (() => void)[] = [];
  const authorizer: Authorizer = {
    ...gate({}),
    metadataPaths: [],
    metadata: () => undefined,
    authenticate: () =>
      new Promise((resolve) => {
        checked.push(() => resolve({ subject: "mia", scopes: [], claims: {} }));
      }),
  };
  const served = await serve("node:http", { authorizer });
  const socket = connect(Number(new URL(served.origin).port), "127.0.0.1");
  socket.write("GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await eventually(() => assert.equal(checked.length, 1));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  checked[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(served.handler.sessions, 0);
});

test("a reader that does not keep up is cut off", async () => {
  const served = await serve("node:http");
  const socket = connect(Number(new URL(served.origin).port), "127.0.0.1");
  cleanUp.push(() => socket.destroy());
  socket.on("error", () => {});
  socket.write("GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n");
  let head = "";
  while (!head.includes("sessionId=")) head += String((await once(socket, "data"))[0]);
  socket.pause();
  const endpoint = `/${/data: (\S+)/.exec(head)?.[1] ?? ""}`;
  const text = "x".repeat(1024 * 1024);
  for (let id = 1; id <= 60; id++) {
    const call = request(id, "tools/call", { name: "echo", arguments: { text } });
    const { status } = await post(served, endpoint, call);
    if (status === 404) break;
    assert.ok(id < 60, "the session goes on");
  }
  await eventually(() => assert.equal(served.handler.sessions, 0));
});

describe("the official SDK's client", () => {
  let server: Server;
  let url: URL;
  let handler: SseHandler;

  before(async () => {
    handler = createSseHandler(serviceOf(new BusyZoo(options)));
    server = createServer((request, response) => {
      // As in a framework that mounts the handler at /old.
      Object.assign(request, { originalUrl: request.url, url: request.url?.replace("/old", "") });
      handler(request, response);
    });
    const port = await listen(server);
    url = new URL(`http://127.0.0.1:${port}/old/sse`);
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await handler.close();
  });

  test("lists and calls, under a path that a framework has taken off", async () => {
    const client = new Client({ name: "peer", version: "1" });
    await client.connect(new SSEClientTransport(url));
    assert.ok((await client.listTools()).tools.some(({ name }) => name === "echo"));
    const { content } = await client.callTool({ name: "echo", arguments: { text: "hello" } });
    assert.deepEqual(content, [{ type: "text", text: "hello" }]);
    await client.close();
    await eventually(() => assert.equal(handler.sessions, 0));
  });
});
