import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeContent } from "../../../../runtime/protocol/codec/codec-content.js";
import {
  encodePrompt,
  encodeResource,
  encodeTemplate,
  encodeTool,
} from "../../../../runtime/protocol/codec/codec.js";
import {
  decodePage,
  promptList,
  resourceList,
  templateList,
  toolList,
  type ListCodec,
} from "../../../../runtime/protocol/codec/decode-lists.js";
import {
  decodeCacheAdvice,
  decodeCallResult,
  decodeCompletion,
  decodeGetPromptResult,
  decodeReadResult,
} from "../../../../runtime/protocol/codec/decode-results.js";
import {
  decodeDiscoverResult,
  decodeInitializeResult,
} from "../../../../runtime/protocol/codec/decode-server.js";
import { MalformedMessage } from "../../../../runtime/protocol/codec/shape.js";
import { jsonText } from "../../../../runtime/protocol/exact-json.js";
import { parseJson } from "../../../../runtime/protocol/json-rpc.js";
import type { JsonObject } from "../../../../runtime/protocol/json.js";
import type { Tool } from "../../../../runtime/protocol/model.js";
import { revisions } from "../../../../runtime/protocol/revisions.js";
import { blocks, prompt, resource, template, tool } from "../codec-fixtures.js";

/** As it arrives. */
function wire(value: unknown): JsonObject {
  return parseJson(JSON.stringify(value)) as JsonObject;
}

function malformed(read: () => unknown, message: string): void {
  assert.throws(read, (error) => {
    assert.ok(error instanceof MalformedMessage);
    assert.equal(error.message, message);
    return true;
  });
}

for (const revision of revisions) {
  test(`what a server of ${revision} lists and answers is read`, () => {
    const read = <Item>(codec: ListCodec<Item>, item: JsonObject): void => {
      const page = decodePage(wire({ [codec.name]: [item], nextCursor: "" }), codec, revision);
      assert.equal(page.items.length, 1);
      assert.equal(page.nextCursor, "");
    };
    read(toolList, encodeTool(tool, revision));
    read(resourceList, encodeResource(resource, revision));
    read(templateList, encodeTemplate(template, revision));
    read(promptList, encodePrompt(prompt, revision));
    const content = blocks.map((block) => encodeContent(block, revision));
    assert.equal(decodeCallResult(wire({ content })).content.length, blocks.length);
    for (const block of content) {
      const messages = [{ role: "user", content: block }];
      assert.equal(decodeGetPromptResult(wire({ messages })).messages.length, 1);
    }
  });
}

function readTool(sent: JsonObject, revision: (typeof revisions)[number]): Tool {
  return decodePage(wire({ tools: [sent] }), toolList, revision).items[0]!;
}

test("a tool is read into its newest shape: titles of old servers, and support for tasks", () => {
  const old = readTool(encodeTool(tool, "2025-03-26"), "2025-03-26");
  assert.equal(old.title, "Hint");
  const { inputSchema } = tool;
  const titled = { name: "t", inputSchema, annotations: { title: "Hint" } };
  assert.equal(readTool(titled, "2025-06-18").title, undefined);
  const newest = readTool(encodeTool(tool, "2025-11-25"), "2025-11-25");
  assert.equal(newest.taskSupport, "optional");
  assert.equal("execution" in newest, false);
  const odd = { name: "t", inputSchema, taskSupport: 7, "x-more": [1] };
  assert.deepEqual(readTool(odd, "2026-07-28"), { name: "t", inputSchema, "x-more": [1] });
});

test("large integers keep their digits, also in an item that is changed", () => {
  const text =
    '{"name":"t","annotations":{"title":"T"},"inputSchema":{"const":9007199254740993},"x":9007199254740993}';
  const { items } = decodePage(
    parseJson(`{"tools":[${text}]}`) as JsonObject,
    toolList,
    "2025-03-26",
  );
  assert.equal(jsonText(items[0]), `${text.slice(0, -1)},"title":"T"}`);
  const result = parseJson('{"structuredContent":{"n":9007199254740993}}') as JsonObject;
  assert.equal(
    jsonText(decodeCallResult(result)),
    '{"structuredContent":{"n":9007199254740993},"content":[]}',
  );
});

test("a well-formed result is handed out as it is, with what later revisions may add", () => {
  const result = {
    content: [
      { type: "hologram", waves: [1] },
      { type: "text", text: "x", more: 1 },
    ],
    structuredContent: null,
    isError: false,
    resultType: "complete",
    more: {},
  };
  assert.equal(decodeCallResult(result), result);
  const read = { contents: [{ uri: "a:b", blob: "", more: 1 }], ttlMs: 5 };
  assert.equal(decodeReadResult(read), read);
});

