import assert from "node:assert/strict";
import { test } from "node:test";
import {
  McpConnectionError,
  McpToolError,
  McpToolNotFoundError,
} from "../../../runtime/client/errors.js";
import { FakeClient, toolNamed } from "./support/fake-client.js";
import { manage } from "./support/manage.js";

test("parity K: McpServerConfig(alias, client)", async () => {
  const client = new FakeClient("anything");
  const { manager, opened } = manage({}, {}, { fs: client.client });
  await manager.connectAll();
  assert.deepEqual(manager.toolNames(), ["fs__read", "fs__write"]);
  assert.deepEqual(opened, []);
  await manager.close();
  assert.equal(client.isClosed, true);
});

test("parity K: McpToolBridge: connect_all with failures isolated", async () => {
  const { manager, logged } = manage({
    good: () => new FakeClient("good"),
    bad: () => Promise.reject(new Error("The door is shut.")),
    lists: () => {
      const client = new FakeClient("lists");
      client.listTools = () => Promise.reject(new Error("No list."));
      return client;
    },
  });
  const outcomes = await manager.connectAll();
  assert.deepEqual(outcomes["good"], { ok: true });
  assert.match(String(outcomes["bad"]?.ok === false && outcomes["bad"].error), /door is shut/);
  assert.match(String(outcomes["lists"]?.ok === false && outcomes["lists"].error), /No list/);
  assert.deepEqual(manager.connectedServers, ["good"]);
  assert.equal(manager.connection("bad")?.state, "failed");
  assert.equal(logged.filter((each) => each.level === "error").length, 2);
  await manager.close();
});

test("parity K: MCPClientManager.connect_all in parallel → {name: success}", async () => {
  let waiting = 0;
  let release = (): void => undefined;
  const all = new Promise<void>((resolve) => (release = resolve));
  const slow = async (): Promise<FakeClient> => {
    if (++waiting === 3) release();
    await all;
    return new FakeClient("x");
  };
  const { manager } = manage({ a: slow, b: slow, c: slow });
  assert.deepEqual(await manager.connectAll(), {
    a: { ok: true },
    b: { ok: true },
    c: { ok: true },
  });
  await manager.close();
});

test("parity K: bridge.set_registry → register_mcp_server(alias, tools, client)", async () => {
  const calls: string[] = [];
  const fs = new FakeClient("fs");
  const { manager, logged } = manage({ fs: () => fs, bad: () => new FakeClient("bad") });
  manager.setRegistry({
    registerMcpServer: async (alias, tools, client) => {
      await client.ping?.();
      if (alias === "bad") throw new Error("The registry is full.");
      calls.push(`${alias}: ${tools.map((each) => each.name).join(" ")}`);
      await client.callTool(tools[0]?.tool ?? "");
    },
    unregisterMcpServer: (alias) => void calls.push(`${alias} left`),
  });
  const outcomes = await manager.connectAll();
  assert.equal(outcomes["bad"]?.ok, true);
  assert.deepEqual(calls, ["fs: fs__read fs__write"]);
  assert.equal(fs.sent.length, 1);
  assert.ok(logged.some((each) => each.message === "The registry of tools failed."));
  await manager.disconnect("fs");
  assert.deepEqual(calls, ["fs: fs__read fs__write", "fs left"]);
  await manager.close();
});

test("parity K: bridge.disconnect_all, async with", async () => {
  const clients = [new FakeClient("a"), new FakeClient("b")];
  const { manager } = manage({ a: () => clients[0]!, b: () => clients[1]! });
  clients[0]!.close = () => Promise.reject(new Error("It does not want to."));
  {
    await using managed = manager;
    await managed.connectAll();
    await managed.disconnectAll();
    assert.deepEqual(managed.connectedServers, []);
    assert.deepEqual(managed.tools(), []);
    await managed.connectAll();
  }
  assert.deepEqual(manager.connectedServers, []);
  await assert.rejects(manager.connect("a"), McpConnectionError);
});

