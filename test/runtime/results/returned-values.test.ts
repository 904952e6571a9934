/** Whatever a handler returns arrives as it was meant: bytes as media, streams as progress and a value, lists as content. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Readable } from "node:stream";
import { z } from "zod";
import {
  McpServer,
  stream,
  type LogEntry,
  type Operation,
  type Registrar,
} from "../../../runtime/index.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { isToolResult, wholeResult } from "../../../runtime/server/results/whole-result.js";
import { eventually } from "../../support/eventually.js";
import { Peer } from "../../support/peer.js";
import { ZooServer } from "../../support/servers/zoo-server.js";

const png = Buffer.from("89504e470d0a1a0a0000", "hex");
const pngBlock = { type: "image", mimeType: "image/png", data: png.toString("base64") };

/** Serves one tool that returns a value, and calls it. */
async function returned(
  value: unknown,
  definition: { output?: object; mimeType?: string; outputOf?: z.ZodType } = {},
) {
  const entries: LogEntry[] = [];
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const server = new McpServer({ name: "s", version: "1" }, { logger });
  const { outputOf, output = outputOf, ...others } = definition;
  server.tool<JsonObject, JsonObject>(
    { name: "t", ...others, ...(output && { output: output as JsonObject }) },
    () => value,
  );
  const peer = await Peer.connect(server, "2026-07-28");
  return (await peer.call("t")) as { content: unknown[] } & Record<string, unknown>;
}

async function contentOf(value: unknown, definition = {}): Promise<unknown> {
  const { content, isError } = await returned(value, definition);
  assert.equal(isError, undefined, JSON.stringify(content));
  return content;
}

const plain = Buffer.from("ab");
const inside = new Uint8Array(Buffer.from("-ab-")).subarray(1, 3);

test("a tool's bytes arrive as media, never as digits", async () => {
  const forms = [plain, inside, new Uint8Array(plain), new Uint8Array(plain).buffer];
  for (const bytes of [...forms, new Blob([plain]), new File([plain], "a")]) {
    const resource = { uri: "tool:t", mimeType: "application/octet-stream", blob: "YWI=" };
    assert.deepEqual(await contentOf(bytes), [{ type: "resource", resource }]);
  }
  assert.deepEqual(await contentOf(png), [pngBlock]);
  assert.deepEqual(await contentOf(new Blob([png], { type: "image/webp" })), [
    { ...pngBlock, mimeType: "image/webp" },
  ]);
  assert.deepEqual(await contentOf(plain, { mimeType: "audio/wav" }), [
    { type: "audio", mimeType: "audio/wav", data: "YWI=" },
  ]);
  assert.deepEqual(await contentOf({ mimeType: "image/gif", data: plain.buffer.slice(0, 0) }), [
    { type: "image", mimeType: "image/gif", data: "" },
  ]);
});

test("only a signature that leaves no doubt names the type of bytes", async () => {
  const types: [string, string][] = [
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF89a", "image/gif"],
    ["RIFF1234WEBPVP8 ", "image/webp"],
    ["RIFF1234WAVEfmt ", "audio/wav"],
    ["fLaC", "audio/flac"],
    ["%PDF-1.7", "application/pdf"],
    ["\x1f\x8b\x08", "application/gzip"],
    ["PK\x03\x04", "application/octet-stream"],
    ["OggS", "application/octet-stream"],
    ["RIFF1234AVI ", "application/octet-stream"],
    ["", "application/octet-stream"],
  ];
  for (const [head, mimeType] of types) {
    const [block] = (await contentOf(Buffer.from(head, "latin1"))) as Record<string, unknown>[];
    const own = block?.["resource"] as { mimeType: string } | undefined;
    assert.equal(block?.["mimeType"] ?? own?.mimeType, mimeType, head);
  }
});

