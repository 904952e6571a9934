/** Streamable HTTP behind the real Express, Fastify and Hono. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { serviceOf, type Registrar, type Service } from "../../../runtime/index.js";
import { createExpressHandler } from "../../../runtime/transports/adapters/express.js";
import { createFastifyPlugin } from "../../../runtime/transports/adapters/fastify.js";
import { createHonoHandler } from "../../../runtime/transports/adapters/hono.js";
import { eventually } from "../../support/eventually.js";
import { listen } from "../../support/loopback.js";
import { gate } from "../../support/servers/locked-zoo.js";
import { checkServerMessage } from "../../support/wire/official-schemas.js";
import { envelope, type Answer } from "../../support/peer.js";
import { SseReader } from "../../support/sse-reader.js";
import { BusyZoo, withApi } from "../../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));

/** A server with a tool that sends progress and then waits for the gate. */
class GatedZoo extends BusyZoo {
  #open: (() => void)[] = [];

  openGate(): void {
    for (const each of this.#open.splice(0)) each();
  }

  protected override expose(mcp: Registrar): void {
    super.expose(mcp);
    mcp.tool({ name: "gate" }, (_input, ctx) => {
      ctx.progress(1);
      return new Promise((resolve) => this.#open.push(() => resolve("open")));
    });
  }
}

interface App {
  readonly url: string;
  close(): Promise<void>;
}

const guard = { loopback: true, maxBodyBytes: 10_000 };

async function serveApp(
  server: ReturnType<typeof createServer>,
  path: string,
  stop: () => void,
): Promise<App> {
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Build = (service: Service) => Promise<App>;

function withExpress(path: string, prepare: (app: express.Express) => void): Build {
  return (service) => {
    const app = express();
    const handler = createExpressHandler(service, guard);
    prepare(app);
    if (path === "/mcp") app.all(path, handler);
    else app.use(path, express.Router().use("/deep", handler));
    const url = path === "/mcp" ? path : `${path}/deep`;
    return serveApp(createServer(app), url, () => handler.close());
  };
}

function withFastify(prefix: string): Build {
  return async (service) => {
    const app = Fastify();
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("x-hook", "ran");
    });
    app.post("/other", async (request) => ({ got: request.body }));
    await app.register(createFastifyPlugin(service, guard), { prefix });
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: `${origin}${prefix}/mcp`, close: () => app.close() };
  };
}

function withHono(prepare: (app: Hono) => void): Build {
  return (service) => {
    const app = new Hono();
    const handler = createHonoHandler(service, guard);
    prepare(app);
    app.all("/mcp", handler);
    const server = createAdaptorServer({ fetch: app.fetch }) as ReturnType<typeof createServer>;
    return serveApp(server, "/mcp", () => handler.close());
  };
}

const builds: Record<string, Build> = {
  Express: withExpress("/mcp", () => {}),
  "Express with json()": withExpress("/mcp", (app) => app.use(express.json())),
  "Express with text()": withExpress("/mcp", (app) => app.use(express.text({ type: "*/*" }))),
  "Express with raw()": withExpress("/mcp", (app) => app.use(express.raw({ type: "*/*" }))),
  "Express, mounted": withExpress("/api", () => {}),
  Fastify: withFastify(""),
  "Fastify with a prefix": withFastify("/api"),
  Hono: withHono(() => {}),
  "Hono after middleware that reads": withHono((app) =>
    app.use(async (context, next) => {
      if (context.req.method === "POST") await context.req.json().catch(() => {});
      await next();
    }),
  ),
};

const basic = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

function modernCall(name: string, args = {}, meta = {}): RequestInit {
  return {
    method: "POST",
    headers: {
      ...basic,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: envelope(meta) },
    }),
  };
}

