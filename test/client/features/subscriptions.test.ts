import assert from "node:assert/strict";
import { test } from "node:test";
import { McpCallError, McpClientError, McpTimeoutError } from "../../../runtime/client/errors.js";
import { connectMemory, McpServer, revisions } from "../../../runtime/index.js";
import { metaKeys } from "../../../runtime/protocol/envelope.js";
import { eventually } from "../../support/eventually.js";
import { RpcFailure, scripted, settle, type ScriptedRequest } from "./scripted-server.js";

const input = { type: "object" } as const;

function zoo(): McpServer {
  const server = new McpServer({ name: "zoo", version: "1" });
  server.resource({ uri: "zoo://lion", name: "lion" }, () => "roar");
  server.resource({ uri: "zoo://bear", name: "bear" }, () => "growl");
  server.tool({ name: "feed", input }, () => "fed");
  return server;
}

for (const revision of revisions) {
  test(`updates of a resource are heard from subscribing to unsubscribing: ${revision}`, async () => {
    const server = zoo();
    const heard: string[] = [];
    await using client = await connectMemory(server, {
      protocolVersion: revision,
      onResourceUpdated: (uri) => heard.push(uri),
    });
    const endLion = await client.subscribe("zoo://lion");
    const endAgain = await client.subscribe("zoo://lion");
    const endBear = await client.subscribe("zoo://bear");
    server.resourceUpdated("zoo://lion");
    server.resourceUpdated("zoo://bear");
    await eventually(() => assert.deepEqual([...heard].sort(), ["zoo://bear", "zoo://lion"]));
    await endLion();
    await endLion();
    server.resourceUpdated("zoo://lion");
    await eventually(() => assert.equal(heard.length, 3));
    await endAgain();
    server.resourceUpdated("zoo://lion");
    server.resourceUpdated("zoo://bear");
    await eventually(() => assert.equal(heard.length, 4));
    assert.equal(heard.at(-1), "zoo://bear");
    await endBear();
  });

  // parity J: list_changed_handler / on_list_changed, unsubscribe callables
  test(`a handler hears once of each changed list, until it is taken off: ${revision}`, async () => {
    const server = zoo();
    const given: string[] = [];
    const added: string[] = [];
    await using client = await connectMemory(server, {
      protocolVersion: revision,
      onListChanged: (kind) => given.push(kind),
    });
    const off = client.on("listChanged", (kind) => added.push(kind));
    const listening = await client.listen({ tools: true, resourceUris: ["zoo://lion"] });
    assert.equal(listening.filter.tools, true);
    assert.deepEqual(listening.filter.resourceUris, ["zoo://lion"]);
    const tool = server.tool({ name: "more", input }, () => "x");
    await eventually(() => assert.deepEqual(given, ["tools"]));
    assert.deepEqual(added, ["tools"]);
    off();
    tool.remove();
    await eventually(() => assert.deepEqual(given, ["tools", "tools"]));
    assert.deepEqual(added, ["tools"]);
    await listening.close();
  });
}

test("what the server does not tell of is missing in the filter, and subscribing to it fails", async () => {
  const server = new McpServer({ name: "zoo", version: "1" });
  server.tool({ name: "feed", input }, () => "fed");
  await using client = await connectMemory(server);
  const listening = await client.listen({ tools: true, prompts: true });
  assert.deepEqual(listening.filter, { tools: true });
  await listening.close();
  await assert.rejects(client.subscribe("zoo://none"), McpClientError);
  await using old = await connectMemory(server, { protocolVersion: "2025-11-25" });
  const legacy = await old.listen({ tools: true, prompts: true, resourceUris: ["zoo://none"] });
  assert.deepEqual(legacy.filter, { tools: true, resourceUris: [] });
});

/** Acknowledges each subscription at once. */
function acknowledging(onListen: (request: ScriptedRequest) => void = () => {}) {
  const listens: ScriptedRequest[] = [];
  const made = scripted(
    "2026-07-28",
    async (request) => {
      if (request.method !== "subscriptions/listen") return {};
      listens.push(request);
      onListen(request);
      const { notify } = await made;
      const { notifications } = request.params;
      acknowledge(notify, request, notifications);
      return undefined;
    },
    { retries: { firstMs: 5, mostMs: 20 }, requestTimeoutMs: 500 },
  );
  return { made, listens };
}

function acknowledge(
  notify: (method: string, params: Record<string, unknown>) => void,
  { id }: ScriptedRequest,
  notifications: unknown,
): void {
  const _meta = { [metaKeys.subscriptionId]: id };
  notify("notifications/subscriptions/acknowledged", { notifications, _meta });
}

