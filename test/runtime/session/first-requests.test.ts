/** The first requests of a process for lazily loaded features. Callers must not notice the loading. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { McpServer, serveHttp, serveTransport, serviceOf } from "../../../runtime/index.js";
import type { RequestRouter } from "../../../runtime/server/request-router.js";
import { memoryChannel } from "../../support/wire/channels.js";
import { WireClient } from "../../support/wire/client.js";
import { wireHttp } from "../../support/wire/http.js";
import { eventually } from "../../support/eventually.js";
import { envelope, Peer } from "../../support/peer.js";

const modern = "2026-07-28";
const clientInfo = { name: "test", version: "1" };

function notes(seen: string[] = []): McpServer {
  const server = new McpServer({ name: "notes", version: "1" });
  server.tool({ name: "rename" }, () => "renamed");
  server.template({ uriTemplate: "notes://{title}", name: "note" }, ({ title }) => {
    seen.push(title as string);
    return "text";
  });
  return server;
}

/** A server whose tasks work until they are cancelled. */
function workshop(signals: AbortSignal[]): McpServer {
  const server = new McpServer({ name: "workshop", version: "1" }, { logger: () => {} });
  server.tool({ name: "work", task: "required" }, async (_input, { signal }) => {
    signals.push(signal);
    if (!signal.aborted) await once(signal, "abort");
  });
  return server;
}

/** Waits for messages in flight, but too briefly for any loading. */
async function turn(): Promise<void> {
  for (let count = 0; count < 20; count++) await Promise.resolve();
}

// The test is about which of these requests is first, so they start before the first test ends.
const listening = listenAndChange();
const reading = readAndLeave();
const ending = askAndEnd();
const leaving = askAndLeave();

test("a change right after a subscription is sent after its acknowledgement", async () => {
  assert.deepEqual(await listening, [
    "notifications/subscriptions/acknowledged",
    "notifications/tools/list_changed",
  ]);
});

test("a read that is cancelled before it began is not begun, and the others keep their order", async () => {
  assert.deepEqual(await reading, ["first", "last"]);
});

test("a client that says no more still gets its answers", async () => {
  const { error } = await ending;
  assert.equal(error, undefined);
});

test("a question that a method does not wait for goes out before its answer, and what it says after it", async () => {
  assert.deepEqual(await leaving, ["sampling/createMessage", "notifications/progress", "answer"]);
});

test("what comes too early is refused, also while what it needs is loaded", async () => {
  const server = new McpServer({ name: "strict", version: "1" }, { enforceLifecycle: true });
  server.tool({ name: "hi" }, () => "hi");
  const peer = new Peer(server, "2025-11-25");
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  await peer.request("initialize", initialize);
  let loaded!: () => void;
  (serviceOf(server) as RequestRouter).waitFor(new Promise<void>((go) => (loaded = go)));
  const early = peer.request("tools/list");
  await turn();
  peer.notify("notifications/initialized");
  const inTime = peer.request("tools/list");
  await turn();
  loaded();
  assert.equal((await early).error?.code, -32600);
  assert.ok((await inTime).result);
  await peer.close();
});

test("over HTTP nothing comes too early where the server keeps no sessions", async (t) => {
  const server = new McpServer({ name: "strict", version: "1" }, { enforceLifecycle: true });
  server.tool({ name: "hi" }, () => "hi");
  for (const sessions of [false, true]) {
    const http = await serveHttp(server, { port: 0, closeGraceMs: 100, sessions });
    t.after(() => http.close());
    const client = await wireHttp(http.url, { revision: "2025-11-25" });
    assert.ok((await client.request("tools/list")).result);
    client.sessionId = undefined;
    const { error } = await client.request("tools/list");
    assert.equal(error?.code, sessions ? -32600 : undefined);
  }
});

test("a task that is cancelled before it began is not begun", async () => {
  const signals: AbortSignal[] = [];
  const peer = await Peer.connect(workshop(signals), "2025-11-25");
  void peer.request("tools/call", { name: "work", task: {} }, "gone");
  peer.notify("notifications/cancelled", { requestId: "gone" });
  const { result } = await peer.request("tools/call", { name: "work", task: {} });
  assert.ok(result?.["task"]);
  await eventually(() => assert.equal(signals.length, 1));
  await pause(50);
  assert.equal(signals.length, 1);
  await peer.close();
});

test("a server that closes while its first task begins leaves nothing at work", async () => {
  const signals: AbortSignal[] = [];
  const server = workshop(signals);
  const peer = await Peer.connect(server, "2025-11-25");
  const begun = peer.request("tools/call", { name: "work", task: {} });
  await turn();
  await server.close();
  await begun;
  await pause(50);
  assert.ok(signals.every(({ aborted }) => aborted));
  await peer.close();
});

test("a server without tasks closes without what works on them", async () => {
  const server = notes();
  const peer = await Peer.connect(server, modern);
  await peer.call("rename");
  await peer.close();
  await server.close();
});

async function listenAndChange(): Promise<string[]> {
  const server = notes();
  const peer = await Peer.connect(server, modern);
  void peer.request("subscriptions/listen", { notifications: { toolsListChanged: true } });
  await turn();
  server.tool({ name: "new" }, () => "new");
  await eventually(() => assert.equal(peer.notifications.length, 2));
  await peer.close();
  return peer.notifications.map(({ method }) => method);
}

async function readAndLeave(): Promise<string[]> {
  const seen: string[] = [];
  const peer = await Peer.connect(notes(seen), modern);
  const read = (title: string) =>
    peer.request("resources/read", { uri: `notes://${title}` }, title);
  const first = read("first");
  void read("gone");
  const params = { requestId: "gone", _meta: envelope() };
  peer.raw({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  await Promise.all([first, read("last")]);
  await peer.close();
  return seen;
}

/** A method that makes requests and sends messages without waiting, and their outcomes in order. */
async function askAndLeave(): Promise<string[]> {
  const server = new McpServer({ name: "asking", version: "1" });
  server.method({ name: "example.com/ask" }, (_params, ctx) => {
    const content = { type: "text", text: "Hi" } as const;
    void ctx.sample({ messages: [{ role: "user", content }], maxTokens: 1 });
    ctx.progress(1);
    return {};
  });
  const channel = memoryChannel((transport) => serveTransport(server, transport));
  const client = new WireClient(channel, {
    revision: "2025-11-25",
    capabilities: { sampling: {} },
  });
  await client.initialize();
  const before = client.received.length;
  await client.request("example.com/ask", { _meta: { progressToken: 1 } }, { malformed: true });
  await pause(50);
  const came = client.received.slice(before) as { readonly method?: string }[];
  await client.close();
  return came.map(({ method }) => method ?? "answer");
}

async function askAndEnd() {
  const peer = await Peer.connect(notes(), modern);
  const answer = peer.request("resources/read", { uri: "notes://x" });
  await peer.end();
  return answer;
}