test("a malformed tool's result is refused with the place", () => {
  const cases: [unknown, string][] = [
    [{}, "result.content must be an array"],
    [{ content: {} }, "result.content must be an array"],
    [{ content: [], isError: "no" }, "result.isError must be true or false"],
    [{ content: [], _meta: [] }, "result._meta must be an object"],
    [{ content: ["x"] }, "result.content[0] must be an object"],
    [{ content: [{ text: "x" }] }, "result.content[0].type must be a string"],
    [{ content: [{ type: "text" }] }, "result.content[0].text must be a string"],
    [{ content: [{ type: "image", data: "" }] }, "result.content[0].mimeType must be a string"],
    [
      { content: [{ type: "resource", resource: { uri: "a:b" } }] },
      "result.content[0].resource.text must be a string",
    ],
    [
      { content: [{ type: "text", text: "x", annotations: { audience: ["me"] } }] },
      "result.content[0].annotations.audience[0] must be one of user, assistant",
    ],
    [
      { content: [{ type: "resource_link", uri: "a:b", name: "x", size: "1" }] },
      "result.content[0].size must be a number",
    ],
  ];
  for (const [value, message] of cases) malformed(() => decodeCallResult(wire(value)), message);
});

test("other malformed results are refused with the place", () => {
  malformed(() => decodeReadResult({ contents: [{}] }), "result.contents[0].uri must be a string");
  malformed(
    () => decodeGetPromptResult({ messages: [{ role: "system", content: {} }] }),
    "result.messages[0].role must be one of user, assistant",
  );
  malformed(
    () => decodeCompletion({ completion: { values: [1] } }),
    "result.completion.values[0] must be a string",
  );
  const read = (result: unknown) => decodePage(wire(result), toolList, "2026-07-28");
  malformed(() => read({}), "result.tools must be an array");
  malformed(() => read({ tools: [], nextCursor: 1 }), "result.nextCursor must be a string");
  const fine = { name: "t", inputSchema: {} };
  malformed(
    () => read({ tools: [fine, fine, fine, { name: "t", inputSchema: [] }] }),
    "result.tools[3].inputSchema must be an object",
  );
  malformed(
    () => read({ tools: [{ ...fine, annotations: { readOnlyHint: "yes" } }] }),
    "result.tools[0].annotations.readOnlyHint must be true or false",
  );
  malformed(
    () => read({ tools: [JSON.parse('{"__proto__":{"name":"t","inputSchema":{}}}')] }),
    "result.tools[0].name must be a string",
  );
});

test("what is optional may be null, as many languages write what is absent", () => {
  const nothing = {
    title: null,
    description: null,
    annotations: null,
    outputSchema: null,
    _meta: null,
  };
  const [tool] = decodePage(
    wire({ tools: [{ name: "t", inputSchema: {}, ...nothing, execution: null }] }),
    toolList,
    "2025-03-26",
  ).items;
  assert.equal(tool?.name, "t");
  const result = { content: [{ type: "text", text: "x", annotations: null }], isError: null };
  assert.equal(decodeCallResult(wire(result)).content.length, 1);
  malformed(() => decodeCallResult({ content: null }), "result.content must be an array");
});

test("the end of a list may be said as null", () => {
  assert.equal(
    decodePage({ tools: [], nextCursor: null }, toolList, "2025-06-18").nextCursor,
    undefined,
  );
});

test("what a server says of itself is read; a malformed name is left out", () => {
  const capabilities = { tools: { listChanged: true }, vendor: 1 };
  assert.deepEqual(
    decodeInitializeResult({
      protocolVersion: "2025-06-18",
      capabilities,
      serverInfo: { name: 1 },
      instructions: "Hi",
    }),
    { protocolVersion: "2025-06-18", capabilities, serverInfo: undefined, instructions: "Hi" },
  );
  malformed(
    () => decodeInitializeResult({ protocolVersion: "x", capabilities: { tools: true } }),
    "result.capabilities.tools must be an object",
  );
  const serverInfo = { name: "zoo", version: "1" };
  assert.deepEqual(
    decodeDiscoverResult({
      supportedVersions: ["2026-07-28"],
      capabilities: {},
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
    }),
    { supportedVersions: ["2026-07-28"], capabilities: {}, serverInfo, instructions: undefined },
  );
  malformed(
    () => decodeDiscoverResult({ supportedVersions: "2026-07-28", capabilities: {} }),
    "result.supportedVersions must be an array",
  );
});

test("malformed advice on keeping keeps nothing and shares nothing", () => {
  const none = { ttlMs: 0, cacheScope: "private" };
  for (const ttlMs of [undefined, -1, "5", null, NaN]) {
    assert.deepEqual(decodeCacheAdvice({ ttlMs, cacheScope: "all" }), none);
  }
  const advice = { ttlMs: 5, cacheScope: "public" };
  assert.deepEqual(decodeCacheAdvice(advice), advice);
});