test("parity K: bridge.get_tool_names / get_tool_schemas, tool_filter", async () => {
  const { manager } = manage(
    {},
    { toolFilter: (tool) => tool.name !== "write" },
    {
      fs: { target: new FakeClient("fs", ["read", "write", "list"]).client, toolFilter: ["*e*"] },
      db: { target: new FakeClient("db").client, toolFilter: { except: ["none"] } },
    },
  );
  await manager.connectAll();
  assert.deepEqual(manager.toolNames(), ["fs__read", "db__read"]);
  assert.deepEqual(manager.tools()[0], {
    name: "fs__read",
    server: "fs",
    tool: "read",
    title: undefined,
    description: "Does read.",
    inputSchema: { type: "object" },
    definition: toolNamed("read"),
    grantName: "mcp:fs:read",
  });
  await assert.rejects(manager.call("fs__write"), McpToolNotFoundError);
  await assert.rejects(manager.call("fs__list"), McpToolNotFoundError);
  await manager.close();
});

test("a filter that throws hides the tool, and one that can't be used is refused at once", async () => {
  const filter = (): boolean => {
    throw new Error("Oops.");
  };
  const { manager, logged } = manage({ fs: () => new FakeClient("fs") }, { toolFilter: filter });
  await manager.connectAll();
  assert.deepEqual(manager.tools(), []);
  assert.ok(logged.some((each) => /filter of tools failed/.test(each.message)));
  await manager.close();
  assert.throws(() => manage({}, { toolFilter: { exclude: [] } as never }), TypeError);
  assert.throws(() => manage({}, { toolFilter: [1] as never }), TypeError);
});

test("parity K: bridge.call(alias__tool), McpToolNotFoundError", async () => {
  const { manager } = manage(
    {},
    {},
    {
      a__b: new FakeClient("a__b", ["c"]).client,
      a: new FakeClient("a", ["b__c"]).client,
    },
  );
  await manager.connectAll();
  const results = await Promise.all(manager.toolNames().map((name) => manager.callText(name)));
  assert.deepEqual(results, ["a__b:c", "a:b__c"]);
  await assert.rejects(manager.call("a__b_c"), (error: unknown) => {
    assert.ok(error instanceof McpToolNotFoundError);
    assert.equal(error.code, -32602);
    assert.match(error.message, /Did you mean "a__b__c"\?/);
    return true;
  });
  await assert.rejects(manager.call("b__c"), McpToolNotFoundError);
  await assert.rejects(manager.call("__proto__"), McpToolNotFoundError);
  await manager.close();
});

test("parity K: connect_server, disconnect_server, disconnect_all", async () => {
  const { manager, opened } = manage({
    a: () => new FakeClient("a"),
    b: () => new FakeClient("b"),
  });
  const heard: string[] = [];
  manager.on("connected", ({ server }) => heard.push(`+${server}`));
  manager.on("disconnected", ({ server }) => heard.push(`-${server}`));
  await Promise.all([manager.connect("a"), manager.connect("a")]);
  await manager.connect("a");
  assert.equal(opened.length, 1);
  assert.equal(opened[0]?.options.name, "a");
  assert.deepEqual(manager.connectedServers, ["a"]);
  await assert.rejects(manager.call("b__read"), McpToolNotFoundError);
  await manager.connect("b");
  await manager.disconnect("a");
  await manager.disconnect("a");
  assert.deepEqual(manager.connectedServers, ["b"]);
  assert.deepEqual(manager.toolsOf("a"), []);
  await manager.connect("a");
  await manager.disconnectAll();
  assert.deepEqual(heard, ["+a", "+b", "-a", "+a", "-a", "-b"]);
  await assert.rejects(manager.connect("c"), /no server "c"/);
  await manager.close();
});

test("a server that is disconnected while it is being connected does not stay connected", async () => {
  let answer: ((client: FakeClient) => void) | undefined;
  const coming = new Promise<FakeClient>((resolve) => (answer = resolve));
  const { manager } = manage({ slow: () => coming });
  const connecting = manager.connect("slow");
  await manager.disconnect("slow");
  await assert.rejects(connecting, /disconnected meanwhile/);
  const late = new FakeClient("slow");
  answer?.(late);
  await coming;
  await new Promise(setImmediate);
  assert.equal(late.isClosed, true);
  assert.equal(manager.connection("slow")?.state, "disconnected");
  await manager.close();
});

