/** One client on one channel, in every revision. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer, type Registrar, revisions } from "../../../runtime/index.js";
import { eventually } from "../../support/eventually.js";
import { envelope, Peer, type Answer } from "../../support/peer.js";
import { BusyZoo, ZooServer, withApi } from "../../support/servers/zoo-server.js";

const { options } = withApi(() => Response.json({ id: 1, name: "Mia" }));

for (const revision of revisions) {
  test(`${revision}: lists, calls and reads in that revision's shapes`, async () => {
    const peer = await Peer.connect(new BusyZoo(options), revision);
    const tools = (await peer.request("tools/list")).result?.["tools"] as Record<string, unknown>[];
    const animal = tools.find((tool) => tool["name"] === "getAnimal");
    assert.equal("outputSchema" in animal!, revision >= "2025-06-18");
    assert.equal("title" in animal!, revision >= "2025-06-18");
    assert.equal("_meta" in animal!, revision >= "2025-06-18");
    assert.equal("annotations" in animal!, revision >= "2025-03-26");

    const called = await peer.call("getAnimal", { id: 1 });
    assert.deepEqual(JSON.parse(called.content[0]?.text ?? ""), { id: 1, name: "Mia" });
    const structured = revision >= "2025-06-18" ? { id: 1, name: "Mia" } : undefined;
    assert.deepEqual(called.structuredContent, structured);

    const mixed = await peer.call("contents");
    assert.deepEqual(
      mixed.content.map((block) => block.type),
      revision >= "2025-06-18"
        ? ["text", "audio", "image", "resource_link", "resource"]
        : revision >= "2025-03-26"
          ? ["text", "audio", "image", "text", "resource"]
          : ["text", "text", "image", "text", "resource"],
    );
    const isModern = revision === "2026-07-28";
    assert.equal("structuredContent" in mixed, isModern);

    for (const method of ["resources/list", "resources/templates/list"]) {
      const { result } = await peer.request(method);
      assert.ok(result);
      assert.equal("ttlMs" in result, isModern);
      assert.equal("resultType" in result, isModern);
    }
    const read = await peer.request("resources/read", { uri: "zoo://hours" });
    assert.deepEqual(read.result?.["contents"], [
      { uri: "zoo://hours", mimeType: "text/plain", text: "9-18" },
    ]);
    const missing = await peer.request("resources/read", { uri: "zoo://nothing" });
    assert.equal(missing.error?.code, isModern ? -32602 : -32002);
    assert.deepEqual(missing.error?.data, { uri: "zoo://nothing" });

    const [ping, discover] = isModern
      ? [await peer.malformed("ping"), await peer.request("server/discover")]
      : [await peer.request("ping"), await peer.malformed("server/discover")];
    assert.equal(ping.error?.code, isModern ? -32601 : undefined);
    assert.equal(discover.error?.code, isModern ? undefined : -32601);
    assert.equal((await peer.malformed("tools/frobnicate")).error?.code, -32601);
    await peer.close();
  });

  test(`${revision}: progress carries the token it was given, rises, and ends with the answer`, async () => {
    const peer = await Peer.connect(new BusyZoo(options), revision);
    const steps = (token: unknown) =>
      peer.notifications
        .filter((each) => each.method === "notifications/progress")
        .filter((each) => each.params["progressToken"] === token)
        .map((each) => each.params["progress"]);
    await Promise.all([
      peer.call("progress", {}, { progressToken: 0 }),
      peer.call("progress", {}, { progressToken: "abc" }),
      peer.call("progress"),
      peer.malformed("tools/call", { name: "progress", _meta: { progressToken: 1.5 } }),
      peer.malformed("tools/call", { name: "progress", _meta: { progressToken: null } }),
    ]);
    assert.deepEqual(steps(0), [1, 2, 3]);
    assert.deepEqual(steps("abc"), [1, 2, 3]);
    const all = peer.notifications.filter((each) => each.method === "notifications/progress");
    assert.equal(all.length, 6);
    assert.equal("message" in all[0]!.params, revision >= "2025-03-26");
    await peer.close();
  });
}

test("progress has no total that is not a number", async () => {
  const server = new McpServer({ name: "counter", version: "1" });
  server.tool({ name: "count" }, (_args, ctx) => {
    for (const [step, total] of [Number.NaN, Infinity, 4].entries()) ctx.progress(step, total);
    return "";
  });
  const peer = await Peer.connect(server, "2026-07-28");
  await peer.call("count", {}, { progressToken: 1 });
  const totals = peer.notifications.map(({ params }) => params["total"]);
  assert.deepEqual(totals, [undefined, undefined, 4]);
  await peer.close();
});

test("an unknown version is answered with the newest one that has a handshake", async () => {
  for (const protocolVersion of ["2099-01-01", "2026-07-28", ""]) {
    const peer = new Peer(new ZooServer(options), "2025-11-25");
    const { result } = await peer.request("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "peer", version: "1" },
    });
    assert.equal(result?.["protocolVersion"], "2025-11-25");
    assert.equal(result?.["instructions"], "Ask before you free an animal.");
    assert.deepEqual(result?.["capabilities"], {
      logging: {},
      resources: { listChanged: true, subscribe: true },
      tools: { listChanged: true },
    });
    await peer.close();
  }
  const peer = new Peer(new ZooServer(options), "2025-11-25");
  assert.equal((await peer.malformed("initialize", {})).error?.code, -32602);
  await peer.close();
});

test("requests of both eras mix on one connection", async () => {
  const peer = await Peer.connect(new ZooServer(options), "2025-06-18");
  const modern = await peer.request("server/discover", { _meta: envelope() });
  assert.deepEqual(modern.result?.["supportedVersions"], ["2026-07-28"]);
  assert.equal((await peer.malformed("initialize", { _meta: envelope() })).error?.code, -32601);
  assert.deepEqual((await peer.request("ping")).result, {});
  await peer.close();
});

test("an envelope that is wrong is refused for what is wrong with it", async () => {
  const peer = await Peer.connect(new ZooServer(options), "2026-07-28");
  const version = "io.modelcontextprotocol/protocolVersion";
  const capabilities = "io.modelcontextprotocol/clientCapabilities";
  for (const [meta, code] of [
    [{ [version]: undefined }, -32602],
    [{ [version]: 7 }, -32602],
    [{ [capabilities]: undefined }, -32602],
    [{ [capabilities]: [] }, -32602],
    [{ "io.modelcontextprotocol/logLevel": "loud" }, -32602],
    [{ [version]: "2099-01-01" }, -32022],
    [{ [version]: "2025-11-25" }, -32022],
  ] as const) {
    const answer = await peer.malformed("tools/list", { _meta: meta });
    assert.equal(answer.error?.code, code, JSON.stringify(meta));
  }
  const { error } = await peer.malformed("nope", { _meta: { [version]: "2099-01-01" } });
  assert.deepEqual(error?.data, { supported: ["2026-07-28"], requested: "2099-01-01" });
  await peer.close();
});

test("bad messages are answered by their kind and the next good one works", async () => {
  const peer = await Peer.connect(new ZooServer(options), "2025-11-25");
  peer.received.length = 0;
  for (const line of [
    '{"jsonrpc":"2.0","method":"x","params":',
    "garbage",
    "42",
    '"text"',
    "null",
    "[]",
    '{"jsonrpc":"2.0","id":5}',
    '{"id":6,"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    '{"jsonrpc":"2.0","id":8,"method":"ping","params":[1]}',
    '{"jsonrpc":"2.0","method":"notifications/unheard-of"}',
    '{"jsonrpc":"2.0","id":99,"result":{}}',
  ]) {
    peer.raw(line);
  }
  assert.deepEqual((await peer.request("ping", {}, "last")).result, {});
  const errors = (peer.received as Answer[]).filter((each) => each.error);
  assert.deepEqual(
    errors.map(({ id, error }) => [id, error?.code]),
    [
      [undefined, -32700],
      [undefined, -32700],
      [undefined, -32600],
      [undefined, -32600],
      [undefined, -32600],
      [undefined, -32600],
      [5, -32600],
      [6, -32600],
      [undefined, -32600],
      [undefined, -32600],
      [8, -32602],
    ],
  );
  await peer.close();
});

test("names from the prototype are neither tools nor methods nor arguments", async () => {
  const peer = await Peer.connect(new BusyZoo(options), "2025-11-25");
  for (const name of ["constructor", "__proto__", "toString"]) {
    assert.equal((await peer.malformed(name)).error?.code, -32601);
    assert.equal((await peer.request("tools/call", { name })).error?.code, -32602);
  }
  peer.raw(
    '{"jsonrpc":"2.0","id":"p","method":"tools/call","params":{"__proto__":{"name":"echo"}}}',
  );
  await eventually(() => assert.equal((peer.received.at(-1) as Answer).id, "p"));
  assert.equal((peer.received.at(-1) as Answer).error?.code, -32602);
  await peer.close();
});

test("cancelling aborts the call's signal and nothing is answered", async () => {
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const zoo = new BusyZoo(options);
    const peer = await Peer.connect(zoo, revision);
    void peer.request("tools/call", { name: "wait" }, "w");
    await peer.request("tools/list");
    await eventually(() => assert.equal(zoo.waiting.length, 1));
    for (const requestId of ["unknown", "w"]) {
      peer.notify("notifications/cancelled", { requestId });
    }
    await eventually(() => assert.equal(zoo.waiting[0]?.aborted, true));
    await peer.request("tools/list");
    assert.ok(!(peer.received as Answer[]).some((each) => each.id === "w"));
    await peer.close();
  }
});

test("a connection that closes aborts what is open", async () => {
  const zoo = new BusyZoo(options);
  const peer = await Peer.connect(zoo, "2025-11-25");
  void peer.request("tools/call", { name: "wait" });
  await eventually(() => assert.equal(zoo.waiting.length, 1));
  await peer.close();
  assert.equal(zoo.waiting[0]?.aborted, true);
});

test("a client that sends no more still gets its answers", async () => {
  const peer = await Peer.connect(new BusyZoo(options), "2025-11-25");
  const pending = peer.call("late", { ms: 20 });
  await Promise.resolve();
  const finished = peer.end();
  assert.equal((await pending).content[0]?.text, "after 20");
  await finished;
});

test('an id that is still in use is refused; 1 and "1" are two ids', async () => {
  const peer = await Peer.connect(new BusyZoo(options), "2025-11-25");
  const first = peer.request("tools/call", { name: "late", arguments: { ms: 30 } }, "same");
  peer.raw({ jsonrpc: "2.0", id: "same", method: "ping" });
  const answer = await first;
  assert.equal(answer.error?.code, -32600);
  const both = await Promise.all([
    peer.request("tools/call", { name: "late", arguments: { ms: 5 } }, 1),
    peer.request("tools/call", { name: "late", arguments: { ms: 1 } }, "1"),
  ]);
  assert.deepEqual(
    both.map(({ id }) => id),
    [1, "1"],
  );
  await peer.close();
});

test("batches are taken where the revision has them, and only there", async () => {
  const batch = [
    { jsonrpc: "2.0", id: "a", method: "ping" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: "b", method: "tools/call", params: { name: "nope" } },
    { jsonrpc: "2.0", id: "c", method: "initialize", params: { protocolVersion: "2025-03-26" } },
    7,
  ];
  const old = await Peer.connect(new ZooServer(options), "2025-03-26");
  old.raw(batch);
  await eventually(() => Array.isArray(old.received.at(-1)));
  const answers = old.received.at(-1) as Answer[];
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      ["a", undefined],
      ["b", -32602],
      ["c", -32600],
      [undefined, -32600],
    ],
  );
  old.received.length = 0;
  old.raw([{ jsonrpc: "2.0", method: "notifications/initialized" }]);
  old.raw(Array.from({ length: 101 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" })));
  await old.request("ping", {}, "after");
  assert.equal((old.received[0] as Answer).error?.code, -32600);
  assert.equal(old.received.length, 2);
  await old.close();

  const newer = await Peer.connect(new ZooServer(options), "2025-06-18");
  newer.received.length = 0;
  newer.raw(batch);
  await newer.request("ping");
  assert.equal((newer.received[0] as Answer).error?.code, -32600);
  assert.equal(newer.received.length, 2);
  await newer.close();
});

test("log messages are sent at and above the level the client chose", async () => {
  const logs = (peer: Peer) =>
    peer.notifications
      .filter((each) => each.method === "notifications/message")
      .map((each) => each.params["level"]);

  const session = await Peer.connect(new BusyZoo(options), "2025-11-25");
  await session.call("progress");
  assert.deepEqual(logs(session), ["warning"]);
  assert.equal(
    (await session.malformed("logging/setLevel", { level: "loud" })).error?.code,
    -32602,
  );
  assert.deepEqual((await session.request("logging/setLevel", { level: "debug" })).result, {});
  await session.call("progress");
  assert.deepEqual(logs(session), ["warning", "debug", "warning"]);
  await session.close();

  const modern = await Peer.connect(new BusyZoo(options), "2026-07-28");
  await modern.call("progress");
  assert.deepEqual(logs(modern), []);
  await modern.call("progress", {}, { "io.modelcontextprotocol/logLevel": "error" });
  assert.deepEqual(logs(modern), []);
  await modern.call("progress", {}, { "io.modelcontextprotocol/logLevel": "warning" });
  assert.deepEqual(logs(modern), ["warning"]);
  await modern.close();
});

test("pages follow each other by cursor and hold every item once", async () => {
  const peer = await Peer.connect(new BusyZoo({ ...options, pageSize: 3 }), "2026-07-28");
  const names: unknown[] = [];
  let cursor: unknown;
  let pages = 0;
  do {
    const { result } = await peer.request("tools/list", cursor === undefined ? {} : { cursor });
    names.push(...(result!["tools"] as { name: string }[]).map(({ name }) => name));
    cursor = result?.["nextCursor"];
    pages++;
  } while (cursor !== undefined);
  assert.equal(pages, 4);
  assert.equal(new Set(names).size, 10);
  for (const wrong of ["", "nonsense", 7, null]) {
    const answer = await peer.malformed("tools/list", { cursor: wrong });
    assert.equal(answer.error?.code, -32602, JSON.stringify(wrong));
  }
  await peer.close();
});

for (const hides of [false, true]) {
  test(`a cursor is valid as long as its item is there${hides ? ", also if guards hide some" : ""}`, async () => {
    const server = new McpServer({ name: "s", version: "1" }, { pageSize: 2 });
    const use = hides ? [{ hides, guard: () => true }] : [];
    const [first, second, , , last] = ["a", "b", "c", "d", "e"].map((name) =>
      server.tool({ name, use }, () => name),
    );
    const peer = await Peer.connect(server, "2026-07-28");
    const page = async (cursor?: unknown) => {
      const { result, error } = await peer.request("tools/list", cursor ? { cursor } : {});
      const tools = result?.["tools"] as { name: string }[] | undefined;
      return {
        names: tools?.map(({ name }) => name),
        next: result?.["nextCursor"],
        code: error?.code,
      };
    };
    const { next } = await page();
    first?.remove();
    const { names, next: later } = await page(next);
    assert.deepEqual(names, ["c", "d"]);
    assert.deepEqual((await page(later)).names, ["e"]);
    last?.remove();
    assert.deepEqual((await page(later)).names, []);
    assert.equal(next, "Yg");
    assert.equal((await page("Yh")).code, -32602, "another spelling of the cursor");
    second?.remove();
    assert.equal((await page(next)).code, -32602);
    await peer.close();
  });
}

test("a list too long for one message is cut into pages that clients can read", async () => {
  class Wordy extends ZooServer {
    protected override expose(mcp: Registrar): void {
      for (const name of ["a", "b", "c"]) {
        mcp.tool({ name, description: "é".repeat(2_000_000) }, () => "");
      }
    }
  }
  const peer = await Peer.connect(new Wordy(options), "2025-11-25");
  const first = await peer.request("tools/list");
  assert.equal((first.result!["tools"] as unknown[]).length, 2);
  const second = await peer.request("tools/list", { cursor: first.result?.["nextCursor"] });
  assert.equal((second.result!["tools"] as unknown[]).length, 1);
  assert.equal(second.result?.["nextCursor"], undefined);
  await peer.close();
});

test("a server says only what it has", async () => {
  class Empty extends ZooServer {
    protected override expose(): void {}
  }
  const peer = await Peer.connect(new Empty(options), "2026-07-28");
  const { result } = await peer.request("server/discover");
  assert.deepEqual(result?.["capabilities"], { logging: {} });
  assert.equal((await peer.request("tools/list")).error?.code, -32601);
  assert.equal((await peer.request("resources/read", { uri: "zoo://x" })).error?.code, -32601);
  await peer.close();
});
