/** The end of a URL elicitation is told to the client that was asked for it, and to no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer, ProtocolError, serveHttp, serveTransport } from "../../../runtime/index.js";
import { Session, type SessionFacts } from "../../../runtime/session/session.js";
import { rememberVisit } from "../../../runtime/session/visits.js";
import { memoryState } from "../../../runtime/state/memory/state.js";
import { eventually } from "../../support/eventually.js";
import { wireMemory } from "../../support/wire/channels.js";
import type { WireClient, WireMessage, WireOptions } from "../../support/wire/client.js";
import { wireHttp } from "../../support/wire/http.js";

const asked: WireOptions = {
  revision: "2025-11-25",
  capabilities: { elicitation: { url: {} }, tasks: {} },
  answers: { "elicitation/create": () => ({ action: "accept" }) },
};

function visiting(state = memoryState()): McpServer {
  const server = new McpServer({ name: "visits", version: "1" }, { state });
  const page = { mode: "url", message: "Pay", url: "https://example.com/pay" } as const;
  const input = { type: "object", properties: { id: { type: "string" } } } as const;
  server.tool({ name: "pay", input, task: "optional" }, async ({ id }, ctx) => {
    const { action } = await ctx.elicit({ ...page, elicitationId: id as string });
    return action;
  });
  server.tool({ name: "refuse", input }, ({ id }) => {
    const elicitations = [{ ...page, elicitationId: id }];
    throw new ProtocolError(-32042, "Pay first.", { elicitations });
  });
  return server;
}

function heard(client: WireClient): unknown[] {
  const all = client.notifications() as { method: string; params: Record<string, unknown> }[];
  return all
    .filter(({ method }) => method === "notifications/elicitation/complete")
    .map(({ params }) => params["elicitationId"]);
}

function join(server: McpServer, options = asked): Promise<WireClient> {
  return wireMemory((transport) => serveTransport(server, transport), options);
}

test("only the client that was asked hears that its visit is complete", async () => {
  const server = visiting();
  const [one, other, third] = [await join(server), await join(server), await join(server)];
  const call = (client: WireClient, name: string, id: string, more = {}) =>
    client.request("tools/call", { name, arguments: { id }, ...more });
  await call(one, "pay", "first");
  await call(other, "pay", "second");
  // An error may ask for visits, too.
  assert.equal((await call(third, "refuse", "third")).error?.code, -32042);
  const { result } = await call(third, "pay", "in a task", { task: {} });
  const { taskId } = (result?.["task"] ?? {}) as { taskId?: string };
  await third.request("tasks/result", { taskId });
  for (const id of ["second", "third", "in a task", "first", "unknown"]) {
    server.elicitationComplete(id);
  }
  await eventually(() => heard(one).length > 0 && heard(third).length > 1);
  for (const client of [one, other, third]) await client.request("ping");
  assert.deepEqual(heard(one), ["first"]);
  assert.deepEqual(heard(other), ["second"]);
  assert.deepEqual(heard(third), ["third", "in a task"]);
});

test("the client hears it in another process that serves its session", async () => {
  const state = memoryState();
  const processes = await Promise.all(
    [visiting(state), visiting(state)].map(async (server) => ({
      server,
      http: await serveHttp(server, { port: 0, closeGraceMs: 50 }),
    })),
  );
  const [here, there] = processes;
  assert.ok(here && there);
  const client = await wireHttp(here.http.url, asked);
  const stranger = await wireHttp(there.http.url, asked);
  await client.request("tools/call", { name: "pay", arguments: { id: "mine" } });
  await stranger.request("tools/call", { name: "pay", arguments: { id: "theirs" } });
  const elsewhere = await wireHttp(there.http.url, { ...asked, revision: "2025-11-25" });
  elsewhere.sessionId = client.sessionId;
  const stream = elsewhere.messages(await elsewhere.get());
  here.server.elicitationComplete("theirs");
  here.server.elicitationComplete("mine");
  const { value } = await stream.next();
  assert.deepEqual((value as WireMessage).params, { elicitationId: "mine" });
  await Promise.all(processes.map(({ http }) => http.close()));
});

test("an empty id is refused, where it is given out and where its visit ends", async () => {
  const server = visiting();
  for (const id of ["", undefined, 7]) {
    assert.throws(() => server.elicitationComplete(id as string), {
      name: "TypeError",
      message: /needs the id/,
    });
  }
  const client = await join(server);
  const { result } = await client.request("tools/call", { name: "pay", arguments: { id: "" } });
  assert.equal(result?.["isError"], true);
  assert.equal(client.received.length, 2, "no question was sent");
});

test("a session remembers its latest visits only", () => {
  const facts: SessionFacts = {
    protocolVersion: "2025-11-25",
    clientCapabilities: {},
    logLevel: "info",
    initialized: true,
    subscriptions: [],
  };
  let changes = 0;
  const session = new Session(facts, { push: () => true, changed: () => void (changes += 1) });
  for (let i = 0; i < 150; i++) rememberVisit(session, `visit ${i}`);
  rememberVisit(session, "visit 149");
  rememberVisit(session, undefined);
  assert.equal(changes, 150);
  assert.equal(session.facts.visits?.length, 100);
  assert.equal(session.facts.visits.at(-1), "visit 149");
});

/** Tools, prompts and resources that want a visit before they answer. */
function refusing(): McpServer {
  const server = new McpServer({ name: "refusing", version: "1" });
  let visited = 0;
  const refuse = () => {
    if (visited++ % 2 === 1) return "paid";
    const elicitations = [
      { mode: "url", message: "Pay", url: "https://example.com", elicitationId: "p" },
    ];
    throw new ProtocolError(-32042, "Pay first.", { elicitations });
  };
  server.tool({ name: "t" }, refuse);
  server.tool({ name: "later" }, async () => refuse());
  server.tool({ name: "task", task: "required" }, refuse);
  server.tool({ name: "odd" }, () => {
    throw new ProtocolError(-32042, "Pay first.", { elicitations: [{ url: "no url" }] });
  });
  server.resource({ uri: "a://r", name: "r" }, refuse);
  server.prompt({ name: "p" }, refuse);
  server.resource({ uri: "a://gone", name: "gone" }, () => {
    throw new ProtocolError(-32002, "Gone.", { uri: "a://gone" });
  });
  server.completion(() => {
    throw new ProtocolError(-32042, "Pay first.");
  });
  return server;
}