test("a list with a file or a block is content, and any other list is data", async () => {
  const link = { type: "resource_link", uri: "a://b", name: "b" };
  assert.deepEqual(await contentOf(["Here:", png, { n: 1 }, link]), [
    { type: "text", text: "Here:" },
    pngBlock,
    { type: "text", text: '{"n":1}' },
    link,
  ]);
  assert.deepEqual(await contentOf(["a", { type: "text", text: "b" }]), [
    { type: "text", text: "a" },
    { type: "text", text: "b" },
  ]);
  assert.deepEqual(await contentOf({ type: "text", text: "b" }), [{ type: "text", text: "b" }]);
  for (const data of [
    ["a", "b"],
    [{ type: "text", text: "b", id: 1 }],
    { type: "text", value: "b" },
    { content: ["a"] },
    { content: [{ type: "text", text: "b" }], title: "An article" },
    { content: "text", title: "An article" },
    { isError: false },
  ]) {
    assert.deepEqual(await contentOf(data), [{ type: "text", text: JSON.stringify(data) }]);
  }
});

test("with an output schema, what JSON can represent is data", async () => {
  const data = [{ type: "text", text: "b" }];
  const result = await returned(data, { output: { type: "array" } });
  assert.deepEqual(result["structuredContent"], data);
  assert.deepEqual(result.content, [{ type: "text", text: JSON.stringify(data) }]);
});

test("a whole result is recognised without content, with texts and files in it, and by its resultType", async () => {
  const structuredContent = { n: 1 };
  const text = [{ type: "text", text: '{"n":1}' }];
  assert.deepEqual(await returned({ structuredContent }), {
    ...(await returned({ structuredContent, content: text })),
  });
  assert.deepEqual((await returned({ structuredContent, isError: true })).content, text);
  assert.deepEqual((await returned({ structuredContent, content: [] })).content, []);
  const failed = await returned({ content: "No such pet.", isError: true });
  assert.deepEqual(failed.content, [{ type: "text", text: "No such pet." }]);
  assert.equal(failed["isError"], true);
  const mixed = await returned({ content: ["a", png], structuredContent });
  assert.deepEqual(mixed.content, [{ type: "text", text: "a" }, pngBlock]);
  assert.deepEqual(mixed["structuredContent"], structuredContent);
  const bytes = await returned({ content: [{ type: "image", mimeType: "image/png", data: png }] });
  assert.deepEqual(bytes.content, [pngBlock]);
  const marked = { resultType: "complete", content: ["a"], "x.y/z": 1 };
  assert.ok(isToolResult(marked));
  assert.deepEqual(await wholeResult(marked, () => "a:b", undefined), {
    content: [{ type: "text", text: "a" }],
    "x.y/z": 1,
  });
});

test("the text of structured content alone is what the output schema made of it", async () => {
  const outputOf = z.object({ n: z.number().default(2) });
  const result = await returned({ structuredContent: { more: true } }, { outputOf });
  assert.deepEqual(result["structuredContent"], { n: 2 });
  assert.deepEqual(result.content, [{ type: "text", text: '{"n":2}' }]);
});

test("a malformed block or result fails the call with its place and its fault", async () => {
  const image = { type: "image", mimeType: "image/png" };
  const wrong: [unknown, RegExp][] = [
    [{ content: [image] }, /the image at content\[0\] needs `data`, a string/],
    [{ content: ["a", { type: "text" }] }, /the text at content\[1\] needs `text`, a string/],
    [{ content: [{ type: "resource" }] }, /needs `resource`, an object/],
    [{ content: [{ type: "resource", resource: { uri: "a:b" } }] }, /needs `text` or `blob`/],
    [
      { content: [{ type: "text", text: "a", annotations: { priority: 5 } }] },
      /the annotation priority, which must be a number from 0 to 1/,
    ],
    [{ resultType: "input_required", inputRequests: {} }, /must return inputRequired/],
  ];
  for (const [value, message] of wrong) {
    const { content, isError } = await returned(value);
    assert.equal(isError, true, JSON.stringify(value));
    assert.match((content[0] as { text: string }).text, message);
  }
});

function* letters(): Generator<string, void> {
  yield* "abc";
}

async function* later<T>(...items: T[]): AsyncGenerator<T, void> {
  for (const item of items) yield await Promise.resolve(item);
}

