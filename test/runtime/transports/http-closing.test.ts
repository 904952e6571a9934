/** The end of a server over HTTP: open requests are answered, later ones refused, and nothing else keeps it waiting. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { fetchHandler, McpServer, serveHttp } from "../../../runtime/index.js";
import { ask, basic, call } from "../../support/transports/http.js";

/** Far below the grace of five seconds, after which everything is ended by force. */
const soonMs = 2_000;

function newServer(): McpServer {
  const server = new McpServer({ name: "s", version: "1" });
  server.tool({ name: "wait", input: { type: "object" } }, async ({ ms, length = 1e6 }) => {
    await pause(ms as number);
    return "x".repeat(length as number);
  });
  server.tool({ name: "stay" }, (_input, { signal }) => once(signal, "abort").then(() => "left"));
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const form = { message: "?", requestedSchema: { type: "object" as const, properties: {} } };
    return (await ctx.elicit(form)).action;
  });
  return server;
}

/** Returns how long work takes, in milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

interface Seen {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly session: string | undefined;
  readonly body: string;
}

/** Posts on the kept connections of an agent. */
function poster(t: TestContext, url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 3 });
  t.after(() => agent.destroy());
  return (body: string, headers: Record<string, string> = {}): Promise<Seen> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(url, { agent, method: "POST", headers: { ...basic, ...headers } });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({
            status: response.statusCode,
            connection: response.headers.connection,
            session: response.headers["mcp-session-id"] as string | undefined,
            body: text,
          }),
        );
      });
      sent.end(body);
    });
}

const initialize = ask("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: { elicitation: {} },
  clientInfo: { name: "c", version: "1" },
});

test("a client that only listens does not keep a closing server waiting", async () => {
  const http = await serveHttp(newServer(), { port: 0 });
  const client = new Client({ name: "c", version: "1" });
  client.onerror = () => {};
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)) as Transport);
  await pause(200);
  const took = await timed(() => http.close());
  await client.close().catch(() => {});
  assert.ok(took < soonMs, `closing took ${took} ms`);
});

test("a kept connection and one that never sent anything do not keep a closing server waiting", async (t) => {
  const http = await serveHttp(newServer(), { port: 0 });
  const post = poster(t, http.url);
  assert.equal((await post(ask("ping"))).status, 200);
  const silent = connect(Number(new URL(http.url).port), "127.0.0.1");
  silent.on("error", () => {});
  await once(silent, "connect");
  await pause(50);
  const took = await timed(() => http.close());
  assert.ok(took < soonMs, `closing took ${took} ms`);
});

test("an open call is answered in full, and the server closes right after it", async (t) => {
  const http = await serveHttp(newServer(), { port: 0 });
  const post = poster(t, http.url);
  for (const accept of [basic["accept"]!, "text/event-stream"]) await post(ask("ping"), { accept });
  const calls = [
    post(call("wait", { ms: 300 })),
    post(call("wait", { ms: 300 }), { accept: "text/event-stream" }),
  ];
  await pause(100);
  const took = await timed(() => http.close());
  assert.ok(took < soonMs, `closing took ${took} ms`);
  for (const { status, body } of await Promise.all(calls)) {
    assert.equal(status, 200);
    assert.ok(body.length > 1_000_000, `only ${body.length} characters arrived`);
  }
});

test("an answer that its client reads slowly arrives in full", async () => {
  const http = await serveHttp(newServer(), { port: 0 });
  const body = call("wait", { ms: 0, length: 30_000_000 });
  const socket = connect(Number(new URL(http.url).port), "127.0.0.1");
  const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  await once(socket, "readable");
  const closed = http.close();
  await pause(50);
  let got = 0;
  for await (const chunk of socket) got += (chunk as Buffer).length;
  assert.ok(got > 30_000_000, `only ${got} bytes arrived`);
  await closed;
});