test("parity K: get_tools, get_tools_for_server, mcp__{server}__{tool}", async () => {
  const { manager } = manage(
    { fs: () => new FakeClient("fs"), db: () => new FakeClient("db", ["query"]) },
    { naming: "mcp__server__tool" },
  );
  await manager.connectAll();
  const names = (tools: readonly { readonly name: string }[]): string[] =>
    tools.map((each) => each.name);
  assert.deepEqual(names(manager.tools()), ["mcp__fs__read", "mcp__fs__write", "mcp__db__query"]);
  assert.deepEqual(names(manager.toolsOf("db")), ["mcp__db__query"]);
  assert.deepEqual(manager.toolsOf("nobody"), []);
  assert.equal(await manager.callText("mcp__db__query"), "db:query");
  await manager.close();
});

test("parity K: execute_tool → text", async () => {
  const fs = new FakeClient("fs");
  const { manager } = manage({ fs: () => fs });
  await manager.connectAll();
  fs.answer = () => ({
    content: [
      { type: "text", text: "one" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "resource", resource: { uri: "file:///a", text: "two" } },
      { type: "resource_link", uri: "file:///b", name: "b" },
    ],
  });
  assert.equal(
    await manager.callText("fs__read"),
    "one\n[image: image/png, 3 bytes]\ntwo\n[resource: file:///b (b)]",
  );
  fs.answer = () => ({ content: [], structuredContent: { a: 1 } });
  assert.equal(await manager.callText("fs__read"), '{"a":1}');
  fs.answer = () => ({ content: [{ type: "text", text: "No such file." }], isError: true });
  assert.equal((await manager.call("fs__read")).isError, true);
  await assert.rejects(manager.callText("fs__read"), (error: unknown) => {
    assert.ok(error instanceof McpToolError);
    assert.equal(error.message, "No such file.");
    assert.equal(error.server, "fs");
    return true;
  });
  await manager.close();
});

test("parity K: register_tools(server, schemas)", async () => {
  const fs = new FakeClient("fs");
  const { manager } = manage({ fs: () => fs });
  await manager.connectAll();
  manager.registerTools("fs", [toolNamed("hidden"), toolNamed("read", "What the user says.")]);
  assert.deepEqual(manager.toolNames(), ["fs__write", "fs__hidden", "fs__read"]);
  assert.equal(manager.tool("fs__read")?.description, "What the user says.");
  assert.equal(await manager.callText("fs__hidden"), "fs:hidden");

  // No success that is none: tools of a server that is not connected can't be called.
  manager.registerTools("custom", [toolNamed("greet")]);
  assert.deepEqual(manager.connection("custom")?.tools, []);
  assert.equal(manager.connection("custom")?.connected, false);
  assert.equal(manager.availableToolCount, 3);
  await assert.rejects(manager.call("custom__greet"), McpToolNotFoundError);
  await assert.rejects(manager.connect("custom"), /only tools were registered/);
  manager.add("custom", new FakeClient("custom", []).client);
  await manager.connect("custom");
  assert.equal(await manager.callText("custom__greet"), "custom:greet");

  assert.throws(() => manager.registerTools("fs", [{ name: "x" } as never]), TypeError);
  assert.throws(() => manager.registerTools("fs", [toolNamed("")]), TypeError);
  assert.throws(() => manager.registerTools("fs", [toolNamed("x"), toolNamed("x")]), TypeError);
  await manager.close();
});

