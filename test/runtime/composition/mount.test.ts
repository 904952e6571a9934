/** Servers that offer what others offer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  connectMemory,
  McpServer,
  mcpLifespan,
  mcpServer,
  mcpTool,
  type CallContext,
  type Middleware,
  type Operation,
  type Registrar,
  type ServerOptions,
} from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { Peer } from "../../support/peer.js";
import { freeAnimal, getAnimal, withApi, ZooServer } from "../../support/servers/zoo-server.js";
import { textOf } from "../../support/text-of.js";

const facts = (name: string) => ({ name, version: "1.0.0" });

/** A server with an entry of each kind. */
function clock(options: ServerOptions = {}): McpServer {
  const server = new McpServer(facts("clock"), options);
  server.tool({ name: "now", scopes: ["time"] }, (_input, ctx) => [ctx.toolName, ctx.lifespan]);
  server.resource({ name: "zone", uri: "clock://zone" }, () => "UTC");
  server.template(
    { name: "at", uriTemplate: "clock://{city}" },
    ({ city }: { city: string }) => `noon in ${city}`,
  );
  server.prompt(
    { name: "ask", arguments: [{ name: "city", complete: () => ["Paris", "Pisa"] }] },
    ({ city }) => `What time is it in ${city}?`,
  );
  server.completion(({ ref, argument }) =>
    ref.type === "ref/prompt" && ref.name === "ask" && argument.value === "own"
      ? ["ours"]
      : undefined,
  );
  return server;
}

const content = (text: string) => [{ type: "text", text }];

test("a host offers the tools and prompts of a mounted server with a prefix, and its resources at their URIs", async () => {
  const host = new McpServer(facts("host"));
  host.mount(clock(), { prefix: "c_" });
  await using client = await connectMemory(host);
  assert.deepEqual(
    (await client.listTools()).map(({ name }) => name),
    ["c_now"],
  );
  assert.deepEqual(
    (await client.listPrompts()).map(({ name }) => name),
    ["c_ask"],
  );
  assert.deepEqual(
    (await client.listResources()).map(({ uri }) => uri),
    ["clock://zone"],
  );
  assert.deepEqual(
    (await client.listResourceTemplates()).map((each) => each.uriTemplate),
    ["clock://{city}"],
  );
  assert.deepEqual((await client.callTool("c_now")).content, content('["now",null]'));
  assert.equal((await client.readResource("clock://zone")).contents[0]?.uri, "clock://zone");
  assert.match(JSON.stringify(await client.readResource("clock://Rome")), /noon in Rome/);
  assert.match(JSON.stringify(await client.getPrompt("c_ask", { city: "Rome" })), /is it in Rome/);
  const complete = (value: string) =>
    client.complete({ type: "ref/prompt", name: "c_ask" }, { name: "city", value });
  assert.deepEqual((await complete("P")).values, ["Paris", "Pisa"]);
  assert.deepEqual((await complete("own")).values, ["ours"]);
  await assert.rejects(client.callTool("now"), /Unknown tool: now/);
});

test("what a mounted server registers and removes later, its host does too, and tells its clients", async () => {
  const host = new McpServer(facts("host"), { declare: ["tools"] });
  const mounted = new McpServer(facts("late"));
  const registration = host.mount(mounted, { prefix: "l_" });
  await using client = await connectMemory(host);
  const told: string[] = [];
  client.on("listChanged", (kind) => told.push(kind));
  const names = async () => (await client.listTools({ fresh: true })).map(({ name }) => name);
  assert.deepEqual(await names(), []);
  const tool = mounted.tool({ name: "new" }, () => "new");
  await eventually(() => told.length === 1);
  assert.deepEqual(await names(), ["l_new"]);
  tool.remove();
  await eventually(() => told.length === 2);
  assert.deepEqual(await names(), []);
  mounted.tool({ name: "again" }, () => "again");
  await eventually(() => told.length === 3);
  registration.remove();
  registration.remove();
  await eventually(() => told.length === 4);
  assert.deepEqual(await names(), []);
  mounted.tool({ name: "unseen" }, () => "unseen");
  assert.deepEqual(await names(), []);
});

