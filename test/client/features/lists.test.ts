import assert from "node:assert/strict";
import { test } from "node:test";
import { McpAnswerError, McpCallError } from "../../../runtime/client/errors.js";
import { connectMemory, McpServer, revisions } from "../../../runtime/index.js";
import { RpcFailure, scripted, settle, type ScriptedRequest } from "./scripted-server.js";

const input = { type: "object" } as const;

function tool(name: string) {
  return { name, inputSchema: input };
}

/** Three pages with one tool each; the second has an empty cursor. */
function paged(ttlMs?: number) {
  const pages = new Map([
    [undefined, { tools: [tool("a")], nextCursor: "" }],
    ["", { tools: [tool("b")], nextCursor: "2" }],
    ["2", { tools: [tool("c")] }],
  ]);
  return ({ params }: ScriptedRequest): unknown => {
    const page = pages.get(params["cursor"] as string | undefined);
    if (!page) throw new RpcFailure(-32602);
    return {
      ...page,
      resultType: "complete",
      ...(ttlMs !== undefined && { ttlMs, cacheScope: "private" }),
    };
  };
}

async function namesOf(list: AsyncIterable<{ readonly name: string }>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of list) names.push(name);
  return names;
}

for (const revision of revisions) {
  // parity J: client: auto-paging list helpers
  test(`lists page by themselves, and an empty cursor is not the end: ${revision}`, async () => {
    const { client, count } = await scripted(revision, paged());
    assert.deepEqual(await namesOf(client.tools()), ["a", "b", "c"]);
    assert.deepEqual(
      (await client.listTools()).map(({ name }) => name),
      ["a", "b", "c"],
    );
    assert.equal(count("tools/list"), 6);
    await client.close();
  });
}

for (const revision of revisions) {
  // parity J: list_resources / read_resource
  // parity J: list_prompts / get_prompt
  test(`resources, templates and prompts are listed, read and completed: ${revision}`, async () => {
    const server = new McpServer({ name: "zoo", version: "1" });
    server.resource({ uri: "zoo://lion", name: "lion", mimeType: "text/plain" }, () => "roar");
    server.template(
      { uriTemplate: "zoo://cage/{number}", name: "cage", complete: { number: () => ["1", "2"] } },
      ({ number }) => `cage ${String(number)}`,
    );
    server.prompt(
      { name: "greet", arguments: [{ name: "who", required: true }] },
      ({ who }) => `Hello ${who}`,
    );
    await using client = await connectMemory(server, { protocolVersion: revision });
    assert.deepEqual(
      (await client.listResources()).map(({ uri }) => uri),
      ["zoo://lion"],
    );
    assert.deepEqual(await namesOf(client.resourceTemplates()), ["cage"]);
    assert.deepEqual(await namesOf(client.prompts()), ["greet"]);
    const { contents } = await client.readResource("zoo://lion");
    assert.deepEqual(contents, [{ uri: "zoo://lion", mimeType: "text/plain", text: "roar" }]);
    const { messages } = await client.getPrompt("greet", { who: "Otto" });
    assert.deepEqual(messages, [{ role: "user", content: { type: "text", text: "Hello Otto" } }]);
    const reference = { type: "ref/resource", uri: "zoo://cage/{number}" } as const;
    const { values } = await client.complete(reference, { name: "number", value: "" });
    assert.deepEqual(values, ["1", "2"]);
    await assert.rejects(client.getPrompt("greet"), McpCallError);
  });
}

test("a page is asked for only when the one before has been read", async () => {
  const { client, count } = await scripted("2026-07-28", paged());
  for await (const { name } of client.tools()) if (name === "a") break;
  assert.equal(count("tools/list"), 1);
});

test("a cursor that comes back ends the list with an error, and so does a list without end", async () => {
  const again = await scripted("2025-11-25", () => ({ tools: [tool("a")], nextCursor: "x" }));
  await assert.rejects(again.client.listTools(), (error) => {
    assert.ok(error instanceof McpAnswerError);
    assert.match(error.message, /answered tools\/list wrongly: a cursor comes back/);
    return true;
  });
  let page = 0;
  const endless = await scripted("2025-11-25", () => ({ tools: [], nextCursor: String(++page) }));
  await assert.rejects(endless.client.listTools(), /more than 10000 pages/);
});

test("a malformed item fails the list, with its place", async () => {
  const { client } = await scripted("2026-07-28", () => ({
    tools: [tool("a"), { name: "b", inputSchema: "none" }],
  }));
  await assert.rejects(client.listTools(), (error) => {
    assert.ok(error instanceof McpAnswerError);
    assert.equal(error.server, "the server in memory");
    assert.equal(
      error.message,
      "the server in memory answered tools/list wrongly: result.tools[1].inputSchema must be an object.",
    );
    return true;
  });
});

