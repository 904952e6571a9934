/** Servers refuse limits that are too small or not a number, and take `Infinity` for no limit. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  connectMemory,
  introspectionVerifier,
  jwtVerifier,
  McpServer,
  oauthResource,
  proxyServer,
  serveHttp,
  type DpopOptions,
  type IntrospectionOptions,
  type JwtVerifierOptions,
  type ServerOptions,
} from "../../../runtime/index.js";
import { serviceOf } from "../../../runtime/server/serve/servable.js";
import { HttpEndpoint } from "../../../runtime/transports/http/endpoint.js";
import type { HttpOptions } from "../../../runtime/transports/http/options.js";
import { SseEndpoint, type SseOptions } from "../../../runtime/transports/sse/sse-endpoint.js";
import { StdioTransport } from "../../../runtime/transports/stdio/stdio-transport.js";
import { attachWebSocket } from "../../../runtime/transports/websocket/attach-websocket.js";
import { memoryState } from "../../../runtime/state/memory/state.js";
import { ZooServer } from "../../support/servers/zoo-server.js";
import { envelope } from "../../support/peer.js";
import { textOf } from "../../support/text-of.js";

const facts = { name: "s", version: "1" };
const serverOf = (options: ServerOptions): McpServer => new McpServer(facts, options);
const service = serviceOf(serverOf({}));
const overHttp = (options: HttpOptions): unknown => new HttpEndpoint(service, options);
const overSse = (options: SseOptions): unknown => new SseEndpoint(service, options);

const limits: readonly [name: string, least: number, use: (limit: number) => unknown][] = [
  ["maxConnections", 1, (maxConnections) => new ZooServer({ maxConnections })],
  ["timeoutMs", 1, (timeoutMs) => new ZooServer({ timeoutMs })],
  ["maxResponseBytes", 1, (maxResponseBytes) => new ZooServer({ maxResponseBytes })],
  ["maxKeptBytes", 0, (maxKeptBytes) => new ZooServer({ maxKeptBytes })],
  ["maxInlineBytes", 1, (maxInlineBytes) => new ZooServer({ maxInlineBytes })],
  ["retries", 0, (retries) => new ZooServer({ retries })],
  ["files.maxBytes", 1, (maxBytes) => new ZooServer({ files: { maxBytes } })],
  ["timeoutMs of the tool t", 1, (timeoutMs) => toolWith(timeoutMs)],
  ["limits.perMinute", 1, (perMinute) => serverOf({ limits: { perMinute } })],
  ["limits.concurrent", 1, (concurrent) => serverOf({ limits: { concurrent } })],
  ["requestStateTtlMs", 1, (requestStateTtlMs) => serverOf({ requestStateTtlMs })],
  ["maxBodyBytes", 1, (maxBodyBytes) => overHttp({ maxBodyBytes })],
  ["sessions.idleMs", 1, (idleMs) => overHttp({ sessions: { idleMs } })],
  ["sessions.maxSessions", 1, (maxSessions) => overHttp({ sessions: { maxSessions } })],
  ["sessions.retryMs", 0, (retryMs) => overHttp({ sessions: { retryMs } })],
  ["maxBodyBytes", 1, (maxBodyBytes) => overSse({ maxBodyBytes })],
  ["maxSessions", 1, (maxSessions) => overSse({ maxSessions })],
  ["maxLineBytes", 1, (maxLineBytes) => new StdioTransport({ maxLineBytes })],
  ["events.bytesInAll", 1, (bytesInAll) => memoryState({ events: { bytesInAll } })],
  ["clockToleranceSeconds", 0, (seconds) => verifierOf({ clockToleranceSeconds: seconds })],
  ["cacheSeconds", 0, (cacheSeconds) => verifierOf({ cacheSeconds })],
  ["cacheEntries", 1, (cacheEntries) => verifierOf({ cacheEntries })],
  ["timeoutMs", 1, (timeoutMs) => introspectionOf({ timeoutMs })],
  ["maxConcurrent", 1, (maxConcurrent) => introspectionOf({ maxConcurrent })],
  ["dpop.maxAgeSeconds", 1, (maxAgeSeconds) => authorizerWith({ maxAgeSeconds })],
  ["dpop.nonceSeconds", 1, (nonceSeconds) => authorizerWith({ nonceSeconds })],
  ["startTimeoutMs", 0, (startTimeoutMs) => proxyServer("https://a.example", { startTimeoutMs })],
  ["timeoutMs", 1, (timeoutMs) => proxyServer("https://a.example", { timeoutMs })],
];

const issuer = "https://auth.example";

function verifierOf(options: Partial<JwtVerifierOptions>): unknown {
  return jwtVerifier({ issuer, jwks: { keys: [] }, ...options });
}

function introspectionOf(options: Partial<IntrospectionOptions>): unknown {
  const account = { clientId: "server", clientSecret: "secret" };
  return introspectionVerifier({ endpoint: `${issuer}/introspect`, ...account, ...options });
}

function authorizerWith(options: Omit<DpopOptions, "mode">): unknown {
  return oauthResource({
    resource: "https://mcp.example/mcp",
    authorizationServers: [issuer],
    verify: async () => undefined,
    dpop: { mode: "required", ...options },
  });
}

function toolWith(timeoutMs: number): void {
  serverOf({}).tool({ name: "t", timeoutMs }, () => "");
}

test("a limit that is too small or not a number is refused where it is given", () => {
  for (const [name, least, use] of limits) {
    const refusal = (shown: string) => ({
      name: "RangeError",
      message: `${name} must be at least ${least}, not ${shown}.`,
    });
    assert.throws(() => use(Number.NaN), refusal("NaN"));
    assert.throws(() => use(least - 1), refusal(String(least - 1)));
    assert.throws(() => use("10" as unknown as number), refusal("a value of type string"));
    use(least);
  }
});

test("a server on WebSockets refuses such limits, too", async () => {
  for (const name of ["maxConnections", "maxMessageBytes", "maxBufferedBytes", "pingMs"]) {
    const attaching = attachWebSocket(createServer(), service, { [name]: Number.NaN });
    await assert.rejects(attaching, {
      name: "RangeError",
      message: new RegExp(`^${name} must be`),
    });
  }
});

test("times that are sent, and those after which nothing is accepted, must be finite", () => {
  for (const [name, use] of [
    ["requestStateTtlMs", () => serverOf({ requestStateTtlMs: Infinity })],
    ["sessions.retryMs", () => overHttp({ sessions: { retryMs: Infinity } })],
    ["clockToleranceSeconds", () => verifierOf({ clockToleranceSeconds: Infinity })],
    ["dpop.maxAgeSeconds", () => authorizerWith({ maxAgeSeconds: Infinity })],
    ["dpop.nonceSeconds", () => authorizerWith({ nonceSeconds: Infinity })],
  ] as const) {
    assert.throws(use, { name: "RangeError", message: `${name} must be finite.` });
  }
});

/** Node calls a timer at once that would have to wait for longer than it can. */
const endless = [Infinity, 2 ** 31];

