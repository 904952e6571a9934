/** The server that remembers. On Node 20 the store on disk is tested by test/memory, on a newer Node. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import {
  connectHttp,
  connectMemory,
  McpServer,
  memoryServer,
  nodeHandler,
  staticVerifier,
  oauthResource,
  type HttpClientOptions,
  type McpClient,
  type MemoryServerOptions,
} from "../../../runtime/index.js";
import { cleanUp } from "../../support/clean-up.js";
import { eventually } from "../../support/eventually.js";
import { listen, stop } from "../../support/loopback.js";

async function connected(options: MemoryServerOptions = {}): Promise<McpClient> {
  const client = await connectMemory(await memoryServer(options));
  cleanUp.push(() => client.close());
  return client;
}

async function call(client: McpClient, name: string, args: object = {}): Promise<unknown> {
  const result = await client.callTool(name, args as Record<string, unknown>);
  if (result.isError) throw new Error((result.content[0] as { text: string }).text);
  return result.structuredContent;
}

async function read(client: McpClient, uri: string): Promise<unknown> {
  const [content] = (await client.readResource(uri)).contents;
  return JSON.parse((content as { text: string }).text);
}

const messages = [
  { role: "user", content: "Hi" },
  { role: "assistant", content: [{ type: "text", text: "Hello" }] },
];

test("a memory server has the five tools, a list of conversations and a template for each", async () => {
  const client = await connected();
  assert.deepEqual((await client.listTools()).map(({ name }) => name).sort(), [
    "delete_conversation",
    "delete_user_fact",
    "get_user_facts",
    "save_conversation",
    "save_user_fact",
  ]);
  assert.deepEqual(
    (await client.listResources()).map(({ uri }) => uri),
    ["memory://conversations"],
  );
  assert.deepEqual(
    (await client.listResourceTemplates()).map(({ uriTemplate }) => uriTemplate),
    ["memory://conversations/{id}"],
  );
});

test("a conversation is saved, read, listed, replaced, completed and deleted", async () => {
  const client = await connected();
  const saved = await call(client, "save_conversation", { id: "a b/ü", title: "First", messages });
  const uri = "memory://conversations/a%20b%2F%C3%BC";
  assert.deepEqual(saved, { uri, messages: 2 });
  const found = (await read(client, uri)) as Record<string, unknown>;
  assert.deepEqual([found["id"], found["title"], found["messages"]], ["a b/ü", "First", messages]);
  await call(client, "save_conversation", { id: "second", messages: [] });
  const listed = (await read(client, "memory://conversations")) as {
    id: string;
    message_count: number;
  }[];
  assert.deepEqual(
    listed.map(({ id, message_count }) => [id, message_count]),
    [
      ["second", 0],
      ["a b/ü", 2],
    ],
  );
  const ref = { type: "ref/resource", uri: "memory://conversations/{id}" } as const;
  assert.deepEqual((await client.complete(ref, { name: "id", value: "se" })).values, ["second"]);
  await call(client, "save_conversation", { id: "second", messages });
  assert.deepEqual(
    ((await read(client, "memory://conversations/second")) as { messages: unknown }).messages,
    messages,
  );
  assert.deepEqual(await call(client, "delete_conversation", { id: "second" }), { deleted: true });
  assert.deepEqual(await call(client, "delete_conversation", { id: "second" }), { deleted: false });
  await assert.rejects(client.readResource("memory://conversations/second"), /Resource not found/);
});

test("facts are saved, replaced, listed and deleted, whatever their text", async () => {
  const client = await connected();
  for (const [key, value] of [
    ["town", "Rome"],
    ["__proto__", "'; DROP TABLE facts; --\0\ud800"],
    ["town", "Paris"],
  ])
    await call(client, "save_user_fact", { key, value });
  const { facts } = (await call(client, "get_user_facts")) as {
    facts: { key: string; value: string }[];
  };
  assert.deepEqual(
    facts.map(({ key, value }) => [key, value]),
    [
      ["__proto__", "'; DROP TABLE facts; --\0\ud800"],
      ["town", "Paris"],
    ],
  );
  assert.deepEqual(await call(client, "delete_user_fact", { key: "town" }), { deleted: true });
  assert.deepEqual(await call(client, "delete_user_fact", { key: "town" }), { deleted: false });
});

test("integers of messages keep all their digits", async () => {
  const client = await connected();
  const digits = "9007199254740993";
  await client.callTool("save_conversation", {
    id: "n",
    messages: [{ role: "user", content: BigInt(digits) }],
  } as never);
  const [content] = (await client.readResource("memory://conversations/n")).contents;
  assert.match((content as { text: string }).text, new RegExp(digits));
});

test("subscribers are notified when a conversation is saved or deleted", async () => {
  const updated: string[] = [];
  const server = await memoryServer();
  await using client = await connectMemory(server, {
    onResourceUpdated: (uri) => void updated.push(uri),
  });
  await client.subscribe("memory://conversations/a");
  await call(client, "save_conversation", { id: "a", messages });
  await call(client, "delete_conversation", { id: "a" });
  await call(client, "delete_conversation", { id: "a" });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(updated, ["memory://conversations/a", "memory://conversations/a"]);
});

test("more and larger memories than allowed are refused, and the old ones stay", async () => {
  const client = await connected({
    userArgument: true,
    memoryLimits: { users: 2, conversations: 1, conversationBytes: 100, facts: 1, factBytes: 10 },
  });
  await call(client, "save_conversation", { id: "a", messages: [] });
  await call(client, "save_user_fact", { key: "a", value: "1" });
  const refused: [string, object, RegExp][] = [
    ["save_conversation", { id: "b", messages: [] }, /full: it holds 1 conversations/],
    [
      "save_conversation",
      { id: "a", messages: [{ role: "user", content: "x".repeat(100) }] },
      /100 bytes/,
    ],
    ["save_conversation", { id: "a\nb", messages: [] }, /control characters/],
    ["save_conversation", { id: "x".repeat(201), messages: [] }, /200 characters/],
    ["save_user_fact", { key: "b", value: "1" }, /full: it holds 1 facts/],
    ["save_user_fact", { key: "a", value: "ü".repeat(6) }, /10 bytes/],
  ];
  for (const [name, args, message] of refused)
    await assert.rejects(call(client, name, args), message);
  await call(client, "save_user_fact", { user_id: "one", key: "a", value: "2" });
  await assert.rejects(
    call(client, "save_user_fact", { user_id: "two", key: "a", value: "3" }),
    /2 users/,
  );
  const { facts } = (await call(client, "get_user_facts")) as { facts: { value: string }[] };
  assert.equal(facts[0]?.value, "1");
});

test("without tokens all are one user, or with userArgument the one that they name", async () => {
  const plain = await connected();
  await assert.rejects(call(plain, "get_user_facts", { user_id: "eve" }), /user_id/);
  const client = await connected({ userArgument: true });
  await call(client, "save_conversation", { user_id: "ann & co", id: "a", messages });
  assert.deepEqual(await read(client, "memory://conversations"), []);
  const [listed] = (await read(client, "memory://conversations?user_id=ann%20%26%20co")) as {
    uri: string;
  }[];
  const found = (await read(client, listed!.uri)) as { messages: unknown };
  assert.deepEqual(found.messages, messages);
  await assert.rejects(client.readResource("memory://conversations/a"), /Resource not found/);
});

/** Serves over HTTP to callers whose tokens are their names. @returns a client for each */
async function callersOf(
  server: McpServer,
  names: readonly string[],
  options: HttpClientOptions = {},
): Promise<readonly McpClient[]> {
  const caller = (subject: string) => ({ subject, scopes: [], claims: {} });
  const http = createServer();
  const port = await listen(http);
  cleanUp.push(() => stop(http));
  const url = `http://127.0.0.1:${port}/mcp`;
  const authorizer = oauthResource({
    resource: url,
    allowHttp: true,
    authorizationServers: ["https://issuer.example"],
    verify: staticVerifier(new Map(names.map((name) => [name, caller(name)]))),
  });
  http.on("request", await nodeHandler(server, { authorizer }));
  return Promise.all(
    names.map(async (name) => {
      const headers = { authorization: `Bearer ${name}` };
      const client = await connectHttp(url, { ...options, headers });
      cleanUp.push(() => client.close());
      return client;
    }),
  );
}