test("pages are kept as long as the server allows, and only those that expired are asked for again", async () => {
  const answer = paged();
  const lives: Record<string, number> = { first: 60_000, "": 30, "2": 60_000 };
  const { client, received } = await scripted("2026-07-28", (request) => ({
    ...(answer(request) as object),
    ttlMs: lives[(request.params["cursor"] as string | undefined) ?? "first"],
    cacheScope: "public",
  }));
  assert.equal((await client.listTools()).length, 3);
  assert.equal(received.length, 3);
  assert.equal((await client.listTools()).length, 3);
  assert.equal(received.length, 3);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await client.listTools()).length, 3);
  assert.deepEqual(received[3]?.params["cursor"], "");
  assert.equal(received.length, 4);
  await client.listTools({ fresh: true });
  assert.equal(received.length, 7);
  await client.listTools({ meta: { "zoo/x": 1 } });
  assert.equal(received.length, 10, "other metadata may lead to another answer");
});

test("answers are not kept without ttlMs, with a negative one, before 2026-07-28, or with cacheSize 0", async () => {
  for (const [revision, ttlMs, cacheSize] of [
    ["2026-07-28", undefined, 500],
    ["2026-07-28", -5, 500],
    ["2026-07-28", 60_000, 0],
  ] as const) {
    const { client, count } = await scripted(revision, paged(ttlMs), { cacheSize });
    await client.listTools();
    await client.listTools();
    assert.equal(count("tools/list"), 6);
  }
});

test("a list that changed is asked for again, also if the change came before the answer", async () => {
  const ids: (string | number)[] = [];
  const { client, notify, answer, count } = await scripted(
    "2026-07-28",
    ({ id }) => void ids.push(id),
  );
  const result = { tools: [tool("a")], ttlMs: 60_000, cacheScope: "private" };
  const first = client.listTools();
  await settle();
  notify("notifications/tools/list_changed");
  answer(ids[0]!, result);
  await first;
  const second = client.listTools();
  await settle();
  answer(ids[1]!, result);
  await second;
  await client.listTools();
  assert.equal(count("tools/list"), 2);
  notify("notifications/prompts/list_changed");
  await settle();
  await client.listTools();
  assert.equal(count("tools/list"), 2);
  let listed: Promise<unknown> | undefined;
  client.on("listChanged", () => void (listed ??= client.listTools()));
  notify("notifications/tools/list_changed");
  await settle();
  const last = ids.at(-1)!;
  answer(last, result);
  await listed;
  assert.equal(count("tools/list"), 3, "a handler never sees the list from before the change");
  await client.close();
});

test("a kept page whose cursor the server no longer knows begins the list again", async () => {
  let edition = 1;
  const { client } = await scripted("2026-07-28", ({ params }) => {
    const { cursor } = params;
    if (cursor !== undefined && cursor !== `${edition}`) throw new RpcFailure(-32602);
    const names = edition === 1 ? ["a", "b"] : ["a", "z"];
    return cursor === undefined
      ? { tools: [tool(names[0]!)], nextCursor: `${edition}`, ttlMs: 60_000, cacheScope: "private" }
      : { tools: [tool(names[1]!)], ttlMs: 0, cacheScope: "private" };
  });
  assert.deepEqual(await namesOf(client.tools()), ["a", "b"]);
  edition = 2;
  assert.deepEqual(await namesOf(client.tools()), ["a", "z"]);
  edition = 3;
  assert.deepEqual(
    (await client.listTools()).map(({ name }) => name),
    ["a", "z"],
  );
  const never = await scripted("2026-07-28", ({ params }) => {
    if (params["cursor"] !== undefined) throw new RpcFailure(-32602);
    return { tools: [], nextCursor: "x", ttlMs: 0, cacheScope: "private" };
  });
  await assert.rejects(never.client.listTools(), McpCallError);
  assert.equal(never.count("tools/list"), 2);
});

test("resources are kept by URI until the server tells of an update", async () => {
  const { client, count, notify } = await scripted("2026-07-28", ({ params }) => ({
    contents: [{ uri: params["uri"], text: "x" }],
    ttlMs: 60_000,
    cacheScope: "private",
  }));
  const read = (uri: string) => client.readResource(uri);
  await read("a:1");
  await read("a:2");
  await read("a:1");
  assert.equal(count("resources/read"), 2);
  notify("notifications/resources/updated", { uri: "a:1" });
  await settle();
  await read("a:2");
  assert.equal(count("resources/read"), 2);
  await read("a:1");
  assert.equal(count("resources/read"), 3);
  await client.readResource("a:1", { fresh: true });
  assert.equal(count("resources/read"), 4);
});

test("an answer that depends on what the user said is not kept", async () => {
  const { client, count } = await scripted(
    "2026-07-28",
    ({ params }) =>
      params["inputResponses"]
        ? { contents: [], ttlMs: 60_000, cacheScope: "private" }
        : { resultType: "input_required", inputRequests: { a: { method: "roots/list" } } },
    { roots: [] },
  );
  await client.readResource("a:1");
  await client.readResource("a:1");
  assert.equal(count("resources/read"), 4);
});

test("no more answers are kept than the option allows; the oldest go first", async () => {
  const { client, count } = await scripted(
    "2026-07-28",
    ({ params }) => ({
      contents: [{ uri: params["uri"], text: "x" }],
      ttlMs: 1e300,
      cacheScope: "private",
    }),
    { cacheSize: 2 },
  );
  for (const uri of ["a:1", "a:2", "a:1", "a:3", "a:1"]) await client.readResource(uri);
  assert.equal(count("resources/read"), 3);
  await client.readResource("a:2");
  assert.equal(count("resources/read"), 4);
});