test("parity K: get_connection, MCPServerConnection (tools, resources, connected, error)", async () => {
  const { manager } = manage({
    fs: () => new FakeClient("fs"),
    bad: () => Promise.reject(new Error("No.")),
  });
  assert.equal(manager.connection("nobody"), undefined);
  assert.equal(manager.connection("fs")?.state, "idle");
  await manager.connectAll();
  const { tools, ...connection } = manager.connection("fs")!;
  assert.deepEqual(
    tools.map((each) => each.name),
    ["fs__read", "fs__write"],
  );
  assert.deepEqual(connection, {
    name: "fs",
    state: "connected",
    connected: true,
    error: undefined,
    resources: [{ uri: "file:///a", name: "a" }],
    resourceTemplates: [],
    prompts: [{ name: "greet" }],
    serverInfo: { name: "fake", version: "1" },
    instructions: "Be kind.",
    refused: [],
  });
  const bad = manager.connection("bad")!;
  assert.equal(bad.connected, false);
  assert.equal(bad.error?.message, "No.");
  await manager.close();
});

test("parity K: connected_servers, available_tool_count", async () => {
  const { manager } = manage({
    fs: () => new FakeClient("fs"),
    bad: () => Promise.reject(new Error("No.")),
    db: () => new FakeClient("db", ["query"]),
  });
  assert.equal(manager.availableToolCount, 0);
  await manager.connectAll();
  assert.deepEqual(manager.servers, ["fs", "bad", "db"]);
  assert.deepEqual(manager.connectedServers, ["fs", "db"]);
  assert.equal(manager.availableToolCount, 3);
  await manager.disconnect("fs");
  assert.equal(manager.availableToolCount, 1);
  await manager.close();
});

test("servers can be added and removed", async () => {
  const extra = new FakeClient("extra", ["x"]);
  const { manager } = manage({ fs: () => new FakeClient("fs") });
  await manager.connectAll();
  manager.add("extra", { target: () => extra.client });
  await manager.connect("extra");
  assert.deepEqual(manager.toolNames(), ["fs__read", "fs__write", "extra__x"]);
  assert.throws(() => manager.add("extra", "x"), /already/);
  const heard: unknown[] = [];
  manager.setRegistry({
    registerMcpServer: () => undefined,
    unregisterMcpServer: (alias) => void heard.push(`${alias} left`),
  });
  manager.on("toolsChanged", (event) => heard.push(event));
  await manager.remove("extra");
  assert.deepEqual(heard, [{ server: "extra", tools: [] }, "extra left"]);
  assert.equal(extra.isClosed, true);
  assert.deepEqual(manager.servers, ["fs"]);
  assert.deepEqual(manager.toolNames(), ["fs__read", "fs__write"]);
  await manager.close();
});

test("a target that can't be used is refused when it is given", () => {
  for (const target of ["", [], {}, 7, null, undefined, { target: "" }, { command: 1 }]) {
    assert.throws(() => manage({}, {}, { fs: target as never }), TypeError);
  }
  assert.throws(() => manage({}, {}, { "": "x" }), TypeError);
  assert.throws(() => manage({}, { naming: "a-b" as never }), TypeError);
  assert.throws(() => manage({}, { maxNameLength: 10 }), TypeError);
  assert.throws(() => manage({}, { grants: ["fs"] }), TypeError);
  assert.throws(() => manage({}, { grants: "mcp:*:*" as never }), /"grants" must be a list/);
  assert.throws(() => manage({}, { toolFilter: "read" as never }), /is a list of names/);
  assert.throws(() => manage({}, { reconnect: { firstMs: -1 } }, { fs: "x" }), TypeError);
});

test("aliases may be names of Object.prototype", async () => {
  const { manager } = manage({}, {}, JSON.parse('{"__proto__": "x", "constructor": "y"}') as never);
  const outcomes = await manager.connectAll();
  assert.deepEqual(Object.keys(outcomes), ["__proto__", "constructor"]);
  await manager.close();
});

test("disabled servers are connected by name only", async () => {
  const client = new FakeClient("fs");
  const { manager } = manage({}, {}, { fs: { target: client.client, disabled: true } });
  assert.deepEqual(await manager.connectAll(), {});
  await manager.connect("fs");
  assert.deepEqual(manager.connectedServers, ["fs"]);
  await manager.close();
});
