/** Results of tools and resources, made from answers of the API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../../support/eventually.js";
import { Peer } from "../../support/peer.js";
import { getAnimal, ZooServer, type Animal, type Route } from "../../support/servers/zoo-server.js";
import { connect, json, typed } from "../../support/servers/connect.js";

test("answers become results of their kind", async () => {
  const text = (value: string) => [{ type: "text", text: value }];
  const violation = (where: string) =>
    text(
      `(The response does not match its output schema: ${where}. The text content is complete.)`,
    );
  const rows: [what: string, tool: string, route: Route, want: Record<string, unknown>][] = [
    [
      "an object",
      "getAnimal",
      json({ id: 1, name: "Mia" }),
      { content: text('{"id":1,"name":"Mia"}'), structuredContent: { id: 1, name: "Mia" } },
    ],
    [
      "an object with more and with wrong members",
      "getAnimal",
      json({ id: "x", name: "Mia", more: 1, home: { next: { next: 3 } } }),
      {
        content: [
          ...text('{"id":"x","name":"Mia","more":1,"home":{"next":{"next":3}}}'),
          ...violation("id must be integer; home.next.next must be object"),
        ],
        structuredContent: { name: "Mia", more: 1, home: { next: {} } },
      },
    ],
    [
      "an array for an object",
      "getAnimal",
      json([1]),
      { content: [...text("[1]"), ...violation("it must be object")], structuredContent: {} },
    ],
    [
      "null for an object",
      "getAnimal",
      json(null),
      { content: [...text("null"), ...violation("it must be object")], structuredContent: {} },
    ],
    [
      "an array",
      "listNames",
      json(["a", "b"]),
      { content: text('["a","b"]'), structuredContent: { result: ["a", "b"] } },
    ],
    [
      "an array with a wrong item",
      "listNames",
      json(["a", 1]),
      {
        content: [...text('["a",1]'), ...violation("[1] must be string")],
        structuredContent: { result: ["a"] },
      },
    ],
    [
      "a JSON string",
      "listNames",
      json("just this"),
      {
        content: [...text('"just this"'), ...violation("it must be array")],
        structuredContent: {},
      },
    ],
    [
      "text instead of JSON",
      "listNames",
      typed("not json", "application/json"),
      { content: text("not json"), structuredContent: {} },
    ],
    ["nothing", "listNames", typed("", "application/json"), { content: [], structuredContent: {} }],
    ["204", "freeAnimal", () => new Response(null, { status: 204 }), { content: [] }],
    ["JSON without a schema", "freeAnimal", json({ ok: true }), { content: text('{"ok":true}') }],
    [
      "an image",
      "freeAnimal",
      typed(Uint8Array.of(1, 2, 3), "image/png"),
      { content: [{ type: "image", data: "AQID", mimeType: "image/png" }] },
    ],
    [
      "audio",
      "freeAnimal",
      typed(Uint8Array.of(1, 2, 3), "audio/ogg"),
      { content: [{ type: "audio", data: "AQID", mimeType: "audio/ogg" }] },
    ],
    [
      "other bytes",
      "freeAnimal",
      typed(Uint8Array.of(0, 255, 3), "application/pdf"),
      {
        content: [
          {
            type: "resource",
            resource: { uri: "zoo://freeAnimal?id=1", mimeType: "application/pdf", blob: "AP8D" },
          },
        ],
      },
    ],
  ];
  for (const [what, tool, route, want] of rows) {
    const { peer } = await connect(route);
    const args = tool === "listNames" ? {} : { id: 1 };
    assert.deepEqual(await peer.call(tool, args), want, what);
    await peer.close();
  }
});

test("an error of the API is a result the model sees", async () => {
  const { peer } = await connect(() => Response.json({ why: "asleep" }, { status: 422 }));
  const result = await peer.call("getAnimal", { id: 1 });
  assert.equal(result.isError, true);
  assert.match(result.content[0]?.text ?? "", /422[\s\S]*asleep/);
  assert.deepEqual(result.structuredContent, { why: "asleep" });
  await peer.close();
});

test("wrong arguments are explained and nothing is called", async () => {
  const { peer, asked } = await connect(json({}));
  for (const [args, named] of [
    [undefined, "`id` is missing"],
    [{}, "`id` is missing"],
    [{ id: "x" }, '`id` must be an integer of at least 1, but it is "x"'],
    [{ id: 0 }, "`id` must be at least 1"],
    [{ id: 1, __proto__x: 1 }, "There is no argument `__proto__x`"],
  ] as const) {
    const result = await peer.call("getAnimal", args);
    assert.equal(result.isError, true);
    assert.ok(result.content[0]?.text?.includes(named), result.content[0]?.text);
  }
  assert.deepEqual(asked, []);
  for (const args of [[], null, "x", 7]) {
    const { error } = await peer.malformed("tools/call", { name: "getAnimal", arguments: args });
    assert.equal(error?.code, -32602);
  }
  const unknown = await peer.request("tools/call", { name: "nope" });
  assert.equal(unknown.error?.code, -32602);
  assert.match(unknown.error?.message ?? "", /nope/);
  assert.equal((await peer.malformed("tools/call", {})).error?.code, -32602);
  await peer.close();
});

test("a call that is cancelled aborts the request to the API", async () => {
  let aborted: Promise<unknown> | undefined;
  const { peer, asked } = await connect((request) => {
    aborted = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason as Error));
    });
  });
  void peer.request("tools/call", { name: "getAnimal", arguments: { id: 1 } }, "x");
  await eventually(() => assert.equal(asked.length, 1));
  peer.notify("notifications/cancelled", { requestId: "x" });
  await aborted;
  await peer.close();
});

test("resources are read from the API", async () => {
  const { peer, asked } = await connect((request) =>
    request.url.endsWith("/plan") ? new Response("a map") : Response.json({ ok: 1 }),
  );
  const plan = await peer.request("resources/read", { uri: "zoo://plan" });
  assert.deepEqual(plan.result?.["contents"], [
    { uri: "zoo://plan", mimeType: "text/plain", text: "a map" },
  ]);
  const uri = "zoo://homes/big%20cats?level=3&tags=a,b%2Cc";
  const home = await peer.request("resources/read", { uri });
  assert.deepEqual(home.result?.["contents"], [
    { uri, mimeType: "application/json", text: '{"ok":1}' },
  ]);
  assert.deepEqual(asked, [
    "GET http://zoo.example/v1/plan",
    "GET http://zoo.example/v1/homes/big%20cats?level=3&tags=a&tags=b%2Cc",
  ]);
  const wrong = await peer.request("resources/read", { uri: "zoo://homes/x?level=high" });
  assert.equal(wrong.error?.code, -32602);
  assert.match(wrong.error?.message ?? "", /`level` must be an integer/);
  for (const params of [{ uri: "zoo://homes/x?colour=red" }, { uri: "zoo://homes/a/b" }]) {
    assert.equal((await peer.request("resources/read", params)).error?.code, -32002);
  }
  assert.equal((await peer.malformed("resources/read", {})).error?.code, -32602);
  assert.equal(asked.length, 2);
  await peer.close();
});

test("bytes are read as a blob; failures and missing things as errors", async () => {
  const read = async (route: Route) => {
    const { peer } = await connect(route);
    const answer = await peer.request("resources/read", { uri: "zoo://plan" });
    await peer.close();
    return answer;
  };
  const bytes = await read(typed(Uint8Array.of(0, 255), "application/zip"));
  assert.deepEqual(bytes.result?.["contents"], [
    { uri: "zoo://plan", mimeType: "application/zip", blob: "AP8=" },
  ]);
  const gone = await read(() => new Response("gone", { status: 404 }));
  assert.equal(gone.error?.code, -32002);
  const failed = await read(() => new Response("tired", { status: 503 }));
  assert.equal(failed.error?.code, -32603);
  assert.match(failed.error?.message ?? "", /503[\s\S]*tired/);
});

test("listed schemas carry the definitions they reach", async () => {
  const { peer } = await connect(json({}));
  const tools = (await peer.request("tools/list")).result?.["tools"] as Record<string, unknown>[];
  const [animal] = tools;
  assert.deepEqual(animal?.["inputSchema"], getAnimal.input);
  assert.deepEqual((animal!["outputSchema"] as { $defs: object }).$defs, {
    Home: { type: "object", properties: { next: { $ref: "#/$defs/Home" } } },
  });
  assert.deepEqual(animal?.["_meta"], { "mcp-codegen/tags": ["animals"] });
  await peer.close();
});

test("the mock answers without an API", async () => {
  const peer = await Peer.connect(new ZooServer({ mock: true, env: {} }), "2025-11-25");
  const result = await peer.call("getAnimal", { id: 1 });
  assert.equal(result.isError, undefined);
  assert.equal(typeof (result.structuredContent as Animal).name, "string");
  await peer.close();
});