test("a name that is taken is an error that names both servers, and leaves the host as it was", async () => {
  const host = new McpServer(facts("host"));
  host.tool({ name: "c_now" }, () => "mine");
  const ours = clock();
  assert.throws(() => host.mount(ours, { prefix: "c_" }), {
    name: "TypeError",
    message:
      'There is already a tool "c_now", of the server itself, so that of clock, which is mounted with the prefix "c_" can\'t be added.',
  });
  host.mount(ours, { prefix: "d_" });
  assert.throws(
    () => host.mount(clock(), { prefix: "e_" }),
    /already a resource "clock:\/\/zone", of clock, which is mounted with the prefix "d_", so that of clock, .* "e_" can't/,
  );
  assert.throws(
    () => host.tool({ name: "d_now" }, () => 1),
    /"d_now", of clock.*the server itself/,
  );
  host.tool({ name: "d_later" }, () => 1);
  assert.throws(() => ours.tool({ name: "later" }, () => 1), /already a tool "d_later"/);
  await using client = await connectMemory(host);
  const names = (await client.listTools()).map(({ name }) => name);
  assert.deepEqual(names, ["c_now", "d_now", "d_later"]);
  await using own = await connectMemory(ours);
  assert.deepEqual(
    (await own.listTools()).map(({ name }) => name),
    ["now"],
  );
});

