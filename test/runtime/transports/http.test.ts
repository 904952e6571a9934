/** Streamable HTTP: statuses, headers and streams, by the node:http server and by the fetch handler alike. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { fetchHandler, serveHttp, type HttpServer } from "../../../runtime/index.js";
import { CheckedFetch } from "../../support/wire/checked-fetch.js";
import { envelope, type Answer } from "../../support/peer.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
const zoo = new BusyZoo(options);
const http = { maxBodyBytes: 10_000, allowedOrigins: ["http://app.example"], loopback: true };

let server: HttpServer;
let handler: (request: Request) => Promise<Response>;

before(async () => {
  server = await serveHttp(zoo, { ...http, port: 0 });
  handler = await fetchHandler(zoo, http);
});

after(() => server.close());

const basic = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};
const modern = { ...basic, "mcp-protocol-version": "2026-07-28" };

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The body breaks the schema on purpose. */
  readonly malformed?: boolean;
}

const call = (name: string, args = {}, meta?: object, id: string | number = 1) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args, ...(meta && { _meta: meta }) },
  });
const ask = (method: string, params = {}, id: string | number = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const tooDeep = `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":${"[".repeat(1e3)}${"]".repeat(1e3)}}}`;
const discover = ask("server/discover", { _meta: envelope() });

for (const kind of ["node:http", "fetch"] as const) {
  describe(kind, () => {
    const checked = new CheckedFetch((request) =>
      kind === "fetch" ? handler(request) : fetch(request),
    );
    const send = ({ method = "POST", headers = basic, body, malformed }: Sent) => {
      const init = { method, headers, ...(body !== undefined && { body }) };
      return checked.fetch(new Request(server.url, init), malformed);
    };

    test("each failure has its status and its code", async () => {
      const init = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "c", version: "1" },
      };
      const version = "io.modelcontextprotocol/protocolVersion";
      const named = (method: string, name?: string) => ({
        ...modern,
        "mcp-method": method,
        ...(name !== undefined && { "mcp-name": name }),
      });
      const rows: [what: string, sent: Sent, status: number, code?: number][] = [
        // Before 2026-07-28.
        ["initialize", { body: ask("initialize", init) }, 200],
        [
          "initialize, whatever the header",
          { headers: modern, body: ask("initialize", init) },
          200,
        ],
        ["no version", { body: ask("ping") }, 200],
        ["bad JSON", { body: "garbage", malformed: true }, 400, -32700],
        ["nothing", { body: "" }, 400, -32700],
        ["too deep", { body: tooDeep, malformed: true }, 400, -32600],
        ["no request", { body: "42", malformed: true }, 400, -32600],
        ["unknown method", { body: ask("nope"), malformed: true }, 200, -32601],
        ["unknown tool", { body: call("nope") }, 200, -32602],
        ["arguments as an array", { body: call("echo", []), malformed: true }, 200, -32602],
        ["resource not found", { body: ask("resources/read", { uri: "x:y" }) }, 200, -32002],
        ["notification", { body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' }, 202],
        ["response", { body: '{"jsonrpc":"2.0","id":1,"result":{}}', malformed: true }, 202],
        [
          "log level without a session",
          { body: ask("logging/setLevel", { level: "info" }) },
          200,
          -32601,
        ],
        [
          "unknown version",
          { headers: { ...basic, "mcp-protocol-version": "1999-01-01" }, body: ask("ping") },
          400,
          -32022,
        ],
        [
          "a batch where there are none",
          {
            headers: { ...basic, "mcp-protocol-version": "2025-06-18" },
            body: `[${ask("ping")}]`,
            malformed: true,
          },
          400,
          -32600,
        ],
        ["an empty batch", { body: "[]", malformed: true }, 400, -32600],
        // Since 2026-07-28.
        ["discover", { headers: named("server/discover"), body: discover }, 200],
        [
          "no envelope",
          { headers: named("tools/list"), body: ask("tools/list"), malformed: true },
          400,
          -32602,
        ],
        [
          "half an envelope",
          {
            headers: named("tools/list"),
            body: ask("tools/list", { _meta: { [version]: "2026-07-28" } }),
            malformed: true,
          },
          400,
          -32602,
        ],
        ["no version header", { headers: basic, body: discover }, 400, -32020],
        [
          "another version header",
          {
            headers: { ...named("server/discover"), "mcp-protocol-version": "2025-11-25" },
            body: discover,
          },
          400,
          -32020,
        ],
        [
          "unknown version, unknown method",
          {
            headers: { ...named("nope"), "mcp-protocol-version": "v999.0.0" },
            body: ask("nope", { _meta: envelope({ [version]: "v999.0.0" }) }),
            malformed: true,
          },
          400,
          -32022,
        ],
        [
          "an older version in the envelope",
          {
            headers: { ...named("tools/list"), "mcp-protocol-version": "2025-11-25" },
            body: ask("tools/list", { _meta: envelope({ [version]: "2025-11-25" }) }),
          },
          400,
          -32022,
        ],
        [
          "a method that was removed",
          { headers: named("ping"), body: ask("ping", { _meta: envelope() }), malformed: true },
          404,
          -32601,
        ],
        ["no Mcp-Method", { headers: modern, body: discover }, 400, -32020],
        ["another Mcp-Method", { headers: named("tools/list"), body: discover }, 400, -32020],
        [
          "no Mcp-Name",
          { headers: named("tools/call"), body: call("echo", {}, envelope()) },
          400,
          -32020,
        ],
        [
          "Mcp-Name in another case",
          { headers: named("tools/call", "Echo"), body: call("echo", {}, envelope()) },
          400,
          -32020,
        ],
        [
          "unknown tool since 2026-07-28",
          { headers: named("tools/call", "nope"), body: call("nope", {}, envelope()) },
          200,
          -32602,
        ],
        [
          "resource not found since 2026-07-28",
          {
            headers: named("resources/read", "x:y"),
            body: ask("resources/read", { uri: "x:y", _meta: envelope() }),
          },
          200,
          -32602,
        ],
        [
          "notification since 2026-07-28",
          {
            headers: modern,
            body: '{"jsonrpc":"2.0","method":"notifications/x"}',
            malformed: true,
          },
          202,
        ],
        [
          "response since 2026-07-28",
          { headers: modern, body: '{"jsonrpc":"2.0","id":1,"result":{}}', malformed: true },
          400,
          -32600,
        ],
        [
          "a batch since 2026-07-28",
          { headers: modern, body: `[${discover}]`, malformed: true },
          400,
          -32600,
        ],
        // HTTP itself.
        ["GET", { method: "GET" }, 405, -32600],
        ["DELETE", { method: "DELETE" }, 405, -32600],
        ["PUT", { method: "PUT", body: "{}", malformed: true }, 405, -32600],
        ["OPTIONS", { method: "OPTIONS" }, 405, -32600],
        [
          "Content-Type",
          { headers: { ...basic, "content-type": "text/plain" }, body: "{}", malformed: true },
          415,
          -32600,
        ],
        [
          "Accept",
          { headers: { ...basic, accept: "text/html" }, body: "{}", malformed: true },
          406,
          -32600,
        ],
        [
          "Accept with quality 0",
          { headers: { ...basic, accept: "*/*;q=0" }, body: ask("ping") },
          406,
          -32600,
        ],
        ["Accept */*", { headers: { ...basic, accept: "*/*" }, body: ask("ping") }, 200],
        [
          "Content-Type with charset",
          {
            headers: { ...basic, "content-type": "Application/JSON; charset=utf-8" },
            body: ask("ping"),
          },
          200,
        ],
        ["body", { body: `"${"x".repeat(20_000)}"`, malformed: true }, 413, -32600],
        [
          "foreign origin",
          { headers: { ...basic, origin: "http://evil.example" }, body: ask("ping") },
          403,
          -32600,
        ],
        [
          "opaque origin",
          { headers: { ...basic, origin: "null" }, body: ask("ping") },
          403,
          -32600,
        ],
        [
          "loopback origin",
          { headers: { ...basic, origin: "http://localhost:8080" }, body: ask("ping") },
          200,
        ],
      ];
      for (const [what, sent, status, code] of rows) {
        const response = await send(sent);
        const text = await response.text();
        assert.equal(response.status, status, `${what}: ${text}`);
        if (status === 202) assert.equal(text, "");
        else {
          const answer = JSON.parse(text) as Answer;
          assert.equal(answer.error?.code, code, what);
        }
        if (status === 405) assert.match(response.headers.get("allow") ?? "", /^POST\b/);
      }
    });

    test("bytes that are no UTF-8 are no JSON", async () => {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
      const init = { method: "POST", headers: basic, body };
      const response = await checked.fetch(new Request(server.url, init), true);
      assert.equal(response.status, 400);
      assert.equal(((await response.json()) as Answer).error?.code, -32700);
    });

    test("a batch is answered with an array", async () => {
      const batch = [
        ask("ping", {}, "a"),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        call("echo", { text: "hi" }, undefined, 2),
      ];
      const response = await send({ body: `[${batch.join(",")}]` });
      const answers = (await response.json()) as Answer[];
      assert.deepEqual(
        answers.map(({ id }) => id),
        ["a", 2],
      );
    });

    test("notifications travel on the stream of their own request, then its answer", async () => {
      const stream = async (token: number | string, text: string) => {
        const response = await send({ body: call("progress", {}, { progressToken: token }, text) });
        assert.equal(response.headers.get("content-type"), "text/event-stream");
        assert.equal(response.headers.get("x-accel-buffering"), "no");
        return messagesOf(await response.text());
      };
      const [first, second] = await Promise.all([stream(0, "one"), stream("abc", "two")]);
      for (const [messages, token, id] of [
        [first, 0, "one"],
        [second, "abc", "two"],
      ] as const) {
        const last = messages.pop();
        assert.equal(last?.["id"], id);
        assert.deepEqual(
          messages.map(({ params }) => [params?.["progressToken"], params?.["progress"]]),
          [
            [token, 1],
            [token, 2],
            [token, 3],
          ],
        );
      }
    });

    test("a client that takes no stream gets the answer alone; one that takes only streams gets one", async () => {
      const body = call("progress", {}, { progressToken: 1 });
      const json = await send({ headers: { ...basic, accept: "application/json" }, body });
      assert.equal(json.headers.get("content-type"), "application/json");
      assert.equal(((await json.json()) as Answer).id, 1);

      const events = await send({
        headers: { ...basic, accept: "text/event-stream" },
        body: ask("ping"),
      });
      assert.equal(events.headers.get("content-type"), "text/event-stream");
      assert.deepEqual(messagesOf(await events.text()), [{ jsonrpc: "2.0", id: 1, result: {} }]);
    });

    test("log messages since 2026-07-28 come on request only", async () => {
      const headers = { ...modern, "mcp-method": "tools/call", "mcp-name": "progress" };
      const quiet = await send({ headers, body: call("progress", {}, envelope()) });
      assert.equal(quiet.headers.get("content-type"), "application/json");
      const meta = envelope({ "io.modelcontextprotocol/logLevel": "warning" });
      const loud = messagesOf(
        await (await send({ headers, body: call("progress", {}, meta) })).text(),
      );
      assert.deepEqual(
        loud.map(({ method }) => method),
        ["notifications/message", undefined],
      );
    });

    test("pages of an allowed origin can read everything", async () => {
      const origin = "http://app.example";
      const preflight = await send({
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers":
            "content-type,mcp-session-id,mcp-protocol-version,last-event-id,authorization,mcp-param-x,x-other",
        },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get("access-control-allow-origin"), origin);
      assert.match(
        preflight.headers.get("access-control-allow-methods") ?? "",
        /GET, POST, DELETE/,
      );
      const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ") ?? [];
      for (const name of [
        "content-type",
        "mcp-session-id",
        "mcp-protocol-version",
        "last-event-id",
        "authorization",
        "mcp-param-x",
      ]) {
        assert.ok(allowed.includes(name), name);
      }
      assert.ok(!allowed.includes("x-other"));
      const sent: [Sent, number][] = [
        [{ headers: { ...basic, origin }, body: ask("ping") }, 200],
        [{ headers: { ...basic, origin }, body: "garbage", malformed: true }, 400],
        [{ headers: { ...basic, origin, accept: "text/html" }, body: "{}", malformed: true }, 406],
        [{ headers: { ...basic, origin }, body: `"${"x".repeat(20_000)}"`, malformed: true }, 413],
        [{ method: "PUT", headers: { ...basic, origin }, body: "{}", malformed: true }, 405],
        [{ headers: { ...basic, origin }, body: call("progress", {}, { progressToken: 1 }) }, 200],
      ];
      for (const [each, status] of sent) {
        const response = await send(each);
        assert.equal(response.status, status);
        assert.equal(response.headers.get("access-control-allow-origin"), origin);
        assert.match(response.headers.get("access-control-expose-headers") ?? "", /Mcp-Session-Id/);
        assert.equal(response.headers.get("vary"), "Origin");
        await response.text();
      }
      const plain = await send({ body: ask("ping") });
      assert.equal(plain.headers.get("access-control-allow-origin"), null);
      await plain.text();
    });

    test("equal ids of different requests never meet", async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const response = await send({ body: call("late", { ms: (index * 7) % 30 }) });
          return (await response.json()) as { result: { content: { text: string }[] } };
        }),
      );
      answers.forEach(({ result }, index) => {
        assert.equal(result.content[0]?.text, `after ${(index * 7) % 30}`);
      });
    });

    test("leaving cancels a call since 2026-07-28, and not before", async () => {
      const headers = { ...modern, "mcp-method": "tools/call", "mcp-name": "wait" };
      for (const [sent, cancels] of [
        [{ headers, body: call("wait", {}, envelope()) }, true],
        [{ headers: basic, body: call("wait") }, false],
      ] as const) {
        zoo.waiting.length = 0;
        const leave = new AbortController();
        const init = { method: "POST", ...sent, signal: leave.signal };
        const open = checked.fetch(new Request(server.url, init));
        open.catch(() => {});
        await until(() => zoo.waiting.length === 1);
        leave.abort();
        if (cancels) await until(() => zoo.waiting[0]?.aborted === true);
        else {
          await (await send({ body: ask("ping") })).text();
          assert.equal(zoo.waiting[0]?.aborted, false);
        }
      }
    });
  });
}

