/** Sessions of revisions before 2026-07-28 over HTTP, and the streams that outlive their connections. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { after, test } from "node:test";
import {
  McpServer,
  memoryState,
  serveHttp,
  type HttpServer,
  type HttpServerOptions,
  type Revision,
  type State,
} from "../../../runtime/index.js";
import { byText } from "../../support/by-text.js";
import { Gate } from "../../support/gate.js";
import type { WireMessage } from "../../support/wire/client.js";
import { wireHttp, WireHttp } from "../../support/wire/http.js";

const open: HttpServer[] = [];
after(() => Promise.all(open.map((server) => server.close())));

interface Served {
  readonly url: string;
  readonly server: McpServer;
  readonly gate: Gate;
}

async function serve(options: HttpServerOptions = {}): Promise<Served> {
  const server = new McpServer({ name: "sessions", version: "1" });
  const gate = new Gate();
  server.tool({ name: "now" }, () => "done");
  server.tool({ name: "wait" }, async (_input, ctx) => {
    await Promise.race([
      gate.passed,
      new Promise((resolve) => ctx.signal.addEventListener("abort", resolve)),
    ]);
    return "waited";
  });
  server.tool({ name: "leave" }, async (_input, ctx) => {
    ctx.log("info", "before");
    ctx.disconnect(20);
    await gate.passed;
    ctx.log("info", "between");
    return "fetched later";
  });
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const { action } = await ctx.elicit({
      message: "Yes?",
      requestedSchema: { type: "object", properties: {} },
    });
    return action;
  });
  server.resource({ uri: "test://a", name: "a" }, () => "a");
  const http = await serveHttp(server, { port: 0, closeGraceMs: 100, ...options });
  open.push(http);
  return { url: http.url, server, gate };
}

const asking = {
  capabilities: { elicitation: {} },
  answers: { "elicitation/create": () => ({ action: "accept", content: {} }) },
};
const introduction = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "x", version: "1" },
};
const text = (reply: { readonly result?: WireMessage["result"] }): unknown =>
  (reply.result?.["content"] as { text: string }[] | undefined)?.[0]?.text;

const withSessions: readonly Revision[] = ["2025-03-26", "2025-06-18", "2025-11-25"];

for (const revision of withSessions) {
  test(`${revision}: a session lives from initialize to DELETE`, async () => {
    const { url } = await serve();
    const client = await wireHttp(url, { revision });
    assert.match(client.sessionId ?? "", /^[\x21-\x7e]{32,}$/);
    assert.equal(text(await client.request("tools/call", { name: "now" })), "done");
    assert.equal(await client.delete(), 204);
    const gone = await client.request("tools/list");
    assert.equal(gone.status, 404);
    assert.equal(gone.error?.code, -32001);
  });

  test(`${revision}: what a call asks travels on its own stream`, async () => {
    if (revision < "2025-06-18") return;
    const { url } = await serve();
    const client = await wireHttp(url, { revision, ...asking });
    const reply = await client.request("tools/call", { name: "ask" });
    assert.equal(text(reply), "accept");
    assert.equal(reply.headers.get("content-type"), "text/event-stream");
  });

  test(`${revision}: changes are sent on the GET stream to subscribed clients`, async () => {
    const { url, server } = await serve();
    const client = await wireHttp(url, { revision });
    await client.request("resources/subscribe", { uri: "test://a" });
    const leave = new AbortController();
    const stream = await client.get({}, leave.signal);
    assert.equal(stream.status, 200);
    const heard = client.messages(stream);
    const registration = server.tool({ name: "late" }, () => "late");
    server.resourceUpdated("test://other");
    server.resourceUpdated("test://a");
    registration.remove();
    const methods = [];
    for (let i = 0; i < 2; i++) methods.push((await heard.next()).value as WireMessage);
    assert.deepEqual(methods.map(({ method, params }) => [method, params?.["uri"]]).sort(byText), [
      ["notifications/resources/updated", "test://a"],
      ["notifications/tools/list_changed", undefined],
    ]);
    leave.abort();
    await heard.next().catch(() => {});
  });
}

test("a client fetches an answer later, with the messages in between, by the last event's id", async () => {
  const { url, gate } = await serve();
  const client = await wireHttp(url, { revision: "2025-11-25" });
  setTimeout(gate.open, 60);
  const reply = await client.request("tools/call", { name: "leave" });
  assert.equal(text(reply), "fetched later");
  const [first] = reply.events;
  assert.equal(first?.data, "");
  assert.ok(first.id);
  assert.ok(reply.events.some(({ retry }) => retry === 20));
  assert.deepEqual(
    reply.notifications.map(({ params }) => params?.["data"]),
    ["before", "between"],
  );
  const ids = reply.events.map(({ id }) => id).filter((id) => id !== undefined);
  assert.equal(new Set(ids).size, ids.length, "ids are unique");
});

test("a stream is replayed from the event that is named, and only that stream", async () => {
  const { url, gate } = await serve();
  gate.open();
  const client = await wireHttp(url, { revision: "2025-11-25" });
  const other = await client.request("tools/call", { name: "leave" });
  const reply = await client.request("tools/call", { name: "leave" });
  assert.equal(text(other), text(reply));
  const [first] = reply.events;
  const again = await client.get({ "last-event-id": first?.id ?? "" });
  const messages: WireMessage[] = [];
  for await (const message of client.messages(again)) messages.push(message);
  assert.deepEqual(
    messages.map(({ method, id }) => method ?? id),
    ["notifications/message", "notifications/message", reply.message?.id],
  );
  assert.equal((await client.get({ "last-event-id": "nobody_1" })).status, 400);
});

test("a session is its own user's", async () => {
  const { url } = await serve({
    authorizer: {
      metadataPaths: [],
      metadata: () => undefined,
      authenticate: ({ header }) =>
        Promise.resolve({ subject: header("authorization") ?? "nobody", scopes: [], claims: {} }),
      allows: () => true,
      insufficientScope: () => assert.fail("nothing needs scopes"),
    },
  });
  const ann = await wireHttp(url, { revision: "2025-11-25", headers: { authorization: "ann" } });
  const bob = new WireHttp(url, { revision: "2025-11-25", headers: { authorization: "bob" } });
  bob.sessionId = ann.sessionId;
  assert.equal((await bob.request("tools/list")).status, 404);
  assert.equal((await bob.get()).status, 404);
  assert.equal(await bob.delete(), 404);
  assert.equal((await ann.request("tools/list")).status, 200);
});

test("an idle session is forgotten, but never while something is open", async () => {
  const { url, gate } = await serve({ sessions: { idleMs: 700 } });
  const idle = await wireHttp(url, { revision: "2025-11-25" });
  const busy = await wireHttp(url, { revision: "2025-11-25" });
  const listening = await wireHttp(url, { revision: "2025-11-25" });
  const leave = new AbortController();
  const stream = await listening.get({}, leave.signal);
  const waiting = busy.request("tools/call", { name: "wait" });
  await pause(2_200);
  assert.equal((await idle.request("tools/list")).status, 404);
  assert.equal((await listening.request("tools/list")).status, 200);
  gate.open();
  assert.equal(text(await waiting), "waited");
  leave.abort();
  await stream.text().catch(() => {});
});

test("a cancelled call is answered with nothing", async () => {
  const { url } = await serve();
  const client = await wireHttp(url, { revision: "2025-11-25" });
  const call = client.request("tools/call", { name: "wait" }, { id: "c" });
  await pause(50);
  assert.equal(await client.notify("notifications/cancelled", { requestId: "c" }), 202);
  const reply = await call;
  assert.equal(reply.message, undefined);
});

test("sessions have a limit, and a refused one leaves nothing behind", async () => {
  const { url } = await serve({ sessions: { maxSessions: 1 } });
  const first = await wireHttp(url, { revision: "2025-11-25" });
  const second = new WireHttp(url, { revision: "2025-11-25" });
  assert.equal((await second.request("initialize", introduction)).status, 503);
  assert.equal(await first.delete(), 204);
  assert.equal((await second.request("initialize", introduction)).status, 200);
});

test("an initialize that is refused leaves no session behind", async () => {
  const server = new McpServer({ name: "limited", version: "1" }, { limits: { perMinute: 1 } });
  const http = await serveHttp(server, { port: 0, sessions: { maxSessions: 2 } });
  open.push(http);
  const statuses: unknown[] = [];
  for (let times = 0; times < 4; times += 1) {
    const client = new WireHttp(http.url, { revision: "2025-11-25" });
    const { status, headers } = await client.request("initialize", introduction);
    statuses.push([status, headers.has("mcp-session-id")]);
  }
  assert.deepEqual(statuses, [
    [200, true],
    [429, false],
    [429, false],
    [429, false],
  ]);
});

test("an initialize that takes long names its session on the stream that it opens", async () => {
  const state = memoryState();
  const { sessions } = state;
  const save: State["sessions"]["save"] = async (...args) => {
    await pause(600);
    return sessions.save(...args);
  };
  const server = new McpServer(
    { name: "slow", version: "1" },
    { state: { ...state, sessions: { ...sessions, save } } },
  );
  const http = await serveHttp(server, { port: 0, keepAliveMs: 100 });
  open.push(http);
  const client = new WireHttp(http.url, { revision: "2025-11-25" });
  const { events, headers, result } = await client.request("initialize", introduction);
  assert.ok(result);
  assert.notEqual(events.length, 0);
  assert.match(headers.get("mcp-session-id") ?? "", /^[\x21-\x7e]{32,}$/);
});

test("a session that ends while a guard thinks of a subscription stays ended", async () => {
  const gate = new Gate();
  const server = new McpServer({ name: "guarded", version: "1" });
  const guard = async (): Promise<boolean> => {
    await gate.passed;
    return true;
  };
  server.resource({ uri: "test://a", name: "a", use: [{ guard }] }, () => "a");
  const http = await serveHttp(server, { port: 0, closeGraceMs: 100 });
  open.push(http);
  const client = await wireHttp(http.url, { revision: "2025-11-25" });
  const subscribed = client.request("resources/subscribe", { uri: "test://a" });
  await pause(50);
  assert.equal(await client.delete(), 204);
  gate.open();
  await subscribed;
  await pause(50);
  assert.equal((await client.request("ping")).status, 404);
});

test("without sessions a client is served, and requests to it fail at once", async () => {
  const { url } = await serve({ sessions: false });
  const client = await wireHttp(url, { revision: "2025-11-25", ...asking });
  assert.equal(client.sessionId, undefined);
  assert.equal(text(await client.request("tools/call", { name: "now" })), "done");
  const reply = await client.request("tools/call", { name: "ask" });
  assert.equal(reply.result?.["isError"], true);
  assert.equal((await client.get()).status, 405);
  assert.equal(await client.delete(), 405);
});

test("requests with the same id in one session each get their own answer or an error", async () => {
  const { url, gate } = await serve();
  const client = await wireHttp(url, { revision: "2025-11-25" });
  const one = client.request("tools/call", { name: "wait" }, { id: 1 });
  await pause(50);
  const two = await client.request("tools/call", { name: "now" }, { id: 1 });
  gate.open();
  assert.equal(text(await one), "waited");
  assert.equal(two.error?.code, -32600);
});

test("closing ends the streams that wait for news, and answers what is open", async () => {
  const server = new McpServer({ name: "closing", version: "1" });
  const gate = new Gate();
  const begun = new Gate();
  server.tool({ name: "wait" }, () => {
    begun.open();
    return gate.passed.then(() => "waited");
  });
  const http = await serveHttp(server, { port: 0 });
  const old = await wireHttp(http.url, { revision: "2025-11-25" });
  const modern = await wireHttp(http.url, { revision: "2026-07-28" });
  const stream = await old.get();
  const listening = modern.request(
    "subscriptions/listen",
    { notifications: { toolsListChanged: true } },
    { id: "l" },
  );
  const waiting = old.request("tools/call", { name: "wait" });
  await begun.passed;
  const closed = http.close();
  await stream.text();
  const ended = await listening;
  assert.equal(ended.result?.["resultType"], "complete");
  gate.open();
  assert.equal(text(await waiting), "waited");
  await closed;
});