test("a prefix must leave tool names as clients accept them", () => {
  const host = new McpServer(facts("host"));
  for (const prefix of ["a b", "é", "x".repeat(128), 5 as unknown as string]) {
    assert.throws(() => host.mount(clock(), { prefix }), /A prefix may have at most 127/);
  }
  assert.throws(
    () => host.mount(clock(), { prefix: "x".repeat(127) }),
    /1 to 128 of the characters .*\(of clock, which is mounted/,
  );
});

test("only servers can be mounted, and none in itself", () => {
  const [host, inner] = [new McpServer(facts("host")), new McpServer(facts("inner"))];
  assert.throws(() => host.mount({}), /has no @mcpServer/);
  assert.throws(() => host.mount(host), /host can't be mounted in itself/);
  inner.mount(host, { prefix: "h_" });
  assert.throws(() => host.mount(inner), /can't be mounted in itself/);
});

@mcpServer({ name: "shop", version: "1.0.0" })
class Shop {
  readonly log: string[] = [];

  @mcpLifespan
  async *hold(): AsyncGenerator<string, void> {
    this.log.push("open");
    await Promise.resolve();
    yield "stock";
    this.log.push("close");
  }

  @mcpTool()
  look(_input: object, ctx: CallContext): unknown {
    return ctx.lifespan;
  }
}

test("mounted servers have their own lifespan, which starts and ends with the host", async () => {
  const [shop, log] = [new Shop(), [] as string[]];
  const host = new McpServer(facts("host"), {
    async *lifespan() {
      log.push("open");
      yield await Promise.resolve("house");
      log.push(`close after ${shop.log.length}`);
    },
  });
  host.tool({ name: "look" }, (_input, ctx) => ctx.lifespan);
  host.mount(shop, { prefix: "s_" });
  await host.start();
  assert.deepEqual([log, shop.log], [["open"], ["open"]]);
  await using client = await connectMemory(host);
  assert.deepEqual((await client.callTool("look")).content, content("house"));
  assert.deepEqual((await client.callTool("s_look")).content, content("stock"));
  await host.close();
  assert.deepEqual(
    [log, shop.log],
    [
      ["open", "close after 2"],
      ["open", "close"],
    ],
  );
});

test("a server that is mounted late starts at once, and one that is unmounted ends when its calls are over", async () => {
  const host = new McpServer(facts("host"), { declare: ["tools"] });
  await host.start();
  const shop = new Shop();
  const registration = host.mount(shop, { prefix: "s_" });
  await using client = await connectMemory(host);
  assert.deepEqual((await client.callTool("s_look")).content, content("stock"));
  assert.deepEqual(shop.log, ["open"]);
  registration.remove();
  await eventually(() => shop.log.length === 2);
  const again = host.mount(shop, { prefix: "s_" });
  assert.deepEqual((await client.callTool("s_look")).content, content("stock"));
  let finish = (): void => assert.fail();
  const slow = new McpServer(facts("slow"), {
    async *lifespan() {
      yield await Promise.resolve("on");
      shop.log.push("slow closed");
    },
  });
  slow.tool({ name: "wait" }, () => new Promise((resolve) => (finish = () => resolve("done"))));
  const waiting = host.mount(slow);
  const call = client.callTool("wait");
  await eventually(() => finish.length === 0 && finish.toString().includes("resolve"));
  waiting.remove();
  finish();
  assert.deepEqual((await call).content, content("done"));
  await eventually(() => shop.log.includes("slow closed"));
  again.remove();
  await host.close();
});

test("a mounted server that can't start keeps its host from starting", async () => {
  const host = new McpServer(facts("host"));
  const broken = clock({
    // oxlint-disable-next-line require-yield
    async *lifespan() {
      await Promise.reject(new Error("no clock"));
    },
  });
  host.mount(broken);
  await assert.rejects(host.start(), /no clock/);
  await host.close();
});

function noting(notes: string[], name: string): Middleware {
  return {
    guard({ kind, name: entry, metadata, operation }) {
      notes.push(`${name}: ${kind} ${entry} ${String(metadata("m"))} ${operation?.id}`);
      return true;
    },
  };
}

test("guards of the host are around those of a mounted server, and see what its author noted", async () => {
  const notes: string[] = [];
  const mounted = new McpServer(facts("inner"), { use: [noting(notes, "inner")] });
  mounted.tool({ name: "t", metadata: { m: 1 } }, () => "t");
  mounted.resource({ name: "r", uri: "in://r", metadata: { m: 2 } }, () => "r");
  const host = new McpServer(facts("host"), { use: [noting(notes, "host")] });
  host.mount(mounted, { prefix: "i_" });
  const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  host.mount(new ZooServer(options), { prefix: "z_" });
  await using client = await connectMemory(host);
  await client.callTool("i_t");
  await client.readResource("in://r");
  await client.callTool("z_getAnimal", { id: 1 });
  assert.deepEqual(notes, [
    "host: tool i_t 1 undefined",
    "inner: tool t 1 undefined",
    "host: resource r 2 undefined",
    "inner: resource r 2 undefined",
    "host: tool z_getAnimal undefined getAnimal",
  ]);
});

test("servers can be mounted in servers that are mounted", async () => {
  const [shop, notes] = [new Shop(), [] as string[]];
  const mall = new McpServer(facts("mall"), { use: [noting(notes, "mall")] });
  mall.mount(shop, { prefix: "s_" });
  const town = new McpServer(facts("town"), { use: [noting(notes, "town")] });
  town.mount(mall, { prefix: "m_" });
  await using own = await connectMemory(mall);
  await using client = await connectMemory(town);
  assert.deepEqual(
    (await client.listTools()).map(({ name }) => name),
    ["m_s_look"],
  );
  assert.deepEqual((await client.callTool("m_s_look")).content, content("stock"));
  assert.deepEqual((await own.callTool("s_look")).content, content("stock"));
  assert.deepEqual(notes.slice(0, 2), [
    "town: tool m_s_look undefined undefined",
    "mall: tool s_look undefined undefined",
  ]);
  assert.throws(
    () => town.tool({ name: "m_s_look" }, () => 1),
    /of shop, .* "s_" in mall, .* "m_"/,
  );
  await mall.close();
  assert.deepEqual(shop.log, ["open"]);
  assert.deepEqual((await client.callTool("m_s_look")).content, content("stock"));
  await town.close();
  assert.deepEqual(shop.log, ["open", "close"]);
});

function searchable<I, O>(operation: Operation<I, O>): Operation<I, O> {
  const { expose } = operation;
  assert.ok(expose.as === "tool");
  return { ...operation, expose: { ...expose, as: "searchable", tags: [] } };
}

/** A zoo whose operations are found by search. */
class LargeZoo extends ZooServer {
  protected override expose(mcp: Registrar): void {
    mcp.add(searchable(getAnimal), (input, ctx) => this.getAnimal(input, ctx));
    mcp.add(searchable(freeAnimal), (input, ctx) => this.freeAnimal(input, ctx));
  }
}

test("the search tools of mounted APIs have prefixed names, also where texts name them", async () => {
  const host = new McpServer(facts("host"));
  const { options, asked } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  host.mount(new LargeZoo(options), { prefix: "a_" });
  host.mount(new LargeZoo(options), { prefix: "b_" });
  await using client = await connectMemory(host);
  const tools = await client.listTools();
  const names = ["search_operations", "describe_operation", "call_operation"];
  assert.deepEqual(
    tools.map(({ name }) => name),
    [...names.map((name) => `a_${name}`), ...names.map((name) => `b_${name}`)],
  );
  assert.match(tools[3]?.description ?? "", /use b_describe_operation, then b_call_operation/);
  const found = await client.callTool("b_call_operation", {
    name: "getAnimal",
    arguments: { id: 1 },
  });
  assert.match(textOf(found), /Mia/);
  assert.equal(asked.length, 1);
  const missing = await client.callTool("b_call_operation", { name: "getAnimals" });
  assert.match(textOf(missing), /Use b_search_operations to find operations/);
});

test("no guard of a host is passed by through a search tool", async () => {
  const notes: string[] = [];
  const noDelete: Middleware = { guard: ({ operation }) => operation?.method !== "DELETE" };
  const mall = new McpServer(facts("mall"), { use: [noting(notes, "mall"), noDelete] });
  const { options, asked } = withApi(() => Response.json({ id: 1, name: "Mia" }));
  mall.mount(new LargeZoo({ ...options, use: [noting(notes, "zoo")] }), { prefix: "z_" });
  const town = new McpServer(facts("town"), { use: [noting(notes, "town")] });
  town.mount(mall, { prefix: "m_" });
  await using client = await connectMemory(town);
  const call = (name: string) =>
    client.callTool("m_z_call_operation", { name, arguments: { id: 1 } });
  await call("getAnimal");
  assert.deepEqual(notes, [
    "town: tool m_z_getAnimal undefined getAnimal",
    "mall: tool z_getAnimal undefined getAnimal",
    "zoo: tool getAnimal undefined getAnimal",
  ]);
  await assert.rejects(call("freeAnimal"), { data: { type: "FORBIDDEN", guard: "guard" } });
  assert.equal(asked.length, 1);
});

test("large answers of mounted APIs can be read, also where two of one API are mounted", async () => {
  const host = new McpServer(facts("host"));
  const servers = ["first", "second"].map((name) => {
    const { options } = withApi(() => Response.json({ id: 1, name: name.repeat(5_000) }));
    return new LargeZoo({ ...options, maxResponseBytes: 100, maxKeptBytes: 1_000_000 });
  });
  servers.forEach((server, index) => host.mount(server, { prefix: `z${index}_` }));
  await using client = await connectMemory(host);
  for (const [index, name] of ["first", "second"].entries()) {
    const result = await client.callTool(`z${index}_call_operation`, {
      name: "getAnimal",
      arguments: { id: 1 },
    });
    const link = result.content.find((each) => each.type === "resource_link");
    const read = await client.readResource(link?.uri ?? "");
    assert.match(JSON.stringify(read), new RegExp(`${name}${name}`));
  }
  await assert.rejects(client.readResource("zoo://kept-answers/nothing"), /not found/);
});

test("a tool of a mounted API reads resources of the whole host, through the host's guards", async () => {
  const notes: string[] = [];
  const host = new McpServer(facts("host"), { use: [noting(notes, "host")] });
  host.resource({ name: "photo", uri: "host://photo", mimeType: "image/png" }, () => ({
    mimeType: "image/png",
    data: new Uint8Array([1]),
  }));
  const { options, asked } = withApi(() => new Response(null, { status: 204 }));
  const upload: Operation<{ photo: unknown }, void> = {
    id: "upload",
    request: {
      method: "POST",
      path: "/photos",
      body: { type: "image/png", arg: "photo", file: true },
    },
    input: { type: "object", properties: { photo: {} }, required: ["photo"] },
    expose: { as: "tool", name: "upload" },
  };
  class Album extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add(upload, (input, ctx) => this.call(upload, input, ctx));
    }
  }
  host.mount(new Album(options));
  await using client = await connectMemory(host);
  const result = await client.callTool("upload", { photo: { uri: "host://photo" } });
  assert.equal(result.isError, undefined, textOf(result));
  assert.equal(asked.length, 1);
  assert.ok(notes.includes("host: resource photo undefined undefined"), notes.join("\n"));
});

test("updates of a mounted server's resources reach the host's subscribers in both eras", async () => {
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const host = new McpServer(facts("host"));
    const mounted = clock();
    const mall = new McpServer(facts("mall"));
    mall.mount(mounted);
    host.mount(mall);
    await using client = await connectMemory(host, { protocolVersion: revision });
    const told: string[] = [];
    client.on("resourceUpdated", (uri) => told.push(uri));
    await client.subscribe("clock://zone");
    mounted.resourceUpdated("clock://zone");
    await eventually(() => told.length === 1);
    assert.deepEqual(told, ["clock://zone"]);
    await host.close();
  }
});

