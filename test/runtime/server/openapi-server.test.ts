/** The class that generated servers extend: from an API's answers to results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  OpenApiServer,
  ToolError,
  reservedNames,
  serviceOf,
  type CallContext,
  type OpenApiServerOptions,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import { Peer } from "../../support/peer.js";
import {
  BusyZoo,
  getAnimal,
  withApi,
  ZooServer,
  type Animal,
  type Route,
} from "../../support/servers/zoo-server.js";

async function connect(
  route: Route,
  Server: new (options: OpenApiServerOptions) => OpenApiServer = ZooServer,
): Promise<{ peer: Peer; asked: string[] }> {
  const { options, asked } = withApi(route);
  return { peer: await Peer.connect(new Server(options), "2025-11-25"), asked };
}

const json = (value: unknown) => () => Response.json(value);
const typed = (body: string | Uint8Array<ArrayBuffer>, type: string) => () =>
  new Response(body, { headers: { "content-type": type } });

test("answers become results of their kind", async () => {
  const text = (value: string) => [{ type: "text", text: value }];
  const violation = (where: string) =>
    text(`(The answer does not fit its schema: ${where}. All of it is in the text.)`);
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

test("a schema that can't be compiled fails its own tool only", async () => {
  class Odd extends ZooServer {
    protected override expose(mcp: Registrar): void {
      super.expose(mcp);
      mcp.tool({ name: "odd", input: { type: "object", required: "all" } }, () => "never");
      mcp.tool({ name: "odd_out", output: { type: "strange" } }, () => ({ a: 1 }));
    }
  }
  const { peer } = await connect(json({ id: 1 }), Odd);
  const odd = await peer.call("odd", {});
  assert.equal(odd.isError, true);
  assert.match(odd.content[0]?.text ?? "", /schema is unusable/);
  assert.deepEqual((await peer.call("odd_out")).structuredContent, { a: 1 });
  assert.deepEqual((await peer.call("getAnimal", { id: 1 })).structuredContent, { id: 1 });
  await peer.close();
});

test("what a handler throws is told only when it was meant to be", async (t) => {
  const logged = t.mock.method(console, "error", () => {});
  const { peer } = await connect(json({}), BusyZoo);
  const closed = await peer.call("closed");
  assert.deepEqual(closed, {
    content: [{ type: "text", text: "The zoo is closed." }],
    isError: true,
  });
  const broken = await peer.call("broken");
  assert.equal(broken.isError, true);
  assert.doesNotMatch(JSON.stringify(broken), /secret|at .*\.ts/);
  assert.equal(logged.mock.callCount(), 1);
  await peer.close();
});

test("an override is what a call reaches, and may use the API and its fields", async () => {
  class Mine extends ZooServer {
    readonly greeting = "Dear ";
    override async getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
      if (input.id === 13) throw new ToolError("Not on a Friday.");
      const animal = await super.getAnimal(input, ctx);
      return { ...animal, name: this.greeting + animal.name };
    }
    override async listNames(_input: Record<string, never>, ctx: CallContext): Promise<string[]> {
      const { name } = await this.getAnimal({ id: 1 }, ctx);
      return [name];
    }
  }
  const { peer, asked } = await connect(json({ id: 1, name: "Mia" }), Mine);
  const result = await peer.call("getAnimal", { id: 1 });
  assert.deepEqual(result.structuredContent, { id: 1, name: "Dear Mia" });
  assert.equal((await peer.call("getAnimal", { id: 13 })).content[0]?.text, "Not on a Friday.");
  assert.deepEqual((await peer.call("listNames")).structuredContent, { result: ["Dear Mia"] });
  assert.equal(asked.length, 2);
  await peer.close();
});

test("what an override takes out of an answer in place stays out, also of one with large integers", async () => {
  class Discreet extends ZooServer {
    override async getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
      const animal = await super.getAnimal(input, ctx);
      animal.name = "(hidden)";
      return animal;
    }
  }
  const answer = (): Response =>
    new Response('{"id":9007199254740993,"name":"Mia"}', {
      headers: { "content-type": "application/json" },
    });
  const { peer } = await connect(answer, Discreet);
  const result = await peer.call("getAnimal", { id: 1 });
  assert.doesNotMatch(JSON.stringify(result), /Mia/);
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
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
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

test("expose is called once, when the server is first used", async () => {
  let calls = 0;
  class Counting extends ZooServer {
    readonly ready = true;
    protected override expose(mcp: Registrar): void {
      calls++;
      assert.ok(this.ready);
      super.expose(mcp);
    }
  }
  const server = new Counting(withApi(json({})).options);
  assert.equal(calls, 0);
  for (let i = 0; i < 2; i++) await (await Peer.connect(server, "2025-11-25")).close();
  assert.equal(serviceOf(server), serviceOf(server));
  assert.equal(calls, 1);
});

test("names that are taken or malformed are mistakes of the program", () => {
  const wrong: ((mcp: Registrar) => void)[] = [
    (mcp) => mcp.tool({ name: "getAnimal" }, () => ""),
    (mcp) => mcp.tool({ name: "two words" }, () => ""),
    (mcp) => mcp.tool({ name: "" }, () => ""),
    (mcp) => mcp.tool({ name: "a", input: { type: "string" } }, () => ""),
    (mcp) => mcp.resource({ uri: "zoo://plan", name: "p" }, () => ""),
    (mcp) => mcp.template({ uriTemplate: "zoo://{x", name: "t" }, () => ""),
  ];
  for (const add of wrong) {
    class Wrong extends ZooServer {
      protected override expose(mcp: Registrar): void {
        super.expose(mcp);
        add(mcp);
      }
    }
    assert.throws(() => serviceOf(new Wrong()), TypeError);
  }
});

test("a user's tools answer with text, JSON, media or a whole result", async () => {
  const rows: [value: unknown, content: unknown[]][] = [
    ["hi", [{ type: "text", text: "hi" }]],
    [{ a: 1 }, [{ type: "text", text: '{"a":1}' }]],
    [[1, 2], [{ type: "text", text: "[1,2]" }]],
    [null, [{ type: "text", text: "null" }]],
    [undefined, []],
    [
      { mimeType: "image/gif", data: Uint8Array.of(1) },
      [{ type: "image", data: "AQ==", mimeType: "image/gif" }],
    ],
    [{ content: [{ type: "text", text: "x" }] }, [{ type: "text", text: "x" }]],
    [{ content: "of a book" }, [{ type: "text", text: '{"content":"of a book"}' }]],
  ];
  for (const [value, content] of rows) {
    class One extends ZooServer {
      protected override expose(mcp: Registrar): void {
        mcp.tool({ name: "one" }, () => value);
      }
    }
    const { peer } = await connect(json({}), One);
    assert.deepEqual((await peer.call("one")).content, content);
    await peer.close();
  }
});

test("the mock answers without an API", async () => {
  const peer = await Peer.connect(new ZooServer({ mock: true, env: {} }), "2025-11-25");
  const result = await peer.call("getAnimal", { id: 1 });
  assert.equal(result.isError, undefined);
  assert.equal(typeof (result.structuredContent as Animal).name, "string");
  await peer.close();
});

test("the reserved names are those of the class, of every object, and of promises and JSON", () => {
  const own = Object.getOwnPropertyNames(OpenApiServer.prototype);
  const inherited = Object.getOwnPropertyNames(Object.prototype);
  assert.deepEqual(reservedNames, [...new Set([...own, ...inherited, "then", "toJSON"])].sort());
});

test("handlers and operations agree on their types", () => {
  const operation: Operation<{ id: number }, Animal> = getAnimal;
  const check = (mcp: Registrar): void => {
    // @ts-expect-error: the handler takes another input
    mcp.add(operation, (input: { id: string }) => Promise.resolve({ id: 1, name: input.id }));
    // @ts-expect-error: the handler resolves to something else
    mcp.add(operation, () => Promise.resolve("no animal"));
  };
  assert.equal(typeof check, "function");
});

test("a first call that is cancelled while what it needs is loaded is not begun", async () => {
  const begun: unknown[] = [];
  class Listening extends ZooServer {
    override getAnimal(input: { id: number }): Promise<Animal> {
      begun.push(input.id);
      return Promise.resolve({ id: input.id, name: "Mia" });
    }

    protected override expose(mcp: Registrar): void {
      super.expose(mcp);
      const input = { type: "object", properties: { id: { type: "integer" } } };
      mcp.tool({ name: "own", input }, ({ id }) => void begun.push(id));
    }
  }
  const { peer } = await connect(json({}), Listening);
  for (const name of ["getAnimal", "own"]) {
    void peer.request("tools/call", { name, arguments: { id: 1 } }, "gone");
    peer.notify("notifications/cancelled", { requestId: "gone" });
    await peer.call(name, { id: 2 });
  }
  assert.deepEqual(begun, [2, 2]);
  await peer.close();
});
