/** The wire check itself: it accepts exactly the messages that may be sent. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Transport as SdkTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Revision, Transport } from "../../../runtime/index.js";
import { checkMessage, type Answered } from "../../support/wire/check.js";
import { wireMemory } from "../../support/wire/channels.js";
import { WireConversation } from "../../support/wire/conversation.js";
import { headerValue, wireHttp } from "../../support/wire/http.js";
import { wireCheckOn, type Side } from "../../support/wire/schemas.js";
import { checkedTransport } from "../../support/wire/sdk.js";
import { SseParser } from "../../support/wire/sse.js";

const [a, b, c, d, e] = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
] as const;
const serverInfo = { name: "s", version: "1" };
const made = { _meta: { "io.modelcontextprotocol/serverInfo": serverInfo } };
const done = { resultType: "complete", ...made };
const envelope = {
  "io.modelcontextprotocol/protocolVersion": e,
  "io.modelcontextprotocol/clientCapabilities": {},
};
const tool = { name: "t", inputSchema: { type: "object", properties: { a: { type: "string" } } } };
const content = [{ type: "text", text: "x" }];
const task = {
  taskId: "1",
  status: "working",
  createdAt: "2026-01-01T00:00:00Z",
  lastUpdatedAt: "2026-01-01T00:00:00Z",
  ttlMs: null,
};
const result = (value: object) => ({ jsonrpc: "2.0", id: 1, result: value });
const call = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 1, method, params });
const notify = (method: string, params?: object) => ({ jsonrpc: "2.0", method, params });
const error = (code: number, data?: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message: "m", data },
});
const form = { message: "m", requestedSchema: { type: "object", properties: {} } };

type Row = [what: string, revision: Revision, from: Side, message: unknown, answered?: Answered];

const right: Row[] = [
  ["a call", a, "client", call("tools/call", { name: "t" })],
  ["a call with an envelope", e, "client", call("tools/call", { name: "t", _meta: envelope })],
  ["a ping", d, "server", call("ping")],
  ["a question", d, "server", call("elicitation/create", form)],
  [
    "progress",
    b,
    "server",
    notify("notifications/progress", { progressToken: 1, progress: 1, message: "m" }),
  ],
  [
    "metadata on a notification",
    a,
    "server",
    notify("notifications/resources/updated", { uri: "x:y", _meta: {} }),
  ],
  ["a list", d, "server", result({ tools: [{ ...tool, title: "T" }] }), { method: "tools/list" }],
  ["a result", e, "server", result({ content, ...done }), { method: "tools/call" }],
  [
    "a question in a result",
    e,
    "server",
    result({
      ...made,
      resultType: "input_required",
      inputRequests: { a: { method: "elicitation/create", params: form } },
    }),
    { method: "tools/call" },
  ],
  [
    "a task in place of a result",
    d,
    "server",
    result({ task: { ...task, ttlMs: undefined, ttl: 5 } }),
    { method: "tools/call", params: { task: {} } },
  ],
  [
    "a task of the extension",
    e,
    "server",
    result({ ...task, ...made, resultType: "task" }),
    { method: "tools/call" },
  ],
  [
    "a finished task",
    e,
    "server",
    result({ ...task, ...done, status: "completed", result: { content } }),
    { method: "tasks/get" },
  ],
  [
    "a fraction from a form",
    d,
    "client",
    result({ action: "accept", content: { a: 1.5 } }),
    { method: "elicitation/create" },
  ],
  ["an error without an id", a, "server", { ...error(-32700), id: undefined }],
  ["a version error", e, "server", error(-32022, { supported: [e], requested: "x" })],
];

const wrong: Row[] = [
  ["no object", d, "client", 7],
  ["no version", d, "client", { id: 1, method: "ping" }],
  ["neither this nor that", d, "client", { jsonrpc: "2.0", id: 1 }],
  ["an id that is null", d, "client", { ...call("ping"), id: null }],
  ["no envelope", e, "client", call("tools/call", { name: "t" })],
  ["a call without a name", d, "client", call("tools/call", {})],
  ["an unknown method", d, "client", call("tools/frobnicate")],
  ["a method that was removed", e, "client", call("ping", { _meta: envelope })],
  ["a method that was not there yet", d, "client", call("server/discover", { _meta: envelope })],
  ["a server's request from a client", d, "client", call("elicitation/create", form)],
  ["a client's request from a server", d, "server", call("tools/list")],
  ["a request of a server since 2026-07-28", e, "server", call("elicitation/create", form)],
  ["an unknown notification", d, "server", notify("notifications/unheard-of")],
  [
    "a newer member of a notification",
    a,
    "server",
    notify("notifications/progress", { progressToken: 1, progress: 1, message: "m" }),
  ],
  [
    "a newer member of a tool",
    b,
    "server",
    result({ tools: [{ ...tool, title: "T" }] }),
    { method: "tools/list" },
  ],
  [
    "a mark that only tasks have",
    e,
    "server",
    result({ tools: [{ ...tool, execution: {} }], ttlMs: 0, cacheScope: "private", ...done }),
    { method: "tools/list" },
  ],
  [
    "newer content",
    b,
    "server",
    result({ content: [{ type: "resource_link", uri: "x:y", name: "n" }] }),
    { method: "tools/call" },
  ],
  [
    "structured content that is a list",
    d,
    "server",
    result({ content, structuredContent: [1] }),
    { method: "tools/call" },
  ],
  ["hints about caching", d, "server", result({ tools: [], ttlMs: 0 }), { method: "tools/list" }],
  ["no hints about caching", e, "server", result({ tools: [], ...done }), { method: "tools/list" }],
  ["no type", e, "server", result({ content, ...made }), { method: "tools/call" }],
  [
    "an unknown type",
    e,
    "server",
    result({ content, ...made, resultType: "later" }),
    { method: "tools/call" },
  ],
  ["no maker", e, "server", result({ content, resultType: "complete" }), { method: "tools/call" }],
  [
    "a question where none may be",
    e,
    "server",
    result({ ...made, resultType: "input_required", requestState: "x" }),
    { method: "tools/list" },
  ],
  [
    "a question that asks nothing",
    e,
    "server",
    result({ ...made, resultType: "input_required" }),
    { method: "tools/call" },
  ],
  [
    "a task of the extension for a prompt",
    e,
    "server",
    result({ ...task, ...made, resultType: "task" }),
    { method: "prompts/get" },
  ],
  [
    "a finished task without a result",
    e,
    "server",
    result({ ...task, ...done, status: "completed" }),
    { method: "tasks/get" },
  ],
  ["a result to no request", d, "server", result({})],
  ["a result to a method that is none", d, "server", result({}), { method: "tools/frobnicate" }],
  [
    "a multi-select question",
    c,
    "server",
    call("elicitation/create", {
      message: "m",
      requestedSchema: {
        type: "object",
        properties: { a: { type: "array", items: { type: "string", enum: ["a"] } } },
      },
    }),
  ],
  [
    "a visit without an id",
    d,
    "server",
    call("elicitation/create", { mode: "url", message: "m", url: "x:y" }),
  ],
  ["an error code of old", e, "server", error(-32002)],
  ["a version error without its data", e, "server", error(-32022)],
  [
    "a broken answer of a client",
    d,
    "client",
    result({ action: "maybe" }),
    { method: "elicitation/create" },
  ],
];

describe("single messages", { skip: !wireCheckOn }, () => {
  /** As on the wire: without undefined members. */
  const check = ([, revision, from, message, answered]: Row): void =>
    checkMessage(revision, from, JSON.parse(JSON.stringify(message)), answered);
  for (const row of right) test(`let through: ${row[0]} (${row[1]})`, () => check(row));
  for (const row of wrong) {
    test(`refused: ${row[0]} (${row[1]})`, () =>
      assert.throws(() => check(row), assert.AssertionError));
  }
});