test("while a server closes, requests are refused, and answers to its questions are taken", async (t) => {
  const http = await serveHttp(newServer(), { port: 0 });
  const post = poster(t, http.url);
  const begun = await post(initialize);
  const session = { "mcp-session-id": begun.session ?? "" };
  const asking = askOn(http.url, session);
  const question = await asking.question;
  // Two more kept connections, for the requests below.
  await Promise.all([post(call("wait", { ms: 50 })), post(call("wait", { ms: 50 }))]);
  const closed = http.close();
  await pause(20);
  const late = await post(ask("ping", {}, 7), session);
  assert.deepEqual([late.status, late.connection], [503, "close"]);
  assert.match(late.body, /"id":7,"error":.*The server is stopping/);
  const answer = { jsonrpc: "2.0", id: question.id, result: { action: "decline" } };
  assert.equal((await post(JSON.stringify(answer), session)).status, 202);
  assert.match(await asking.rest, /"text":"decline"/);
  const took = await timed(() => closed);
  assert.ok(took < soonMs, `closing took ${took} ms`);
});

test("a request whose head was on its way when the server closed is refused", async (t) => {
  const http = await serveHttp(newServer(), { port: 0 });
  const { port } = new URL(http.url);
  const open = poster(t, http.url)(call("wait", { ms: 300 }));
  const socket = connect(Number(port), "127.0.0.1");
  let got = "";
  socket.on("data", (chunk: Buffer) => (got += chunk.toString()));
  socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
  await pause(100);
  const closed = http.close();
  const body = ask("ping", {}, 7);
  socket.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await once(socket, "close");
  assert.match(got, /^HTTP\/1.1 503 [^]*connection: close[^]*The server is stopping/i);
  assert.equal((await open).status, 200);
  await closed;
});

test("a call that outlives the grace of its session is answered with an error", async (t) => {
  const http = await serveHttp(newServer(), { port: 0, closeGraceMs: 100 });
  const post = poster(t, http.url);
  const { session = "" } = await post(initialize);
  const open = post(call("stay"), { "mcp-session-id": session });
  await pause(50);
  await http.close();
  assert.match((await open).body, /"id":1,"error":.*The server is stopping/);
});

test("two calls of close end together", async () => {
  const http = await serveHttp(newServer(), { port: 0 });
  const first = http.close();
  assert.equal(http.close(), first);
  await first;
});

test("a handler that was closed refuses requests, and answers those that are open", async () => {
  const handler = await fetchHandler(newServer(), { loopback: true });
  const send = (body: string, headers: Record<string, string> = {}, method = "POST") =>
    handler(
      new Request("http://localhost/mcp", {
        method,
        headers: { ...basic, ...headers },
        ...(method === "POST" && { body }),
      }),
    );
  const begun = await send(initialize);
  const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
  const open = send(call("wait", { ms: 100 }));
  const listening = await send("", { ...session, accept: "text/event-stream" }, "GET");
  handler.close();
  await listening.text();
  const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} });
  for (const [body, headers, method] of [
    [ask("ping"), {}, "POST"],
    [initialize, {}, "POST"],
    [`[${ask("ping")}]`, {}, "POST"],
    [ask("ping"), session, "POST"],
    [answer, session, "POST"],
    ["", { ...session, accept: "text/event-stream" }, "GET"],
    ["", session, "DELETE"],
  ] as const) {
    const { status } = await send(body, headers, method);
    assert.equal(status, 503, `${method} ${body}`);
  }
  assert.equal((await open).status, 200);
});

/** Calls a tool that asks on a stream of its own. Returns its question, and the rest of the stream. */
function askOn(url: string, headers: Record<string, string>) {
  const reader = fetch(url, {
    method: "POST",
    headers: { ...basic, ...headers, "mcp-protocol-version": "2025-06-18" },
    body: call("ask"),
  }).then((response) => response.body!.pipeThrough(new TextDecoderStream()).getReader());
  const question = reader.then(async (stream) => {
    const { value = "" } = await stream.read();
    const [, data = ""] = /data: (\{.*)/.exec(value) ?? [];
    return JSON.parse(data) as { id: string };
  });
  const rest = question.then(async () => {
    let text = "";
    for (const stream = await reader; ;) {
      const { value, done } = await stream.read();
      if (done) return text;
      text += value;
    }
  });
  return { question, rest };
}
