/** Faults with sessions that users of other servers reported: leaks, browsers, colliding ids and tokens. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { McpServer, serviceOf, type HttpOptions } from "../../../runtime/index.js";
import { HttpEndpoint } from "../../../runtime/transports/http/endpoint.js";
import { NodeExchange } from "../../../runtime/transports/http/node/exchange.js";
import { defaultPath } from "../../../runtime/transports/http/options.js";
import { listen, stop } from "../../support/loopback.js";
import { wireHttp, type WireHttp } from "../../support/wire/http.js";
import { eventually } from "../../support/eventually.js";

const revision = "2025-11-25";
const origin = "http://app.example";

function tagServer(): McpServer {
  const server = new McpServer({ name: "cases", version: "1" });
  server.tool(
    {
      name: "slow",
      input: {
        type: "object",
        properties: { ms: { type: "integer", minimum: 0 }, tag: { type: "string" } },
        required: ["ms"],
      },
    },
    async ({ ms, tag }: { ms: number; tag?: string }) => {
      await pause(ms);
      return tag ?? "";
    },
  );
  server.tool({ name: "count" }, async (_input, ctx) => {
    for (const step of [1, 2, 2, 3]) {
      ctx.progress(step);
      await pause(5);
    }
    // Messages after the answer must not be sent.
    setTimeout(() => ctx.progress(4), 5);
    return "counted";
  });
  return server;
}

/** Serves a server whose sessions can be counted. */
async function serve(options: HttpOptions = {}) {
  const server = tagServer();
  const all = { path: defaultPath, loopback: true, ...options };
  const endpoint = new HttpEndpoint(serviceOf(server), all);
  const http = createServer((request, response) =>
    endpoint.handle(new NodeExchange(request, response)),
  );
  const port = await listen(http);
  return {
    endpoint,
    url: `http://127.0.0.1:${port}${defaultPath}`,
    async close(): Promise<void> {
      endpoint.close();
      await stop(http);
    },
  };
}

type Served = Awaited<ReturnType<typeof serve>>;

const text = (reply: { readonly result?: unknown }) =>
  (reply.result as { content?: { text: string }[] } | undefined)?.content?.[0]?.text;

test("sessions that are over, forgotten or refused leave nothing behind", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const patient = await serve();
  const hasty = await serve({ sessions: { idleMs: 400 } });
  const all = [patient, hasty];
  try {
    // The first sessions load and compile shared code.
    for (const { url } of all) await openMany(url, 50);
    gc();
    const before = process.memoryUsage().heapUsed;
    const ended = await openMany(patient.url, 300);
    assert.equal(patient.endpoint.sessionCount, 350);
    const [forgotten] = await openMany(hasty.url, 300);
    for (const id of ended) assert.equal(await statusOf(patient.url, "DELETE", id), 204);
    for (const [init, status] of refused) {
      for (let i = 0; i < 20; i += 1) {
        const response = await fetch(patient.url, init);
        await response.text();
        assert.equal(response.status, status);
      }
    }
    assert.equal(patient.endpoint.sessionCount, 50);
    await eventually(() => assert.equal(hasty.endpoint.sessionCount, 0));
    for (const [url, id] of [
      [patient.url, ended[0]],
      [hasty.url, forgotten],
    ] as const) {
      assert.equal(await statusOf(url, "POST", id), 404);
      assert.equal(await statusOf(url, "DELETE", id), 404);
    }
    await eventually(() => {
      gc();
      return process.memoryUsage().heapUsed - before < 10_000_000;
    });
  } finally {
    for (const each of all) await each.close();
  }
});

const basic = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: revision,
    capabilities: {},
    clientInfo: { name: "c", version: "1" },
  },
});
const post = (headers: Record<string, string>, body: string): RequestInit => ({
  method: "POST",
  headers: { ...basic, ...headers },
  body,
});
/** Opens sessions and uses each once. @returns their ids */
async function openMany(url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: 50 }, async () => {
      const response = await fetch(url, post({}, initialize));
      await response.text();
      const id = response.headers.get("mcp-session-id") ?? "";
      await statusOf(url, "POST", id);
      return id;
    });
    ids.push(...(await Promise.all(some)));
  }
  return ids;
}

async function statusOf(url: string, method: "POST" | "DELETE", id = ""): Promise<number> {
  const ping = '{"jsonrpc":"2.0","id":2,"method":"ping"}';
  const headers = { ...basic, "mcp-session-id": id };
  const body = method === "POST" ? ping : null;
  const response = await fetch(url, { method, headers, body });
  await response.text();
  return response.status;
}

/** First requests that do not open a session. */
const refused: readonly [init: RequestInit, status: number][] = [
  [post({ accept: "text/html" }, initialize), 406],
  [post({ "content-type": "text/plain" }, initialize), 415],
  [post({}, initialize.slice(0, -1)), 400],
  [post({}, `[${initialize}]`), 200],
  [post({}, initialize.replace(`"${revision}"`, "1")), 400],
  [post({ origin: "http://evil.example" }, initialize), 403],
];