const calls: [method: string, params: { [name: string]: unknown }][] = [
  ["tools/call", { name: "t" }],
  ["tools/call", { name: "later" }],
  ["prompts/get", { name: "p" }],
  ["resources/read", { uri: "a://r" }],
];

test("2026-07-28: an error that asks for visits is a result that asks for them", async () => {
  const server = refusing();
  const capabilities = { elicitation: { url: {} } };
  const client = await join(server, { revision: "2026-07-28", capabilities });
  for (const [method, params] of calls) {
    const { result } = await client.request(method, params);
    assert.equal(result?.["resultType"], "input_required", method);
    const page = { mode: "url", message: "Pay", url: "https://example.com" };
    assert.deepEqual(result?.["inputRequests"], {
      p: { method: "elicitation/create", params: page },
    });
    const inputResponses = { p: { action: "accept" } };
    const again = await client.request(method, { ...params, inputResponses });
    assert.match(JSON.stringify(again.result), /paid/, method);
    const declined = await client.request(method, {
      ...params,
      inputResponses: { p: { action: "decline" } },
    });
    assert.equal(declined.error?.code, -32603, method);
    assert.equal(declined.error?.message, "Pay first.");
    await client.request(method, params);
  }
  for (const [method, params] of [
    ["tools/call", { name: "odd" }],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "a://r" }, argument: { name: "a", value: "" } },
    ],
  ] as const) {
    const { error } = await client.request(method, params);
    assert.deepEqual([error?.code, error?.data], [-32603, undefined], method);
  }
  const gone = await client.request("resources/read", { uri: "a://gone" });
  assert.equal(gone.error?.code, -32602);
  const unable = await join(server, { revision: "2026-07-28" });
  const { error } = await unable.request("tools/call", { name: "t" });
  assert.equal(error?.code, -32021);
});

test("2026-07-28: a task asks for the visits that its error asks for", async () => {
  const extension = "io.modelcontextprotocol/tasks";
  const capabilities = { elicitation: { url: {} }, extensions: { [extension]: {} } };
  const client = await join(refusing(), { revision: "2026-07-28", capabilities });
  const { result } = await client.request("tools/call", { name: "task" });
  assert.deepEqual(Object.keys((result?.["inputRequests"] ?? {}) as object), ["p"]);
});

test("other revisions never get an error code that they don't have", async () => {
  for (const revision of ["2024-11-05", "2025-06-18", "2025-11-25"] as const) {
    for (const [method, params] of calls) {
      const client = await join(refusing(), { revision });
      const { error } = await client.request(method, params);
      assert.equal(error?.code, revision === "2025-11-25" ? -32042 : -32603, revision);
      assert.equal(error?.message, "Pay first.");
    }
    const client = await join(refusing(), { revision });
    const { error } = await client.request("resources/read", { uri: "a://gone" });
    assert.equal(error?.code, -32002);
  }
});