test("a conversation knows what is answered, once", { skip: !wireCheckOn }, () => {
  const talk = new WireConversation(d);
  const init = { protocolVersion: c, capabilities: {}, clientInfo: serverInfo };
  talk.client(call("initialize", init));
  talk.server(result({ protocolVersion: c, capabilities: {}, serverInfo }));
  talk.client(notify("notifications/initialized"));
  talk.client(call("tools/list"));
  talk.server({ ...call("elicitation/create", form), id: 7 });
  talk.client({ ...result({ action: "cancel" }), id: 7 });
  assert.throws(() => talk.server(result({ tools: [{ ...tool, icons: [] }] })), /2025-06-18/);
  assert.throws(() => talk.server(result({ tools: [] })), /without a request/);
  talk.client({ ...call("server/discover", { _meta: envelope }), id: 2 });
  talk.server(notify("notifications/message", { level: "info", data: 1 }));
});

test("a client fails when its server sends what it may not", { skip: !wireCheckOn }, async () => {
  const client = await wireMemory(fake({ "tools/list": { tools: [{ name: "t" }] } }), {
    revision: d,
  });
  await assert.rejects(client.request("tools/list"), /inputSchema/);
  assert.throws(() => client.notify("notifications/initialized"), /inputSchema/);
  await assert.rejects(client.close(), /inputSchema/);
});

test("a client sends nothing wrong unless it says so", { skip: !wireCheckOn }, async () => {
  const client = await wireMemory(fake({ "tools/list": { tools: [] } }), { revision: d });
  await assert.rejects(client.request("tools/list", { cursor: 7 }), /cursor/);
  const { result: got } = await client.request("tools/list", { cursor: 7 }, { malformed: true });
  assert.deepEqual(got, { tools: [] });
  await client.close();
});