describe("a page of another origin that may use the server", () => {
  let served: Served;
  before(async () => (served = await serve({ allowedOrigins: [origin] })));
  after(() => served.close());

  test("reads the session's id, and every answer of the session, errors too", async () => {
    const { url } = served;
    const first = await checkedCors(url, post({ origin }, initialize), 200);
    const id = first.get("mcp-session-id") ?? "";
    assert.notEqual(id, "");
    const headers = { origin, "mcp-session-id": id };
    const ping = '{"jsonrpc":"2.0","id":2,"method":"ping"}';
    await checkedCors(url, post(headers, ping), 200);
    await checkedCors(url, post(headers, '{"jsonrpc":"2.0","method":"notifications/x"}'), 202);
    const events = { ...headers, accept: "text/event-stream" };
    await checkedCors(url, { headers: events }, 200);
    await checkedCors(url, { headers: { ...events, "last-event-id": "nobody" } }, 400);
    await checkedCors(url, { headers: { ...headers, accept: "text/html" } }, 406);
    await checkedCors(url, post({ ...headers, "mcp-protocol-version": "1999" }, ping), 400);
    await checkedCors(url, { method: "DELETE", headers }, 204);
    await checkedCors(url, { method: "DELETE", headers }, 404);
    await checkedCors(url, post(headers, ping), 404);
    await checkedCors(url, { method: "PUT", headers, body: "{}" }, 405);
    await checkedCors(`${url}/other`, post(headers, ping), 404);
  });
});

/** Fails if a page could not read the response. @returns its headers */
async function checkedCors(url: string, init: RequestInit, status: number): Promise<Headers> {
  const response = await fetch(url, init);
  const isStream = response.headers.get("content-type") === "text/event-stream";
  await (isStream ? response.body?.cancel() : response.text());
  const { headers } = response;
  const what = `${init.method ?? "GET"} ${JSON.stringify(init.headers)}`;
  assert.equal(response.status, status, what);
  assert.equal(headers.get("access-control-allow-origin"), origin, what);
  assert.match(headers.get("access-control-expose-headers") ?? "", /\bmcp-session-id\b/i, what);
  assert.match(headers.get("vary") ?? "", /\borigin\b/i, what);
  return headers;
}

test("where no other origin is allowed, its pages get nothing", async () => {
  const served = await serve();
  try {
    for (const init of [
      { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } },
      post({ origin }, initialize),
      { headers: { origin, accept: "text/event-stream" } },
      { method: "DELETE", headers: { origin, "mcp-session-id": "x" } },
      post({ origin: "null" }, initialize),
    ]) {
      const response = await fetch(served.url, init);
      await response.text();
      assert.equal(response.status, 403);
      const cors = [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
      assert.deepEqual(cors, []);
    }
    assert.equal(served.endpoint.sessionCount, 0);
  } finally {
    await served.close();
  }
});

for (const sessions of [true, false]) {
  describe(sessions ? "with sessions" : "without sessions", () => {
    let served: Served;
    before(async () => (served = await serve({ sessions })));
    after(() => served.close());

    const slow = (client: WireHttp, ms: number, tag: string, id: number | string) =>
      client.request("tools/call", { name: "slow", arguments: { ms, tag } }, { id });

    test("clients that all use the same id get their own answers", async () => {
      const clients = await Promise.all(
        Array.from({ length: 25 }, () => wireHttp(served.url, { revision })),
      );
      for (let round = 0; round < 2; round += 1) {
        const replies = await Promise.all(
          clients.map((client, index) => slow(client, (index * 37) % 60, `tag ${index}`, 1)),
        );
        assert.deepEqual(
          replies.map(text),
          clients.map((_, index) => `tag ${index}`),
        );
      }
    });

    test("an id that is a number and one that is a string are two", async () => {
      const client = await wireHttp(served.url, { revision });
      const [number, string] = await Promise.all([
        slow(client, 40, "number", 1),
        slow(client, 20, "string", "1"),
      ]);
      assert.deepEqual([number.message?.id, text(number)], [1, "number"]);
      assert.deepEqual([string.message?.id, text(string)], ["1", "string"]);
    });

    test("progress goes to the call whose token it carries, in the token's own type", async () => {
      const client = await wireHttp(served.url, { revision });
      const call = (meta?: Record<string, unknown>) =>
        client.request("tools/call", { name: "count" }, meta ? { meta } : {});
      const tokens = [0, "0", "", 7, -1, "abc"];
      const replies = await Promise.all(tokens.map((progressToken) => call({ progressToken })));
      replies.forEach(({ notifications }, index) => {
        assert.deepEqual(
          notifications.map(({ params }) => [params?.["progressToken"], params?.["progress"]]),
          [1, 2, 3].map((step) => [tokens[index], step]),
        );
      });
      const silent = await call();
      assert.deepEqual(silent.notifications, []);
    });
  });
}

test("an id that is in use is refused with 400, and its first owner is answered", async () => {
  const served = await serve();
  try {
    const client = await wireHttp(served.url, { revision });
    const call = (ms: number, tag: string) =>
      client.request("tools/call", { name: "slow", arguments: { ms, tag } }, { id: "same" });
    const first = call(300, "A");
    await pause(60);
    const second = await call(1, "B");
    assert.equal(second.status, 400);
    assert.equal(second.error?.code, -32600);
    assert.equal(second.message?.id, "same");
    assert.equal(text(await first), "A");
    assert.equal(text(await call(1, "C")), "C");
  } finally {
    await served.close();
  }
});