function legacy(method: string, params: object, session?: string): RequestInit {
  return {
    method: "POST",
    headers: {
      ...basic,
      ...(session !== undefined && {
        "mcp-session-id": session,
        "mcp-protocol-version": "2025-11-25",
      }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  };
}

/** Returns the answer from JSON or an event stream. */
async function answerIn(response: Response): Promise<Answer> {
  if (response.headers.get("content-type") !== "text/event-stream") {
    return (await response.json()) as Answer;
  }
  const events = new SseReader(response);
  for (;;) {
    const event = await events.next();
    assert.ok(event, "the stream ended without an answer");
    if (event.data === "" || event.event === ":") continue;
    const message = JSON.parse(event.data) as Answer;
    if (message.id !== undefined) return message;
  }
}

for (const [name, build] of Object.entries(builds)) {
  describe(name, { timeout: 60_000 }, () => {
    const zoo = new GatedZoo(options);
    let app: App;

    before(async () => {
      app = await build(serviceOf(zoo));
    });

    after(() => app.close());

    test("a call of 2026-07-28", async () => {
      const response = await fetch(app.url, modernCall("echo", { text: "Ä" }));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "application/json");
      const answer = (await response.json()) as Answer;
      checkServerMessage("2026-07-28", answer, "tools/call");
      assert.deepEqual(answer.result?.["content"], [{ type: "text", text: "Ä" }]);
    });

    test("a session: POST, GET and DELETE reach the runtime", async () => {
      const initialized = await fetch(
        app.url,
        legacy("initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "peer", version: "1" },
        }),
      );
      const session = initialized.headers.get("mcp-session-id") ?? "";
      assert.ok(session);
      assert.equal((await answerIn(initialized)).result?.["protocolVersion"], "2025-11-25");
      const call = legacy("tools/call", { name: "echo", arguments: { text: "hi" } }, session);
      const answer = await answerIn(await fetch(app.url, call));
      checkServerMessage("2025-11-25", answer, "tools/call");
      const headers = { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
      const stream = await fetch(app.url, {
        headers: { ...headers, accept: "text/event-stream" },
      });
      assert.equal(stream.status, 200);
      assert.equal(stream.headers.get("content-type"), "text/event-stream");
      assert.ok((await fetch(app.url, { method: "DELETE", headers })).ok);
      assert.equal((await fetch(app.url, call)).status, 404);
      await stream.body?.cancel().catch(() => {});
    });

    test("events come as they are sent", async () => {
      const response = await fetch(app.url, modernCall("gate", {}, { progressToken: "p" }));
      const events = new SseReader(response);
      const progress = await events.message<{ method: string }>();
      assert.equal(progress.method, "notifications/progress");
      zoo.openGate();
      assert.ok((await events.message<Answer>()).result);
      assert.equal(await events.next(), undefined);
    });

    test("a client that leaves cancels its call of 2026-07-28", async () => {
      zoo.waiting.length = 0;
      const leave = new AbortController();
      const call = fetch(app.url, { ...modernCall("wait"), signal: leave.signal });
      await eventually(() => assert.equal(zoo.waiting.length, 1));
      leave.abort();
      await assert.rejects(call);
      await eventually(() => assert.equal(zoo.waiting[0]?.aborted, true));
    });

    test("a bad request is answered by the runtime, not the framework", async () => {
      const call = modernCall("echo", { text: "x" });
      const origin = { ...(call.headers as Record<string, string>), origin: "http://evil.example" };
      const cases: [what: string, init: RequestInit, status: number, code: number][] = [
        ["another page", { ...call, headers: origin }, 403, -32600],
        ["no envelope", legacy("tools/call", { name: "nope" }), 200, -32602],
        ["too long", modernCall("echo", { text: "x".repeat(20_000) }), 413, -32600],
      ];
      for (const [what, init, status, code] of cases) {
        const response = await fetch(app.url, init);
        assert.equal(response.status, status, what);
        assert.equal((await answerIn(response)).error?.code, code, what);
      }
      const garbage = await fetch(app.url, { ...call, body: "garbage" });
      assert.equal(garbage.status, 400);
      const other = await fetch(new URL("/nowhere", app.url), call);
      assert.equal(other.status, 404);
    });
  });
}

test("Fastify: hooks run, their headers are sent, other routes keep their parsers", async () => {
  const app = await withFastify("")(serviceOf(new BusyZoo(options)));
  const called = await fetch(app.url, modernCall("echo", { text: "x" }));
  assert.equal(called.headers.get("x-hook"), "ran");
  await called.text();
  const other = await fetch(new URL("/other", app.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"a":1}',
  });
  assert.deepEqual(await other.json(), { got: { a: 1 } });
  await app.close();
});

test("the metadata of a protected server is served where clients look for it", async () => {
  const authorizer = gate({ good: {} });
  const service = serviceOf(new BusyZoo(options));
  const metadataPath = "/.well-known/oauth-protected-resource/mcp";

  const expressApp = express();
  const expressHandler = createExpressHandler(service, { authorizer });
  expressApp.use("/mcp", expressHandler);
  expressApp.use(metadataPath, expressHandler);

  const fastify = Fastify();
  await fastify.register(createFastifyPlugin(service, { authorizer }));
  await fastify.ready();

  const hono = new Hono();
  const honoHandler = createHonoHandler(service, { authorizer });
  hono.all("/mcp", honoHandler).all(metadataPath, honoHandler);
  const honoServer = createAdaptorServer({ fetch: hono.fetch }) as ReturnType<typeof createServer>;

  const fastifyUrl = await fastify.listen({ port: 0, host: "127.0.0.1" });
  const apps: App[] = [
    await serveApp(createServer(expressApp), "/mcp", () => expressHandler.close()),
    await serveApp(honoServer, "/mcp", () => honoHandler.close()),
    { url: `${fastifyUrl}/mcp`, close: () => fastify.close() },
  ];
  for (const app of apps) {
    const call = modernCall("echo", { text: "x" });
    const refused = await fetch(app.url, call);
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get("www-authenticate") ?? "", /resource_metadata=/);
    await refused.text();
    const metadata = await fetch(new URL(metadataPath, app.url));
    assert.equal(
      ((await metadata.json()) as { resource: string }).resource,
      "http://127.0.0.1/mcp",
    );
    const headers = { ...(call.headers as Record<string, string>), authorization: "Bearer good" };
    assert.equal((await fetch(app.url, { ...call, headers })).status, 200);
    await app.close();
  }
});