test("a stream becomes progress for each item, and one value", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  let value: unknown;
  server.tool({ name: "t" }, () => value);
  const peer = await Peer.connect(server, "2025-11-25");
  const streams: [unknown, string, string[]][] = [
    [letters(), "abc", ["a", "b", "c"]],
    [later("a", "b"), "ab", ["a", "b"]],
    [later<unknown>("a", { n: 1 }), '{"n":1}', ["a", '{"n":1}']],
    [
      stream([1, 2, 3], { accumulate: (all) => all.reduce((sum, n) => sum + n, 0) }),
      "6",
      ["1", "2", "3"],
    ],
    [Readable.from(["x", "y"]), "xy", ["x", "y"]],
    [new Response("body").body?.pipeThrough(new TextDecoderStream()), "body", ["body"]],
  ];
  for (const [each, text, messages] of streams) {
    value = each;
    const before = peer.notifications.length;
    const { content } = await peer.call("t", {}, { progressToken: text });
    assert.equal(content[0]?.text, text);
    const reports = peer.notifications.slice(before).map(({ params }) => params);
    assert.deepEqual(
      reports.map(({ message }) => message),
      messages,
    );
    assert.deepEqual(
      reports.map(({ progress }) => progress),
      messages.map((_, index) => index + 1),
    );
  }
  value = stream(later("a"), { total: 4 });
  const count = peer.notifications.length;
  await peer.call("t");
  assert.equal(peer.notifications.length, count, "progress without a token");
  value = stream(later("a"), { total: 4 });
  await peer.call("t", {}, { progressToken: 1 });
  assert.equal(peer.notifications.at(-1)?.params["total"], 4);
});

test("a generator's return value is the result, bytes are joined, and no items are no content", async () => {
  async function* counted(): AsyncGenerator<string, { count: number }> {
    yield* ["a", "b"];
    return { count: await Promise.resolve(2) };
  }
  assert.deepEqual(await contentOf(counted()), [{ type: "text", text: '{"count":2}' }]);
  assert.deepEqual(await contentOf(stream(counted())), [{ type: "text", text: '{"count":2}' }]);
  assert.deepEqual(await contentOf(later(png.subarray(0, 4), png.subarray(4))), [pngBlock]);
  assert.deepEqual(await contentOf(later()), []);
  const outputOf = z.object({ n: z.number() });
  const result = await returned(later({ n: 1 }, { n: 2 }), { outputOf });
  assert.deepEqual(result["structuredContent"], { n: 2 });
});

test("a stream that fails fails the call, and one that is cancelled is told to stop", async () => {
  const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
  async function* failing(): AsyncGenerator<string> {
    yield await Promise.resolve("a");
    throw new Error("no more");
  }
  server.tool({ name: "failing" }, failing);
  let started = 0;
  let ended = 0;
  const endless = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        started++;
        return new Promise<never>(() => {});
      },
      return: () => Promise.resolve({ done: true as const, value: ++ended }),
    }),
  };
  server.tool({ name: "endless" }, () => endless);
  server.tool({ name: "wrapped" }, () => stream(endless));
  server.tool({ name: "slow", timeoutMs: 20 }, async function* () {
    try {
      for (;;) yield await new Promise((resolve) => setTimeout(resolve, 1, "tick"));
    } finally {
      ended++;
    }
  });
  const peer = await Peer.connect(server, "2025-11-25");
  assert.equal((await peer.call("failing")).isError, true);
  for (const [index, name] of ["endless", "wrapped"].entries()) {
    const id = `call-${name}`;
    void peer.request("tools/call", { name }, id);
    await eventually(() => started === index + 1);
    peer.notify("notifications/cancelled", { requestId: id });
    await eventually(() => ended === index + 1);
  }
  assert.equal((await peer.call("slow")).isError, true);
  await eventually(() => ended === 3);
});