for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
  test(`${protocolVersion}: tools and questions may take any time`, async () => {
    const server = serverOf({});
    for (const [index, timeoutMs] of endless.entries()) {
      server.tool({ name: `slow_${index}`, timeoutMs }, async () => {
        await sleep(20);
        return "done";
      });
      for (const task of ["forbidden", "required"] as const) {
        server.tool({ name: `${task}_${index}`, timeoutMs, task }, async (_args, ctx) => {
          const { action } = await ctx.elicit(
            { message: "Go on?", requestedSchema: { type: "object", properties: {} } },
            { timeoutMs },
          );
          return action;
        });
      }
    }
    await using client = await connectMemory(server, {
      protocolVersion,
      async elicitation() {
        await sleep(20);
        return { action: "accept", content: {} };
      },
    });
    for (const index of endless.keys()) {
      assert.equal(textOf(await client.callTool(`slow_${index}`)), "done");
      assert.equal(textOf(await client.callTool(`forbidden_${index}`)), "accept");
      assert.equal(textOf(await client.callTool(`required_${index}`)), "accept");
    }
  });
}

test("a server that is closed waits for open requests without a limit", async () => {
  const server = serverOf({});
  let begun = (): void => undefined;
  const running = new Promise<void>((resolve) => (begun = resolve));
  server.tool({ name: "slow" }, async () => {
    begun();
    await sleep(50);
    return "done";
  });
  const http = await serveHttp(server, { port: 0, closeGraceMs: Infinity });
  const call = fetch(http.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "slow",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "slow", _meta: envelope() },
    }),
  });
  await running;
  await http.close();
  assert.match(await (await call).text(), /done/);
});