test("over HTTP a stream is read to its answer, over several connections, and the server is answered", async () => {
  const seen: string[] = [];
  const stream = (...lines: string[]): Response =>
    new Response(lines.join("\n"), { headers: { "content-type": "text/event-stream" } });
  const data = (value: unknown): string => `data: ${JSON.stringify(value)}`;
  const fetch = async (request: Request): Promise<Response> => {
    const body = request.body ? ((await request.json()) as { id?: unknown; method?: string }) : {};
    const { headers } = request;
    seen.push(
      [
        request.method,
        body.method ?? headers.get("last-event-id") ?? "answer",
        headers.get("mcp-session-id"),
        headers.get("mcp-protocol-version"),
      ].join(" "),
    );
    if (request.method === "GET")
      return stream("id: 3", `${data({ ...result({ content }), id: 2 })}\n\n`);
    if (body.method === "initialize") {
      const answer = { protocolVersion: d, capabilities: {}, serverInfo };
      return Response.json(result(answer), { headers: { "mcp-session-id": "s1" } });
    }
    if (body.method !== "tools/call") return new Response(null, { status: 202 });
    const question = { ...call("elicitation/create", form), id: "q" };
    const message = notify("notifications/message", { level: "info", data: "x" });
    return stream(
      `: hello\nid: 1\ndata:\n\n${data(question)}\n\n${data(message)}\n`,
      "id: 2\nretry: 1\ndata:\n\n",
    );
  };
  const answers = { "elicitation/create": () => ({ action: "decline" }) };
  const client = await wireHttp("http://localhost/mcp", { revision: d, fetch, answers });
  const reply = await client.request("tools/call", { name: "t" });
  assert.deepEqual(reply.result, { content });
  assert.equal(reply.notifications.length, 1);
  assert.equal(reply.events.length, 5);
  assert.deepEqual(seen.sort(), [
    "GET 2 s1 2025-11-25",
    "POST answer s1 2025-11-25",
    "POST initialize  ",
    "POST notifications/initialized s1 2025-11-25",
    "POST tools/call s1 2025-11-25",
  ]);
});

test("over HTTP a request since 2026-07-28 says what it is in its headers", async () => {
  const fetch = async (request: Request): Promise<Response> => {
    const header = (name: string) => request.headers.get(name);
    const text = `${header("mcp-method")} ${header("mcp-name")} ${header("mcp-protocol-version")}`;
    return Response.json(result({ content: [{ type: "text", text }], ...done }));
  };
  const client = await wireHttp("http://localhost/mcp", { revision: e, fetch });
  const { result: got } = await client.request("tools/call", { name: "zoë" });
  assert.deepEqual(got?.["content"], [
    { type: "text", text: "tools/call =?base64?em/Dqw==?= 2026-07-28" },
  ]);
  assert.equal(headerValue("a b"), "a b");
  assert.equal(headerValue(" a"), "=?base64?IGE=?=");
});

test(
  "what goes through the official SDK's transport is checked",
  { skip: !wireCheckOn },
  async () => {
    const problems: string[] = [];
    const inner: SdkTransport = {
      start: async () => {},
      send: async () => {},
      close: async () => {},
    };
    const transport = checkedTransport(inner, (problem) => problems.push(problem.message));
    const got: unknown[] = [];
    transport.onmessage = (message) => got.push(message);
    await transport.start();
    await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    inner.onmessage?.({ jsonrpc: "2.0", id: 1, result: { tools: [{ name: "t" }] } });
    await transport.send({ jsonrpc: "2.0", id: 2, method: "tools/frobnicate" });
    assert.equal(got.length, 1);
    assert.match(problems[0] ?? "", /inputSchema/);
    assert.match(problems[1] ?? "", /frobnicate/);
    assert.equal(problems.length, 2);
  },
);

test("events are read however their bytes are cut", () => {
  const text = ": c\nid: 1\r\ndata: a\ndata:b\nevent: x\nretry: 5\n\n\nid\n\ndata: late\n";
  for (const size of [1, 3, 1000]) {
    const parser = new SseParser();
    const events = [];
    for (let at = 0; at < text.length; at += size)
      events.push(...parser.push(text.slice(at, at + size)));
    assert.deepEqual(events, [
      { event: "x", data: "a\nb", comments: ["c"], id: "1", retry: 5 },
      { event: "message", data: "", comments: [], id: "" },
    ]);
  }
});

/** A server of 2025-11-25 with planned answers. */
function fake(results: Record<string, object>): (transport: Transport) => Promise<void> {
  const initialize = { protocolVersion: d, capabilities: {}, serverInfo };
  return (transport) =>
    new Promise((resolve) => {
      transport.start({
        message(text) {
          const { id, method = "" } = JSON.parse(text) as { id?: number; method?: string };
          const value = { initialize, ...results }[method];
          if (value) transport.send(JSON.stringify({ jsonrpc: "2.0", id, result: value }));
        },
        tooLong: () => {},
        end: () => {},
        close: resolve,
      });
    });
}
