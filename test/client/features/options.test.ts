/** Options: each has an effect, or is refused at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import { connect, connectMemory, McpServer, serveHttp } from "../../../runtime/index.js";
import { textOf } from "../../support/text-of.js";
import { said } from "../http/support/by-hand.js";
import { scripted, settle } from "./scripted-server.js";

const unusable: Record<string, unknown>[] = [
  { protocolVersion: "2025-01-01" },
  { startTimeoutMs: -1 },
  { requestTimeoutMs: NaN },
  { maxRequestMs: "5" },
  { retries: -1 },
  { retries: { firstMs: -1 } },
  { cacheSize: -1 },
  { maxRounds: NaN },
  { logLevel: "loud" },
  { roots: "file:///srv" },
  { sampling: {} },
  { elicitation: {} },
  { elicitation: { form: true } },
  { onLog: "x" },
  { onMessage: {} },
  { signal: {} },
  { telemetry: () => {} },
  { telemetry: { outgoing: 1 } },
  { name: 5 },
];
for (const options of unusable) {
  test(`an unusable option is refused at once: ${JSON.stringify(options)}`, async () => {
    const server = new McpServer({ name: "x", version: "1" });
    const [name = ""] = Object.keys(options);
    const refused = (error: unknown): boolean =>
      error instanceof TypeError && error.message.includes(name);
    await assert.rejects(connectMemory(server, options as ClientOptions), refused);
    // Nothing is there, so nothing was tried.
    await assert.rejects(connect("http://127.0.0.1:9/mcp", options as ClientOptions), refused);
    await assert.rejects(connect(["no-such-program"], options as ClientOptions), refused);
  });
}

for (const revision of ["2024-11-05", "2026-07-28"] as const) {
  test(`the trace context of the telemetry goes with each request: ${revision}`, async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const server = await scripted(
      revision,
      ({ method }) => (method === "tools/list" ? { tools: [] } : said("hello")),
      { telemetry: { outgoing: () => ({ traceparent }) } },
    );
    await server.client.callTool("x", {}, { meta: { "com.example/a": 1 } });
    for (const { id, params } of server.received) {
      if (id === undefined) continue;
      const meta = params["_meta"] as Record<string, unknown>;
      assert.equal(meta["traceparent"], traceparent);
    }
    const meta = server.received.at(-1)?.params["_meta"] as Record<string, unknown>;
    assert.equal(meta["com.example/a"], 1);
    await server.client.close();
  });

  test(`what the server does not have is an empty list, and not asked for: ${revision}`, async () => {
    const server = await scripted(revision, () => said("hello"), {}, {});
    const { client } = server;
    assert.deepEqual(await client.listTools(), []);
    assert.deepEqual(await client.listResources(), []);
    assert.deepEqual(await client.listResourceTemplates(), []);
    for await (const prompt of client.prompts()) assert.fail(prompt.name);
    await client.callTool("x");
    const methods = server.received.map(({ method }) => method);
    assert.deepEqual(methods.slice(-1), ["tools/call"]);
    assert.equal(methods.filter((method) => method.endsWith("/list")).length, 0);
    await client.close();
  });
}

test("a wait without end for a subscription ends with its acknowledgement", async () => {
  const server = await scripted("2026-07-28", ({ id }) => {
    setTimeout(() => {
      server.notify("notifications/subscriptions/acknowledged", {
        notifications: { toolsListChanged: true },
        _meta: { "io.modelcontextprotocol/subscriptionId": id },
      });
    }, 30);
  });
  const listening = await server.client.listen({ tools: true }, { timeoutMs: Infinity });
  assert.deepEqual(listening.filter, { tools: true });
  await listening.close();
  await server.client.close();
});

test("a start without a time limit has none for the messages of a session", async () => {
  const server = new McpServer({ name: "x", version: "1" });
  server.tool({ name: "hello" }, () => "hello");
  const http = await serveHttp(server, { port: 0 });
  const options = { protocolVersion: "2025-11-25", startTimeoutMs: Infinity } as const;
  const client = await connect(http.url, options);
  assert.equal(textOf(await client.callTool("hello")), "hello");
  await client.close();
  await http.close();
});

test("the log level is asked for at once where servers have levels", async () => {
  const server = await scripted("2025-06-18", () => ({}), { logLevel: "error" });
  await settle();
  assert.deepEqual(server.received.at(-1)?.params, { level: "error" });
  await server.client.close();
});