test("a subscription whose stream breaks is opened again, and everything counts as changed", async () => {
  const { made, listens } = acknowledging();
  const { client, answer, fail, notify } = await made;
  const heard: string[] = [];
  client.on("resourceUpdated", (uri) => heard.push(uri));
  const listening = await client.listen({ tools: true, resourceUris: ["a:1"] });
  client.on("listChanged", (kind) => heard.push(kind));
  await settle();
  const first = listens[0]!;
  assert.deepEqual(first.params["notifications"], {
    toolsListChanged: true,
    resourceSubscriptions: ["a:1"],
  });
  const before = listens.length;
  answer(first.id, { resultType: "complete" });
  await eventually(() => assert.equal(listens.length, before + 1));
  await eventually(() => assert.deepEqual(heard, ["tools", "a:1"]));
  notify("notifications/cancelled", { requestId: listens.at(-1)!.id });
  await eventually(() => assert.equal(listens.length, before + 2));
  await listening.close();
  await settle();
  const { length } = listens;
  fail(listens.at(-1)!.id, -32603);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(listens.length, length, "what was closed stays closed");
  await client.close();
});

test("a subscription that the server refuses when its stream broke is given up, and told in the log", async () => {
  let isRefused = false;
  const { made, listens } = acknowledging(() => {
    if (isRefused) throw new RpcFailure(-32602);
  });
  const { client, answer, logged } = await made;
  await client.listen({ tools: true });
  isRefused = true;
  answer(listens[0]!.id, { resultType: "complete" });
  await eventually(() => assert.match(logged.join(), /refused now/));
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(listens.length, 2);
  await client.close();
});

test("a subscription that is not acknowledged, refused, or ended at once is an error", async () => {
  const silent = await scripted("2026-07-28", () => undefined);
  await assert.rejects(silent.client.listen({ tools: true }, { timeoutMs: 30 }), McpTimeoutError);
  await eventually(() => assert.equal(silent.count("notifications/cancelled"), 1));
  const abort = new AbortController();
  const opening = silent.client.listen({ tools: true }, { signal: abort.signal });
  abort.abort(new Error("enough"));
  await assert.rejects(opening, /enough/);
  const refusing = await scripted("2026-07-28", () => {
    throw new RpcFailure(-32601);
  });
  await assert.rejects(refusing.client.listen({ tools: true }), McpCallError);
  const ending = await scripted("2026-07-28", () => ({ resultType: "complete" }));
  await assert.rejects(
    ending.client.listen({ tools: true }),
    /ended a subscription before it began/,
  );
});

test(
  "listening waits for the stream of the handlers no longer than it may take itself",
  {
    timeout: 20_000,
  },
  async () => {
    const { client } = await scripted("2026-07-28", () => undefined, { onListChanged: () => {} });
    await assert.rejects(client.listen({ tools: true }, { timeoutMs: 30 }), McpTimeoutError);
    const abort = new AbortController();
    const opening = client.listen({ tools: true }, { signal: abort.signal });
    abort.abort(new Error("enough"));
    await assert.rejects(opening, /enough/);
    await client.close();
  },
);

test("an acknowledgement of another subscription does not count", async () => {
  const { client, notify, received } = await scripted("2026-07-28", () => undefined);
  const opening = client.listen({ tools: true }, { timeoutMs: 60 });
  const refused = assert.rejects(opening, McpTimeoutError);
  await settle();
  const { id } = received.at(-1)!;
  acknowledge(notify, { id: String(id), method: "", params: {} }, { toolsListChanged: true });
  acknowledge(notify, { id: 999, method: "", params: {} }, { toolsListChanged: true });
  await refused;
});

test("the level of log messages is set in both eras, and at the start", async () => {
  for (const revision of ["2025-06-18", "2026-07-28"] as const) {
    const { client, received, texts } = await scripted(revision, () => ({ content: [] }), {
      logLevel: "error",
    });
    await settle();
    const levelKey = metaKeys.logLevel;
    const isModern = revision === "2026-07-28";
    if (!isModern) assert.deepEqual(received.at(-1)?.params, { level: "error" });
    await client.setLogLevel("debug");
    await client.callTool("x", {}, { checkOutput: false });
    assert.equal(texts.at(-1)!.includes(`"${levelKey}":"debug"`), isModern);
    if (!isModern) assert.deepEqual(received.at(-2)?.params, { level: "debug" });
    await assert.rejects(client.setLogLevel("loud" as never), TypeError);
  }
});

test("two who subscribe at once wait for the same answer, and one who is refused harms no other", async () => {
  let isRefused = false;
  const { client, count } = await scripted("2025-11-25", async ({ method }) => {
    await settle();
    if (method === "resources/subscribe" && isRefused) {
      isRefused = false;
      throw new RpcFailure(-32000);
    }
    return {};
  });
  const ends = await Promise.all([client.subscribe("a:b"), client.subscribe("a:b")]);
  assert.equal(count("resources/subscribe"), 1);
  for (const end of ends) await end();
  assert.equal(count("resources/unsubscribe"), 1);
  isRefused = true;
  const outcomes = await Promise.allSettled([client.subscribe("c:d"), client.subscribe("c:d")]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "fulfilled"],
  );
  assert.equal(count("resources/subscribe"), 3);
  await client.close();
});
