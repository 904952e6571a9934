/** Values of handlers that JSON would change without a word are refused by name; strings are structured content. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import {
  McpServer,
  type LogEntry,
  type Operation,
  stream,
  type Registrar,
} from "../../../runtime/index.js";
import type { Revision } from "../../../runtime/protocol/revisions.js";
import { eventually } from "../../support/eventually.js";
import { Peer } from "../../support/peer.js";
import { ZooServer } from "../../support/servers/zoo-server.js";
import { connect, json } from "../../support/servers/connect.js";

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

async function call(server: McpServer, name: string, revision: Revision = "2026-07-28") {
  const peer = await Peer.connect(server, revision);
  const { result, error } = await peer.request("tools/call", { name });
  assert.equal(error, undefined);
  return result as unknown as Result;
}

function* sync() {
  yield 1;
}

async function* async() {
  yield 1;
}

const unsendable: [what: string, value: () => unknown, named: RegExp][] = [
  ["a Map", () => new Map([["a", 1]]), /a Map, .*Object\.fromEntries/],
  ["a Set", () => new Set([1]), /a Set, .*an array/],
  ["an Error", () => new Error("x"), /an Error, .*throw/],
  ["an Error with members", () => Object.assign(new TypeError("x"), { code: 1 }), /a TypeError, /],
  ["a Response", () => new Response("x"), /a Response, .*text/],
  ["numbers in bytes", () => new Float32Array([1, 2]), /a Float32Array, /],
  ["headers", () => new Headers({ a: "b" }), /a Headers, /],
  ["a regular expression", () => /x/, /a RegExp, /],
  ["a function", () => () => 1, /a Function, /],
  ["a symbol", () => Symbol("x"), /a Symbol, /],
  ["no number", () => Number.NaN, /NaN, /],
  ["a BigInt", () => 1n, /a BigInt, /],
  ["a Map inside", () => ({ a: [{ b: new Map() }] }), /a Map at a\[0\]\.b, /],
  ["bytes inside", () => ({ a: new Uint8Array([1]) }), /a Uint8Array at a, .*bytes alone/],
  ["a Blob inside", () => ({ a: [new Blob(["x"])] }), /a Blob at a\[0\], .*bytes alone/],
  ["a generator inside", () => ({ a: sync() }), /a Generator at a, .*a generator itself/],
  ["an async generator inside", () => [async()], /an AsyncGenerator at \[0\], /],
  ["a stream inside", () => ({ a: stream([1]) }), /an Object at a, .*an array of the items/],
  ["a promise inside", () => ({ later: Promise.resolve(1) }), /a Promise at later, /],
];

test("a tool that returns what JSON can't represent fails, and both the client and the log are told", async () => {
  const entries: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const server = new McpServer({ name: "s", version: "1" }, { logger });
  let value: () => unknown = () => undefined;
  server.tool({ name: "any" }, () => value());
  server.tool({ name: "typed", output: {} }, () => value());
  server.tool({ name: "complete" }, () => ({ content: [], structuredContent: { value: value() } }));
  server.tool({ name: "image" }, () => ({
    content: [{ type: "image", mimeType: "image/png", data: value() }],
  }));
  for (const [what, make, named] of unsendable) {
    value = make;
    const inside = /function|symbol|no number/.test(what);
    for (const name of inside ? ["any", "typed"] : ["any", "typed", "complete", "image"]) {
      entries.length = 0;
      const { isError, content, structuredContent } = await call(server, name);
      assert.equal(isError, true, `${name} ${what}`);
      assert.equal(structuredContent, undefined);
      const text = content[0]?.text ?? "";
      assert.match(text, /The handler returned .* which JSON can't represent\./);
      if (name === "any") assert.match(text, named);
      assert.deepEqual(
        entries.map(({ facts }) => facts["tool"]),
        [name],
        what,
      );
    }
  }
});

test("a value that contains itself fails the call at once", async () => {
  const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
  const value: Record<string, unknown> = {};
  for (const name of ["a", "b", "c"]) value[name] = [value, value];
  server.tool({ name: "plain" }, () => value);
  server.tool({ name: "complete" }, () => ({ content: [], structuredContent: value }));
  const peer = await Peer.connect(server, "2026-07-28");
  const { result } = await peer.request("tools/call", { name: "plain" });
  assert.equal(result?.["isError"], true);
  const { error } = await peer.request("tools/call", { name: "complete" });
  assert.equal(error?.code, -32603);
});

test("values that JSON can represent are sent as before", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  let value: unknown;
  server.tool({ name: "any" }, () => value);
  class Empty {
    readonly #hidden = 1;
    get hidden(): number {
      return this.#hidden;
    }
  }
  const shared = { a: {} };
  const rows: [value: unknown, text: string][] = [
    [{}, "{}"],
    [null, "null"],
    [{ a: {}, b: null, c: undefined, d: () => 1 }, '{"a":{},"b":null}'],
    [{ 0: 1 }, '{"0":1}'],
    [new Empty(), "{}"],
    [Object.create(null), "{}"],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ at: new Date(0), of: {} }, '{"at":"1970-01-01T00:00:00.000Z","of":{}}'],
    [[new URL("http://a/")], '["http://a/"]'],
    [[shared, shared], '[{"a":{}},{"a":{}}]'],
    [{ type: "Buffer", data: [] }, '{"type":"Buffer","data":[]}'],
  ];
  for (const [each, text] of rows) {
    value = each;
    assert.deepEqual((await call(server, "any")).content, [{ type: "text", text }]);
  }
});

test("a value of the client's own arguments keeps the digits of its integers", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const input = { type: "object" } as const;
  server.tool({ name: "plain", input }, (args) => args);
  server.tool({ name: "typed", input, output: { type: "object" } }, (args) => args);
  const peer = await Peer.connect(server, "2025-11-25");
  for (const [id, name] of ["plain", "typed"].entries()) {
    const args = '{"at":12345678901234567890}';
    peer.raw(
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
    );
    const answerOf = () =>
      (peer.received as { id?: unknown; result?: Result }[]).find((each) => each.id === `${id}`);
    await eventually(() => answerOf() !== undefined);
    assert.equal(answerOf()?.result?.content[0]?.text, args, name);
  }
});

test("a string fits an output schema of strings", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const outputs = {
    zod: z.string(),
    schema: { type: "string" },
    union: z.union([z.string(), z.number()]),
    enumeration: { enum: ["hello", "bye"] },
    either: { type: ["string", "null"] },
    nullable: z.string().nullable(),
  };
  for (const [name, output] of Object.entries(outputs)) {
    server.tool({ name, output }, () => "hello");
    server.tool({ name: `${name}-unchecked`, output, validateOutput: false }, () => "hello");
    server.tool({ name: `${name}-later`, output }, async () => "hello");
  }
  const content = [{ type: "text", text: "hello" }];
  for (const name of Object.keys(outputs).flatMap((each) => [
    each,
    `${each}-unchecked`,
    `${each}-later`,
  ])) {
    const result = await call(server, name);
    assert.deepEqual(result.content, content, name);
    assert.equal(result.structuredContent, "hello", name);
    assert.equal(result.isError, undefined, name);
    // Structured content was an object before.
    const older = await call(server, name, "2025-11-25");
    assert.deepEqual(older.content, content, name);
    assert.equal(older.structuredContent, undefined, name);
  }
});

test("a string that the output schema refuses fails the call, and the log says why", async () => {
  const entries: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const server = new McpServer({ name: "s", version: "1" }, { logger });
  server.tool({ name: "object", output: z.object({}) }, () => "hello" as never);
  server.tool({ name: "email", output: { type: "string", minLength: 9 } }, () => "hello");
  server.tool({ name: "nothing", output: z.string() }, () => undefined as never);
  server.tool({ name: "file", output: z.string() }, () => ({
    data: new Uint8Array([1]),
    mimeType: "image/png",
  }));
  const rows: [name: string, logged: RegExp][] = [
    ["object", /does not fit the output schema/],
    ["email", /does not fit the output schema/],
    ["nothing", /does not fit the output schema/],
    ["file", /its handler returned a file/],
  ];
  for (const [name, logged] of rows) {
    entries.length = 0;
    assert.equal((await call(server, name)).isError, true, name);
    assert.match(String(entries[0]?.error), logged, name);
  }
});

test("an unchecked string is no structured content of an object schema", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  const output = { type: "object" } as const;
  server.tool({ name: "text", output, validateOutput: false }, () => "hello");
  assert.deepEqual((await call(server, "text")).structuredContent, {});
});

test("a default of the schema library stands for a missing value", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  server.tool({ name: "default", output: z.string().default("none") }, () => undefined);
  const { content, structuredContent } = await call(server, "default");
  assert.deepEqual(content, [{ type: "text", text: "none" }]);
  assert.equal(structuredContent, "none");
});

test("resources, prompts and methods refuse what JSON can't represent", async () => {
  const entries: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const server = new McpServer({ name: "s", version: "1" }, { logger });
  server.resource({ uri: "a://map", name: "map" }, () => new Map());
  server.resource({ uri: "a://blob", name: "blob" }, () => ({
    contents: [{ uri: "a://blob", text: "", _meta: { a: new Map() } }],
  }));
  server.template({ uriTemplate: "a://t/{x}", name: "t" }, () => ({ a: sync() }));
  server.prompt({ name: "map" }, () => new Map() as never);
  server.prompt({ name: "list" }, () => [
    { role: "user", content: { type: "text", text: "", _meta: { a: new Map() } } },
  ]);
  server.method({ name: "own/map" }, () => new Map() as never);
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const peer = await Peer.connect(server, revision);
    const said = /The handler returned an? (Map|Generator)/;
    for (const uri of ["a://map", "a://blob", "a://t/1"]) {
      entries.length = 0;
      const { error } = await peer.request("resources/read", { uri });
      assert.match(error?.message ?? "", said, uri);
      assert.equal(entries.length, 1, uri);
    }
    for (const name of ["map", "list"]) {
      entries.length = 0;
      const { error } = await peer.request("prompts/get", { name });
      assert.match(error?.message ?? "", said, name);
      assert.equal(entries.length, 1, name);
    }
    entries.length = 0;
    const { error } = await peer.malformed("own/map");
    assert.equal(error?.code, -32603);
    assert.equal(entries.length, 1);
  }
});

test("an operation's method may return a string for the answer, but no Map", async () => {
  let value: unknown;
  const nameOf: Operation<Record<string, never>, string> = {
    id: "nameOf",
    request: { method: "GET", path: "/names" },
    input: { type: "object" },
    wrapIn: "result",
    output: { type: "object", properties: { result: { type: "string" } }, required: ["result"] },
    expose: { as: "tool", name: "nameOf" },
  };
  class Own extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add(nameOf, async (input, ctx) => {
        await this.call(nameOf, input, ctx);
        return value as string;
      });
    }
  }
  const { peer } = await connect(json("mia"), Own);
  for (value of ["mia", "MIA"]) {
    const { result } = await peer.request("tools/call", { name: "nameOf" });
    assert.deepEqual(result?.["structuredContent"], { result: value });
  }
  value = { names: new Map() };
  const { result } = await peer.request("tools/call", { name: "nameOf" });
  assert.equal(result?.["isError"], true);
  assert.match(JSON.stringify(result?.["content"]), /returned a Map at names/);
});