test("only loopback names reach a server on loopback", async () => {
  const { port } = new URL(server.url);
  for (const [host, status] of [
    [`127.0.0.1:${port}`, 200],
    [`localhost:${port}`, 200],
    [`LOCALHOST`, 200],
    [`[::1]:${port}`, 200],
    ["evil.example", 403],
    [`evil.example:${port}`, 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost.evil.example", 403],
  ] as const) {
    assert.equal(await statusWithHost(Number(port), host), status, host);
  }
});

test("hosts and origins can be named; elsewhere a page may call the host it came from", async () => {
  const named = await fetchHandler(zoo, { allowedHosts: ["mcp.example"] });
  const open = await fetchHandler(zoo);
  const status = async (handle: typeof handler, url: string, origin?: string) => {
    const headers = { ...basic, ...(origin !== undefined && { origin }) };
    const request = new Request(url, { method: "POST", headers, body: ask("ping") });
    return (await new CheckedFetch(handle).fetch(request)).status;
  };
  assert.equal(await status(named, "https://mcp.example/x"), 200);
  assert.equal(await status(named, "https://mcp.example/x", "https://mcp.example"), 200);
  assert.equal(await status(named, "https://other.example/x"), 403);
  assert.equal(await status(open, "https://any.example/x"), 200);
  assert.equal(await status(open, "https://any.example/x", "https://any.example"), 200);
  assert.equal(await status(open, "https://any.example/x", "https://other.example"), 403);
});

test("other paths are not served", async () => {
  const response = await post(new URL("/other", server.url), ask("ping"));
  assert.equal(response.status, 404);
});

test("a body that claims to be short and a client that leaves in the middle do no harm", async () => {
  const { port } = new URL(server.url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
      );
      socket.destroy();
    });
    socket.on("close", () => resolve());
  });
  let chunks = 0;
  const chunked = new ReadableStream<Uint8Array>({
    pull(controller): void {
      controller.enqueue(new Uint8Array(4096).fill(0x20));
      if (++chunks > 10) controller.close();
    },
  });
  const response = await fetch(server.url, {
    method: "POST",
    headers: basic,
    body: chunked,
    duplex: "half",
  } as RequestInit);
  assert.equal(response.status, 413);
  await response.text();
  assert.equal((await post(server.url, ask("ping"))).status, 200);
});

test("closing waits for open requests", async () => {
  const own = await serveHttp(new BusyZoo(options), { port: 0 });
  const open = post(own.url, call("late", { ms: 50 }));
  const arrived = new Promise((resolve) => own.server.once("request", resolve));
  await arrived;
  const closed = own.close();
  assert.equal((await open).status, 200);
  await closed;
  await assert.rejects(post(own.url, ask("ping")));
});

test("a port that is taken is an error to catch", async () => {
  const { port } = new URL(server.url);
  await assert.rejects(serveHttp(zoo, { port: Number(port) }), /EADDRINUSE/);
});

interface StreamMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

function post(url: string | URL, body: string): Promise<Response> {
  return new CheckedFetch().fetch(new Request(url, { method: "POST", headers: basic, body }));
}

function messagesOf(stream: string): StreamMessage[] {
  return stream
    .split("\n\n")
    .filter((event) => event.startsWith("event: message\ndata: "))
    .map((event) => JSON.parse(event.slice("event: message\ndata: ".length)) as StreamMessage);
}

function statusWithHost(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...basic, host };
    const request = httpRequest({ port, path: "/mcp", method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
    request.end(ask("ping"));
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}