test("callers with tokens have memories of their own, and can't name another user", async () => {
  const server = await memoryServer({ userArgument: true });
  const [ann, bob, local] = await callersOf(server, ["ann", "bob", "local"]);
  assert.ok(ann && bob && local);
  await call(ann, "save_user_fact", { key: "town", value: "Rome" });
  await call(ann, "save_conversation", { id: "a", messages });
  for (const other of [bob, local]) {
    assert.deepEqual(await call(other, "get_user_facts"), { facts: [] });
    assert.deepEqual(await call(other, "delete_user_fact", { key: "town" }), { deleted: false });
    assert.deepEqual(await call(other, "delete_conversation", { id: "a" }), { deleted: false });
    await assert.rejects(other.readResource("memory://conversations/a"), /Resource not found/);
    await assert.rejects(call(other, "get_user_facts", { user_id: "ann" }), /access token/);
    await assert.rejects(other.readResource("memory://conversations/a?user_id=ann"));
  }
  assert.equal(((await call(ann, "get_user_facts")) as { facts: unknown[] }).facts.length, 1);
});

for (const protocolVersion of ["2025-11-25", "2026-07-28"] as const) {
  test(`${protocolVersion}: nobody hears what another caller saves, or when`, async () => {
    const host = new McpServer({ name: "host", version: "1" });
    host.mount(await memoryServer());
    const [ann, bob] = await callersOf(host, ["ann", "bob"], { protocolVersion });
    assert.ok(ann && bob);
    const heard: string[] = [];
    for (const [name, client] of Object.entries({ ann, bob })) {
      client.on("resourceUpdated", (uri) => heard.push(`${name} ${uri}`));
      await client.subscribe("memory://conversations/a");
      await client.subscribe("memory://conversations");
    }
    await call(ann, "save_conversation", { id: "a", messages });
    await call(ann, "delete_conversation", { id: "a" });
    await call(bob, "save_conversation", { id: "b", messages });
    await eventually(() => heard.includes("bob memory://conversations"));
    assert.deepEqual(heard, [
      "ann memory://conversations/a",
      "ann memory://conversations",
      "ann memory://conversations/a",
      "ann memory://conversations",
      "bob memory://conversations",
    ]);
  });
}

test("a memory server can be mounted, and forgets when its host ends", async () => {
  const host = new McpServer({ name: "host", version: "1.0.0" });
  host.mount(await memoryServer(), { prefix: "memory_" });
  await using client = await connectMemory(host);
  await call(client, "memory_save_user_fact", { key: "a", value: "b" });
  assert.equal(
    ((await call(client, "memory_get_user_facts")) as { facts: unknown[] }).facts.length,
    1,
  );
});

test("options that can't be used are refused", async () => {
  await assert.rejects(memoryServer({ memoryLimits: { facts: 0 } }), TypeError);
});

const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;

test("without SQLite, a file is refused with what to install", { skip: hasSqlite }, async (t) => {
  const installed = await import("better-sqlite3" as string).catch(() => undefined);
  if (installed) return t.skip("better-sqlite3 is installed");
  await assert.rejects(memoryServer({ file: "memory.db" }), /better-sqlite3/);
});