test("methods, extensions and declarations of a mounted server are the host's, too", async () => {
  const host = new McpServer(facts("host"), { extensions: { "example.com/own": { a: 1 } } });
  const mounted = new McpServer(facts("inner"), {
    declare: ["prompts"],
    extensions: { "example.com/other": { b: 2 }, "example.com/own": { a: 3 } },
  });
  mounted.method({ name: "example.com/echo", extension: "example.com/echo" }, (params) => params);
  host.mount(mounted, { prefix: "i_" });
  assert.throws(
    () => host.method({ name: "example.com/echo" }, (params) => params),
    /already a method "example.com\/echo", of inner/,
  );
  await using client = await connectMemory(host, { extensions: { "example.com/echo": {} } });
  assert.deepEqual(client.serverCapabilities.extensions, {
    "example.com/echo": {},
    "example.com/other": { b: 2 },
    "example.com/own": { a: 1 },
  });
  assert.ok(client.serverCapabilities.prompts);
  const { hello } = await client.request("example.com/echo", { hello: 1 });
  assert.equal(hello, 1);
});

test("mounted tools keep their limits, tasks, questions and scopes", async () => {
  const mounted = new McpServer(facts("inner"));
  mounted.tool({ name: "slow", timeoutMs: 5 }, () => new Promise(() => {}));
  mounted.tool({ name: "long", task: "required" }, () => "done");
  mounted.tool({ name: "ask", requires: { elicitation: {} } }, async (_input, ctx) => {
    const { action } = await ctx.elicit({
      message: "Sure?",
      requestedSchema: { type: "object", properties: {} },
    });
    return action;
  });
  const host = new McpServer(facts("host"));
  host.mount(mounted, { prefix: "i_" });
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    await using client = await connectMemory(host, {
      protocolVersion: revision,
      elicitation: () => ({ action: "decline" }),
    });
    assert.match(textOf(await client.callTool("i_slow")), /longer than 5 ms/);
    assert.deepEqual((await client.callTool("i_long")).content, content("done"));
    assert.deepEqual((await client.callTool("i_ask")).content, content("decline"));
  }
  const peer = await Peer.connect(host, "2026-07-28");
  const { error } = await peer.request("tools/call", { name: "i_ask" });
  assert.equal(error?.["code"], -32021);
  await peer.close();
  await host.close();
});
