/** What a server tells of its own accord, whom it would reach, and what it declares. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  capabilitiesOf,
  clientsOf,
  connectMemory,
  McpServer,
  proxyServer,
  type CallContext,
  type OwnNotification,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { textOf } from "../../support/text-of.js";

const eras = ["2025-11-25", "2026-07-28"] as const;
const facts = (name: string) => ({ name, version: "1" });

for (const protocolVersion of eras) {
  test(`${protocolVersion}: a server notifies all who want it in a way that the protocol does not define`, async () => {
    const server = new McpServer(facts("host"));
    const mounted = new McpServer(facts("mounted"));
    server.mount(mounted);
    const told: OwnNotification[] = [];
    const onNotification = (each: OwnNotification): void => void told.push(each);
    const options = { protocolVersion, onNotification };
    await using first = await connectMemory(server, options);
    await using second = await connectMemory(server, options);
    for (const client of [first, second]) {
      const methods = ["example.com/news"];
      assert.deepEqual((await client.listen({ methods })).filter, { methods });
    }
    server.notify("example.com/news", { n: 1 });
    await eventually(() => told.length === 2);
    mounted.notify("example.com/news");
    await eventually(() => told.length === 4);
    const without = told.map(({ method, params: { _meta, ...params } }) => ({ method, params }));
    assert.deepEqual(without.slice(0, 2), [
      { method: "example.com/news", params: { n: 1 } },
      { method: "example.com/news", params: { n: 1 } },
    ]);
    await server.close();
  });

  test(`${protocolVersion}: a server and a call know who is subscribed to a resource`, async () => {
    const server = new McpServer(facts("host"));
    const mounted = new McpServer(facts("mounted"));
    server.mount(mounted);
    mounted.resource({ name: "r", uri: "a://x/r" }, () => "r");
    mounted.tool({ name: "knows" }, (_input, ctx: CallContext) =>
      String(ctx.isSubscribed("a://x/%72")),
    );
    await using client = await connectMemory(server, { protocolVersion });
    assert.equal(textOf(await client.callTool("knows")), "false");
    assert.equal(server.isSubscribed("a://x/r"), false);
    const end = await client.subscribe("a://x/r");
    assert.equal(textOf(await client.callTool("knows")), "true");
    for (const each of [server, mounted]) assert.equal(each.isSubscribed("a://x/%72"), true);
    assert.equal(server.isSubscribed("a://x/other"), false);
    await end();
    await eventually(() => !mounted.isSubscribed("a://x/r"));
    assert.equal(textOf(await client.callTool("knows")), "false");
    await client.subscribe("a://x/r");
    await client.close();
    await eventually(() => !server.isSubscribed("a://x/r"));
    await server.close();
  });

  test(`${protocolVersion}: what a server would declare is what its clients are told`, async () => {
    const server = new McpServer(facts("host"), { experimental: { "example.com/x": {} } });
    const compare = async (): Promise<void> => {
      await using client = await connectMemory(server, { protocolVersion });
      assert.deepEqual(capabilitiesOf(server, protocolVersion), client.serverCapabilities);
    };
    await compare();
    server.tool({ name: "t", task: "optional" }, () => "t");
    server.prompt({ name: "p", arguments: [{ name: "a", complete: () => ["b"] }] }, () => "p");
    server.resource({ name: "r", uri: "a://r" }, () => "r");
    await compare();
    await server.close();
  });
}

test("2025-11-25: of two sessions of one caller, only the subscribed one is", async () => {
  const server = new McpServer(facts("host"));
  server.resource({ name: "r", uri: "a://r" }, () => "r");
  server.tool({ name: "knows" }, (_input, ctx) => String(ctx.isSubscribed("a://r")));
  const protocolVersion = "2025-11-25";
  await using first = await connectMemory(server, { protocolVersion });
  await using second = await connectMemory(server, { protocolVersion });
  await first.subscribe("a://r");
  assert.equal(textOf(await first.callTool("knows")), "true");
  assert.equal(textOf(await second.callTool("knows")), "false");
  await server.close();
});

test("2026-07-28: nobody is told of what his stream does not name", async () => {
  const server = new McpServer(facts("host"));
  server.tool({ name: "t" }, () => "t");
  const told: string[] = [];
  await using client = await connectMemory(server, {
    protocolVersion: "2026-07-28",
    onNotification: ({ method }) => void told.push(method),
  });
  const methods = ["a/b", "notifications/tools/list_changed", "tools/c", "notifications/x/d"];
  const { filter } = await client.listen({ methods });
  assert.deepEqual(filter, { methods: ["a/b", "notifications/x/d"] });
  for (const method of ["other/x", "notifications/x/d", "a/b"]) server.notify(method);
  await eventually(() => told.includes("a/b"));
  assert.deepEqual(told, ["notifications/x/d", "a/b"]);
  const many = Array.from({ length: 101 }, (_, n) => `a/${n}`);
  await assert.rejects(client.listen({ methods: many }), { code: -32602 });
  await server.close();
});

test("notifications of the protocol itself and params that are no JSON are refused", () => {
  const server = new McpServer(facts("host"));
  for (const method of ["notifications/tools/list_changed", "tools/list", ""]) {
    assert.throws(() => server.notify(method), TypeError);
  }
  assert.throws(() => server.notify("a/b", { n: 1n }), TypeError);
});

test("a proxy declares what its remote server has, once it is started", async () => {
  const remote = new McpServer(facts("remote"));
  remote.tool({ name: "t" }, () => "t");
  const server = proxyServer(remote);
  await server.start();
  assert.deepEqual(capabilitiesOf(server), { logging: {}, tools: { listChanged: true } });
  assert.deepEqual(clientsOf(server), []);
  await server.close();
});
