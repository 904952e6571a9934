/** Servers that offer what remote servers offer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectMemory,
  exactJson,
  McpServer,
  proxy,
  proxyServer,
  serveHttp,
  serviceOf,
  type HttpClientOptions,
  type LogEntry,
  type Logger,
  type McpClient,
  type ProxyServerOptions,
} from "../../../runtime/index.js";
import { RemoteLink } from "../../../runtime/compose/proxy/remote-link.js";
import { partsOf } from "../../../runtime/server/create-server.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { parseExact } from "../../../runtime/protocol/keep-integers.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";

const facts = (name: string) => ({ name, version: "1.0.0" });
const eras = ["2025-11-25", "2026-07-28"] as const;
const quiet = { logger: () => undefined };

function remoteServer(): McpServer {
  const server = new McpServer({ ...facts("remote"), instructions: "Ask me." });
  server.tool(
    {
      name: "echo",
      input: parseExact(
        '{"type":"object","properties":{"n":{"maximum":98765432109876543210}}}',
      ) as JsonObject,
    },
    (input) => input,
  );
  server.tool({ name: "fail" }, () => {
    throw new Error("secret reason");
  });
  server.tool({ name: "slow" }, async (_input, ctx) => {
    ctx.progress(1, 2, "half");
    ctx.log("info", "working");
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 5_000);
      ctx.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Error("aborted"));
      });
    });
    return "late";
  });
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const { action, content } = await ctx.elicit({
      message: "Name?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    const roots = await ctx.listRoots();
    return `${action} ${JSON.stringify(content)} ${roots[0]?.uri}`;
  });
  server.resource({ name: "plan", uri: "remote://plan" }, () => "the plan");
  server.template(
    { name: "item", uriTemplate: "remote://items/{id}" },
    ({ id }) => `item ${String(id)}`,
  );
  server.prompt(
    { name: "hello", arguments: [{ name: "who", complete: () => ["Ada", "Bob"] }] },
    ({ who }) => `Hello ${who}`,
  );
  return server;
}

const answering = {
  elicitation: () => ({ action: "accept" as const, content: { name: "Ada" } }),
  roots: [{ uri: "file:///work" }],
};

for (const upstream of eras) {
  for (const downstream of eras) {
    const names = `a client of ${downstream} in front of a server of ${upstream}`;
    const options: ProxyServerOptions = { client: { protocolVersion: upstream }, ...quiet };

    test(`a proxy passes everything on: ${names}`, async () => {
      const remote = remoteServer();
      const host = new McpServer(facts("host"));
      proxy(host, remote, { ...options, name: "remote", prefix: "r_" });
      await using client = await connectMemory(host, { protocolVersion: downstream, ...answering });
      assert.deepEqual(
        (await client.listTools()).map(({ name }) => name),
        ["r_echo", "r_fail", "r_slow", "r_ask"],
      );
      assert.deepEqual(
        (await client.listPrompts()).map(({ name }) => name),
        ["r_hello"],
      );
      assert.equal((await client.listResources()).length, 1);
      assert.equal((await client.listResourceTemplates()).length, 1);
      const result = await client.callTool("r_echo", { n: 98765432109876543210n });
      assert.match(textOf(result), /98765432109876543210/);
      assert.match(exactJson(result.structuredContent ?? result) ?? "", /98765432109876543210/);
      assert.equal(
        textOf(await client.callTool("r_fail")),
        "The tool fail failed because of an error in the server.",
      );
      assert.match(JSON.stringify(await client.readResource("remote://plan")), /the plan/);
      assert.match(JSON.stringify(await client.readResource("remote://items/7")), /item 7/);
      assert.match(JSON.stringify(await client.getPrompt("r_hello", { who: "Eve" })), /Hello Eve/);
      const values = await client.complete(
        { type: "ref/prompt", name: "r_hello" },
        { name: "who", value: "" },
      );
      assert.deepEqual(values.values, ["Ada", "Bob"]);
      assert.equal(textOf(await client.callTool("r_ask")), 'accept {"name":"Ada"} file:///work');
      const lists: string[] = [];
      client.on("listChanged", (kind) => lists.push(kind));
      const added = remote.tool({ name: "new" }, () => "new");
      await eventually(() => lists.includes("tools"));
      assert.equal(textOf(await client.callTool("r_new")), "new");
      added.remove();
      await eventually(async () => (await client.listTools({ fresh: true })).length === 4);
      const updates: string[] = [];
      client.on("resourceUpdated", (uri) => updates.push(uri));
      const end = await client.subscribe("remote://plan");
      await eventually(() => {
        remote.resourceUpdated("remote://plan");
        return updates.includes("remote://plan");
      });
      await end();
      await host.close();
    });

    test(`progress, log messages and cancellation pass a proxy: ${names}`, async () => {
      const remote = remoteServer();
      const served = proxyServer(remote, options);
      await using client = await connectMemory(served, {
        protocolVersion: downstream,
        logLevel: "info",
      });
      assert.equal(client.serverInfo?.name, "remote");
      assert.equal(client.instructions, "Ask me.");
      const logs: unknown[] = [];
      client.on("log", ({ data }) => logs.push(data));
      const abort = new AbortController();
      const progress: unknown[] = [];
      const call = client.callTool(
        "slow",
        {},
        { signal: abort.signal, onProgress: (each) => progress.push(each) },
      );
      await eventually(() => progress.length === 1 && logs.length === 1);
      assert.deepEqual(progress, [{ progress: 1, total: 2, message: "half" }]);
      assert.deepEqual(logs, ["working"]);
      abort.abort(new Error("enough"));
      await assert.rejects(call, /enough/);
      await served.close();
    });
  }
}

test("foreign content, errors and members pass unchanged, and what clients would refuse is left out", async () => {
  const remote = new McpServer(facts("remote"));
  const { registry } = partsOf(serviceOf(remote));
  const result = {
    content: [{ type: "hologram", shape: { x: 1 } }],
    extra: { a: [1] },
    isError: true,
  };
  registry.addTool("odd", {
    describe: () =>
      ({ name: "odd", inputSchema: { type: "object", "x-a": 1 }, "x-own": 2 }) as never,
    call: () => result as never,
  });
  registry.addTool("flat", {
    describe: () => ({ name: "flat", inputSchema: { anyOf: [] } }),
    call: () => result as never,
  });
  registry.addTool("x", {
    describe: () => ({ name: "x/y", inputSchema: { type: "object" } }),
    call: () => result as never,
  });
  const warnings: string[] = [];
  const served = proxyServer(remote, {
    client: { protocolVersion: "2026-07-28" },
    logger: ({ message, facts: about }) => warnings.push(`${message} ${String(about["item"])}`),
  });
  await using client = await connectMemory(served, { protocolVersion: "2026-07-28" });
  const listed = await client.request("tools/list");
  assert.deepEqual(listed["tools"], [
    { name: "odd", inputSchema: { type: "object", "x-a": 1 }, "x-own": 2 },
  ]);
  const got = await client.request("tools/call", { name: "odd", arguments: {} });
  assert.deepEqual((got["content"] as { type: string }[])[0]?.type, "hologram");
  assert.deepEqual(got["extra"], { a: [1] });
  assert.equal(got["isError"], true);
  assert.equal(warnings.length, 2, warnings.join("\n"));
  await assert.rejects(client.request("tools/call", { name: "none" }), { code: -32602 });
  await served.close();
});

test("a remote server that is down costs only its own tools, and comes back by itself", async () => {
  const make = () => {
    const server = new McpServer(facts("remote"));
    server.tool({ name: "now" }, () => "now");
    return server;
  };
  let http = await serveHttp(make(), { port: 0 });
  const { port } = new URL(http.url);
  const host = new McpServer(facts("host"));
  host.tool({ name: "own" }, () => "own");
  proxy(host, `${http.url}?token=hidden`, {
    name: "clock",
    prefix: "c_",
    client: { headers: { authorization: "Bearer hidden" } },
    ...quiet,
  });
  for (const revision of eras) {
    await using client = await connectMemory(host, { protocolVersion: revision });
    assert.equal(textOf(await client.callTool("c_now")), "now");
    await http.close();
    const failed = await client.callTool("c_now");
    assert.equal(failed.isError, true);
    assert.match(textOf(failed), /^The server clock can't be reached now/);
    assert.equal(JSON.stringify(failed).includes("hidden"), false);
    assert.equal(textOf(await client.callTool("own")), "own");
    assert.equal((await client.listTools({ fresh: true })).length, 2);
    http = await serveHttp(make(), { port: Number(port) });
    await eventually(async () => textOf(await client.callTool("c_now")) === "now");
  }
  await host.close();
  await http.close();
});

test("a proxy starts without its remote server, and offers its tools when it comes", async () => {
  const placeholder = await serveHttp(new McpServer(facts("remote")), { port: 0 });
  const { port } = new URL(placeholder.url);
  await placeholder.close();
  const host = new McpServer(facts("host"));
  proxy(host, placeholder.url, { name: "late", startTimeoutMs: 50, ...quiet });
  await using client = await connectMemory(host);
  assert.deepEqual(await client.listTools({ fresh: true }), []);
  const remote = new McpServer(facts("remote"));
  remote.tool({ name: "now" }, () => "now");
  const http = await serveHttp(remote, { port: Number(port) });
  await eventually(async () => (await client.listTools({ fresh: true })).length === 1);
  assert.equal(textOf(await client.callTool("now")), "now");
  await host.close();
  await http.close();
});

test("a remote server that is not there is logged in one line, and its proxy ends without an error", async () => {
  const entries: LogEntry[] = [];
  const logger: Logger = (entry) => void entries.push(entry);
  const server = proxyServer({ command: "no-such-program-of-ours" }, { name: "gone", logger });
  const client = await connectMemory(server);
  await eventually(() => entries.length > 0);
  const [entry] = entries;
  assert.match(
    String(entry?.message),
    /^The server gone can't be reached: .*no program "no-such-program-of-ours" was found/,
  );
  assert.equal(entry?.error, undefined);
  // While it waits for its next attempt. A promise that is rejected and that nobody waits for would fail the test.
  await client.close();
  await serviceOf(server).close();
  await new Promise((resolve) => setTimeout(resolve, 50));
});

test("a proxy connects again if its remote server breaks while its lists are read", async () => {
  const remote = new McpServer(facts("remote"));
  remote.tool({ name: "now" }, () => "now");
  let opened = 0;
  const open = async (options: HttpClientOptions): Promise<McpClient> => {
    const client = await connectMemory(remote, options);
    opened += 1;
    if (opened > 1) return client;
    client.request = async (method) => {
      await client.close();
      throw new Error(`${method} was not answered.`);
    };
    return client;
  };
  const server = proxyServer(open, { name: "broken", ...quiet });
  await using client = await connectMemory(server);
  await eventually(async () => (await client.listTools({ fresh: true })).length === 1);
  assert.equal(textOf(await client.callTool("now")), "now");
  assert.equal(opened, 2);
  await server.close();
});

test("a connection that is made while its link is closed is closed as well", async () => {
  const remote = new McpServer(facts("remote"));
  let isClosed = false;
  const open = async (): Promise<McpClient> => {
    const client = await connectMemory(remote);
    client.on("close", () => (isClosed = true));
    return client;
  };
  const link = new RemoteLink(open, {}, { connected: () => link.close(), lost: () => undefined });
  await link.start().firstAttempt(1_000);
  await eventually(() => isClosed);
  assert.equal(link.client, undefined);
});

test("a list ends where no cursor follows, or one that was there before", async () => {
  const page = (name: string, cursor?: string): JsonObject => ({
    tools: [{ name, inputSchema: { type: "object" } }],
    ...(cursor !== undefined && { nextCursor: cursor }),
  });
  const pages: Record<string, JsonObject> = {
    first: page("a", ""),
    "": page("b", "2"),
    "2": page("c", "3"),
    "3": page("d", "2"),
  };
  const remote = new McpServer(facts("remote"));
  remote.tool({ name: "x" }, () => "x");
  let asked = 0;
  const open = async (options: HttpClientOptions): Promise<McpClient> => {
    const client = await connectMemory(remote, options);
    client.request = async (_method, params = {}) => {
      asked += 1;
      return pages[(params["cursor"] as string | undefined) ?? "first"]!;
    };
    return client;
  };
  const server = proxyServer(open, { name: "pages", ...quiet });
  await using client = await connectMemory(server);
  const names = (await client.listTools()).map(({ name }) => name);
  assert.deepEqual(names, ["a", "b", "c", "d"]);
  assert.equal(asked, 4);
  await server.close();
});