test("a resource's bytes have its media type, and its lists may mix texts, files and contents", async () => {
  const server = new McpServer({ name: "s", version: "1" });
  let value: unknown;
  server.resource({ uri: "a://png", name: "a", mimeType: "image/x-own" }, () => value);
  server.resource({ uri: "a://any", name: "b" }, () => value);
  server.template({ uriTemplate: "a://t/{x}", name: "t", mimeType: "text/markdown" }, () => value);
  const peer = await Peer.connect(server, "2026-07-28");
  const read = async (uri: string, given: unknown): Promise<unknown> => {
    value = given;
    const { result, error } = await peer.request("resources/read", { uri });
    assert.equal(error, undefined, JSON.stringify(error));
    return result?.["contents"];
  };
  const blob = png.toString("base64");
  const own = { uri: "a://png", mimeType: "image/x-own", blob };
  assert.deepEqual(await read("a://png", png), [own]);
  assert.deepEqual(await read("a://png", later(png)), [own]);
  assert.deepEqual(await read("a://png", new Blob([png], { type: "image/png" })), [
    { ...own, mimeType: "image/png" },
  ]);
  assert.deepEqual(await read("a://any", png), [{ uri: "a://any", mimeType: "image/png", blob }]);
  const item = { uri: "a://other", mimeType: "text/html", text: "<p>" };
  const mixed = ["# Read me", png, { data: png, mimeType: "image/a" }, item];
  const contents = [
    { uri: "a://t/1", mimeType: "text/markdown", text: "# Read me" },
    { uri: "a://t/1#2", mimeType: "image/png", blob },
    { uri: "a://t/1#3", mimeType: "image/a", blob },
    item,
  ];
  assert.deepEqual(await read("a://t/1", mixed), contents);
  assert.deepEqual(await read("a://t/1", { contents: mixed }), contents);
  assert.deepEqual(await read("a://any", item), [item]);
  assert.deepEqual(await read("a://any", { contents: ["a", "b"] }), [
    { uri: "a://any", mimeType: "text/plain", text: "a" },
    { uri: "a://any#2", mimeType: "text/plain", text: "b" },
  ]);
  assert.deepEqual(await read("a://any", ["a", "b"]), [
    { uri: "a://any", mimeType: "application/json", text: '["a","b"]' },
  ]);
  value = { contents: [{ uri: "a://any" }] };
  const { error } = await peer.request("resources/read", { uri: "a://any" });
  assert.match(error?.message ?? "", /item 0 needs `text` or `blob`/);
});

test("the messages of a prompt may be texts and files, and a list of content is several messages", async () => {
  const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
  server.prompt({ name: "look" }, () => [
    { role: "user", content: ["Look:", png] },
    { role: "assistant", content: "I see." },
  ]);
  server.prompt({ name: "wrong" }, () => [{ role: "system" as never, content: "x" }]);
  const peer = await Peer.connect(server, "2026-07-28");
  const { result } = await peer.request("prompts/get", { name: "look" });
  assert.deepEqual(result?.["messages"], [
    { role: "user", content: { type: "text", text: "Look:" } },
    { role: "user", content: pngBlock },
    { role: "assistant", content: { type: "text", text: "I see." } },
  ]);
  const { error } = await peer.request("prompts/get", { name: "wrong" });
  assert.match(error?.message ?? "", /the role user or assistant, unlike \[0\]/);
});

test("an overridden operation may return bytes and streams, too", async () => {
  const nameOf: Operation<Record<string, never>, string> = {
    id: "nameOf",
    description: "The name.",
    request: { method: "GET", path: "/name" },
    input: { type: "object" },
    expose: { as: "tool", name: "nameOf" },
  };
  let value: unknown;
  class OwnZoo extends ZooServer {
    protected override expose(mcp: Registrar): void {
      mcp.add(nameOf, async () => Promise.resolve(value as string));
    }
  }
  const peer = await Peer.connect(new OwnZoo(), "2026-07-28");
  for (const [returned, content] of [
    [later("a", "b"), [{ type: "text", text: "ab" }]],
    [png, [pngBlock]],
    [new Blob([png]), [pngBlock]],
  ] as const) {
    value = returned;
    assert.deepEqual((await peer.call("nameOf")).content, content);
  }
});
