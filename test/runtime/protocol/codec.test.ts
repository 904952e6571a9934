/** What each revision is sent, against the official schema of that revision. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ElicitParams, SamplingParams } from "../../../runtime/protocol/client-requests.js";
import {
  decodeElicitResult,
  decodeRoots,
  decodeSamplingResult,
} from "../../../runtime/protocol/codec/codec-answers.js";
import {
  canElicit,
  canSample,
  encodeElicitParams,
  encodeSamplingParams,
} from "../../../runtime/protocol/codec/codec-requests.js";
import { encodeContent } from "../../../runtime/protocol/codec/codec-content.js";
import {
  encodeCompletion,
  encodeGetPromptResult,
  encodeReadResult,
} from "../../../runtime/protocol/codec/codec-results.js";
import { ResultWriter } from "../../../runtime/protocol/codec/codec-writer.js";
import {
  encodeCallResult,
  encodeImplementation,
  encodeLogMessage,
  encodeProgress,
  encodePrompt,
  encodeResource,
  encodeResourceUpdated,
  encodeServerCapabilities,
  encodeTemplate,
  encodeTool,
} from "../../../runtime/protocol/codec/codec.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import type {
  Annotations,
  CallToolResult,
  ContentBlock,
  Icon,
  Implementation,
  Tool,
} from "../../../runtime/protocol/model.js";
import { ProtocolError } from "../../../runtime/protocol/protocol-error.js";
import { revisions, type Revision } from "../../../runtime/protocol/revisions.js";
import { check, checkMessage } from "../../support/wire/check.js";

const icons: Icon[] = [
  { src: "https://zoo.example/a.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" },
];
const annotations: Annotations = {
  audience: ["user", "assistant"],
  priority: 0.5,
  lastModified: "2026-01-02T03:04:05Z",
};
const _meta = { "zoo/x": 1 };
const server: Implementation = {
  name: "zoo",
  version: "1",
  title: "Zoo",
  description: "Animals.",
  websiteUrl: "https://zoo.example",
  icons,
};
const tool: Tool = {
  name: "t",
  title: "T",
  description: "A tool.",
  inputSchema: { type: "object", properties: { a: true, b: false, c: { type: "string" } } },
  outputSchema: { type: "object", properties: { a: true } },
  annotations: { title: "Hint", readOnlyHint: true },
  icons,
  taskSupport: "optional",
  _meta,
};
const listed = { name: "n", title: "N", description: "D", mimeType: "text/plain" };
const resource = { ...listed, uri: "zoo://n", size: 7, annotations, icons, _meta };
const template = { ...listed, uriTemplate: "zoo://{n}", annotations, icons, _meta };
const prompt = {
  name: "p",
  title: "P",
  description: "D",
  arguments: [{ name: "a", title: "A", description: "D", required: true }],
  icons,
  _meta,
};
const blocks: ContentBlock[] = [
  { type: "text", text: "x", annotations, _meta },
  { type: "image", data: "AAAA", mimeType: "image/png", annotations, _meta },
  { type: "audio", data: "AAAA", mimeType: "audio/wav", annotations, _meta },
  {
    type: "resource_link",
    uri: "zoo://n",
    name: "n",
    title: "N",
    description: "D",
    annotations,
    _meta,
  },
  { type: "resource", resource: { uri: "zoo://n", text: "x", _meta }, annotations, _meta },
  { type: "resource", resource: { uri: "zoo://n", blob: "AAAA", mimeType: "image/png" } },
];
const capabilities = {
  completions: {},
  logging: {},
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  tools: { listChanged: true },
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  extensions: { "io.modelcontextprotocol/tasks": {} },
  experimental: { "zoo/x": {} },
};
const form: ElicitParams = {
  message: "Who?",
  requestedSchema: {
    type: "object",
    properties: {
      text: {
        type: "string",
        title: "T",
        minLength: 1,
        maxLength: 9,
        format: "email",
        default: "a",
      },
      number: { type: "number", minimum: 0, maximum: 9, default: 1.5 },
      integer: { type: "integer", default: 1 },
      yes: { type: "boolean", default: true },
      plain: { type: "string", enum: ["a", "b"], default: "a" },
      named: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"] },
      titled: { type: "string", oneOf: [{ const: "a", title: "A" }], default: "a" },
    },
    required: ["text"],
  },
};
const manyOf: ElicitParams = {
  message: "Which?",
  requestedSchema: {
    type: "object",
    properties: {
      plain: { type: "array", minItems: 1, items: { type: "string", enum: ["a"] }, default: ["a"] },
      titled: { type: "array", maxItems: 2, items: { anyOf: [{ const: "a", title: "A" }] } },
    },
  },
};
const visit: ElicitParams = { mode: "url", message: "Go", url: "https://zoo.example/x" };
const talk: SamplingParams = {
  messages: [
    { role: "user", content: { type: "text", text: "x", annotations, _meta } },
    {
      role: "assistant",
      content: [
        { type: "image", data: "AAAA", mimeType: "image/png" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      ],
      _meta,
    },
  ],
  maxTokens: 10,
  systemPrompt: "s",
  modelPreferences: { hints: [{ name: "m" }], costPriority: 0.5 },
  temperature: 0.5,
  stopSequences: ["."],
  includeContext: "none",
  metadata: { a: 1 },
};
const toolTalk: SamplingParams = {
  messages: [
    { role: "assistant", content: { type: "tool_use", id: "1", name: "t", input: {} } },
    {
      role: "user",
      content: [{ type: "tool_result", toolUseId: "1", content: blocks, structuredContent: [1] }],
    },
  ],
  maxTokens: 10,
  tools: [{ name: "t", inputSchema: { type: "object", properties: { a: true } } }],
  toolChoice: { mode: "auto" },
};
const cache = { ttlMs: 5, cacheScope: "public" as const };

/** As it goes over the wire: members that are undefined are not there. */
const sent = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

for (const revision of revisions) {
  describe(revision, () => {
    const fits = (value: unknown, definition: string): void =>
      check(revision, "server", sent(value), definition);
    const result = (value: JsonObject, method: string, cached = false): void => {
      const text = new ResultWriter(server).write(value, revision, cached ? { cache } : undefined);
      const message = { jsonrpc: "2.0", id: 1, result: JSON.parse(text) as unknown };
      checkMessage(revision, "server", message, { method });
    };

    test("what is listed has the revision's members and no others", () => {
      fits(encodeImplementation(server, revision), "Implementation");
      fits(encodeTool(tool, revision), "Tool");
      fits(encodeTool({ name: "t", inputSchema: { type: "object" } }, revision), "Tool");
      fits(encodeResource(resource, revision), "Resource");
      fits(encodeTemplate(template, revision), "ResourceTemplate");
      fits(encodePrompt(prompt, revision), "Prompt");
      fits(encodePrompt({ name: "p" }, revision), "Prompt");
      fits(encodeServerCapabilities(capabilities, revision), "ServerCapabilities");
      result({ tools: [sent(encodeTool(tool, revision))] }, "tools/list", true);
      result({ resources: [sent(encodeResource(resource, revision))] }, "resources/list", true);
      result({ prompts: [sent(encodePrompt(prompt, revision))] }, "prompts/list", true);
    });

    test("results have the revision's members and no others", () => {
      for (const structuredContent of [undefined, { a: 1 }, [1], "x", 1.5, null]) {
        const call = { content: blocks, structuredContent, isError: false, _meta };
        result(encodeCallResult(call, revision), "tools/call");
      }
      const contents = [
        { uri: "zoo://n", text: "x", _meta },
        { uri: "zoo://n", blob: "AAAA" },
      ];
      result(encodeReadResult({ contents, _meta }, revision), "resources/read", true);
      const messages = blocks.map((content) => ({ role: "user" as const, content }));
      const got = encodeGetPromptResult({ description: "D", messages, _meta }, revision);
      result(got, "prompts/get");
      result(encodeCompletion({ values: ["a"], total: 1, hasMore: false }), "completion/complete");
    });

    test("notifications have the revision's members and no others", () => {
      const notify = (method: string, params: JsonObject): void =>
        checkMessage(revision, "server", sent({ jsonrpc: "2.0", method, params }));
      const progress = { progressToken: "t", progress: 1, total: 2, message: "m" };
      notify("notifications/progress", encodeProgress(progress, revision));
      notify("notifications/message", encodeLogMessage("info", undefined));
      notify("notifications/message", encodeLogMessage("info", { a: 1.5 }, "zoo"));
      notify("notifications/resources/updated", encodeResourceUpdated("zoo://n"));
    });

    test("questions are asked in the revision's words, or can't be", () => {
      const ask = (method: string, params: JsonObject): void => {
        const message = sent({ jsonrpc: "2.0", id: 1, method, params });
        if (revision !== "2026-07-28") return checkMessage(revision, "server", message);
        const asked = { resultType: "input_required", inputRequests: { q: { method, params } } };
        check(revision, "server", sent(asked), "InputRequiredResult");
      };
      for (const [params, since] of [
        [form, "2025-06-18"],
        [manyOf, "2025-11-25"],
        [visit, "2025-11-25"],
      ] as const) {
        assert.equal(canElicit(params, revision), revision >= since);
        if (revision >= since) ask("elicitation/create", encodeElicitParams(params, revision));
      }
      for (const [params, since] of [
        [talk, "2024-11-05"],
        [toolTalk, "2025-11-25"],
      ] as const) {
        assert.equal(canSample(params, revision), revision >= since);
        if (revision >= since)
          ask("sampling/createMessage", encodeSamplingParams(params, revision));
      }
    });
  });
}

const at = <T>(encode: (revision: Revision) => T): T[] => revisions.map(encode);
const has = (name: string, encode: (revision: Revision) => JsonObject): boolean[] =>
  at((revision) => name in sent(encode(revision)));

test("each revision is told all that it knows", () => {
  const since = (index: number): boolean[] => revisions.map((_, each) => each >= index);
  const only = (index: number): boolean[] => revisions.map((_, each) => each === index);
  const rows: [name: string, encode: (revision: Revision) => JsonObject, want: boolean[]][] = [
    ["title", (each) => encodeImplementation(server, each), since(2)],
    ["icons", (each) => encodeImplementation(server, each), since(3)],
    ["websiteUrl", (each) => encodeImplementation(server, each), since(3)],
    ["annotations", (each) => encodeTool(tool, each), since(1)],
    ["title", (each) => encodeTool(tool, each), since(2)],
    ["outputSchema", (each) => encodeTool(tool, each), since(2)],
    ["_meta", (each) => encodeTool(tool, each), since(2)],
    ["icons", (each) => encodeTool(tool, each), since(3)],
    ["execution", (each) => encodeTool(tool, each), only(3)],
    ["taskSupport", (each) => encodeTool(tool, each), only(-1)],
    ["size", (each) => encodeResource(resource, each), since(0)],
    ["annotations", (each) => encodeResource(resource, each), since(0)],
    ["icons", (each) => encodeResource(resource, each), since(3)],
    [
      "lastModified",
      (each) => encodeTemplate(template, each)["annotations"] as JsonObject,
      since(2),
    ],
    ["title", (each) => encodePrompt(prompt, each), since(2)],
    ["icons", (each) => encodePrompt(prompt, each), since(3)],
    ["completions", (each) => encodeServerCapabilities(capabilities, each), since(1)],
    ["tasks", (each) => encodeServerCapabilities(capabilities, each), only(3)],
    ["extensions", (each) => encodeServerCapabilities(capabilities, each), only(4)],
  ];
  for (const [name, encode, want] of rows) assert.deepEqual(has(name, encode), want, name);
  const titles = at(
    (each) => (sent(encodeTool(tool, each))["annotations"] as JsonObject)?.["title"],
  );
  assert.deepEqual(titles, [undefined, "Hint", "Hint", "Hint", "Hint"]);
  const { annotations: _, ...bare } = tool;
  assert.deepEqual(encodeTool(bare, "2025-03-26")["annotations"], { title: "T" });
});

test("what a revision can't carry becomes text", () => {
  const types = at((each) => blocks.map((block) => encodeContent(block, each)["type"]));
  const rest = ["resource", "resource"];
  assert.deepEqual(types[0], ["text", "image", "text", "text", ...rest]);
  assert.deepEqual(types[1], ["text", "image", "audio", "text", ...rest]);
  for (const each of types.slice(2)) {
    assert.deepEqual(each, ["text", "image", "audio", "resource_link", ...rest]);
  }
});

test("structured content that can't be sent remains as text", () => {
  const encode = (result: CallToolResult) => at((each) => sent(encodeCallResult(result, each)));
  const text = [{ type: "text", text: "[1,2,3]" }];
  const list = encode({ content: [], structuredContent: [1, 2, 3] });
  for (const each of list.slice(0, 4)) assert.deepEqual(each, { content: text });
  assert.deepEqual(list[4], { content: [], structuredContent: [1, 2, 3] });
  const object = encode({ content: [], structuredContent: { a: 1 } });
  assert.deepEqual(object[0], { content: [{ type: "text", text: '{"a":1}' }] });
  assert.deepEqual(object[3], { content: [], structuredContent: { a: 1 } });
  const own = { content: [{ type: "text" as const, text: "mine" }], structuredContent: null };
  assert.deepEqual(encode(own)[3], { content: [{ type: "text", text: "mine" }] });
});

test("a form of 2025-06-18 has titles beside its values, and no defaults but yes or no", () => {
  const params = sent(encodeElicitParams(form, "2025-06-18"));
  const { properties } = params["requestedSchema"] as { properties: Record<string, JsonObject> };
  assert.equal("mode" in params, false);
  assert.deepEqual(properties["titled"], { type: "string", enum: ["a"], enumNames: ["A"] });
  const defaults = Object.keys(properties).filter((name) => "default" in properties[name]!);
  assert.deepEqual(defaults, ["yes"]);
});

test("a visit has an id at 2025-11-25 only", () => {
  const id = encodeElicitParams(visit, "2025-11-25")["elicitationId"] as string;
  assert.notEqual(id, encodeElicitParams(visit, "2025-11-25")["elicitationId"]);
  const named = { ...visit, elicitationId: "mine" } as ElicitParams;
  assert.equal(encodeElicitParams(named, "2025-11-25")["elicitationId"], "mine");
  assert.equal("elicitationId" in encodeElicitParams(named, "2026-07-28"), false);
});

test("a message with several contents becomes several where each has one", () => {
  const { messages } = encodeSamplingParams(talk, "2025-03-26") as { messages: JsonObject[] };
  assert.deepEqual(
    messages.map(({ role, content }) => [role, (content as JsonObject)["type"]]),
    [
      ["user", "text"],
      ["assistant", "image"],
      ["assistant", "audio"],
    ],
  );
});

test("no completion has more than 100 values", () => {
  const values = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const { completion } = encodeCompletion({ values }) as { completion: Record<string, unknown> };
  assert.equal((completion["values"] as unknown[]).length, 100);
  assert.deepEqual([completion["total"], completion["hasMore"]], [150, true]);
  const told = encodeCompletion({ values, total: 900 })["completion"] as JsonObject;
  assert.equal(told["total"], 900);
});

test("results say what they are, who made them and how long they last", () => {
  const writer = new ResultWriter(server);
  const key = "io.modelcontextprotocol/serverInfo";
  const write = (...args: Parameters<ResultWriter["write"]>): unknown =>
    JSON.parse(writer.write(...args));
  const rows: [unknown, unknown][] = [
    [write({}, "2026-07-28"), { resultType: "complete", _meta: { [key]: server } }],
    [write({ a: undefined }, "2026-07-28"), { resultType: "complete", _meta: { [key]: server } }],
    [
      write({ a: 1, _meta: { b: 2, [key]: "another" } }, "2026-07-28", { cache }),
      { a: 1, resultType: "complete", ...cache, _meta: { b: 2, [key]: server } },
    ],
    [
      write({ a: 1 }, "2026-07-28", {
        resultType: "input_required",
        serverInfo: { name: "x", version: "2" },
      }),
      { a: 1, resultType: "input_required", _meta: { [key]: { name: "x", version: "2" } } },
    ],
    [
      write({ a: 1, resultType: "task", ttlMs: 1, cacheScope: "public" }, "2026-07-28"),
      { a: 1, resultType: "complete", _meta: { [key]: server } },
    ],
    [write({ a: 1, resultType: "complete", ...cache }, "2025-11-25", { cache }), { a: 1 }],
    [write({ a: 1, _meta }, "2024-11-05"), { a: 1, _meta }],
    [
      write({}, "2026-07-28", { cache: { ttlMs: -1.5, cacheScope: "private" } }),
      { resultType: "complete", ttlMs: 0, cacheScope: "private", _meta: { [key]: server } },
    ],
  ];
  for (const [got, want] of rows) assert.deepEqual(got, want);
  assert.equal(writer.write({}, "2025-11-25"), "{}");
});

test("a client's answer to a question is taken only when it is one", () => {
  const content = { a: "x", b: 1.5, c: true, d: ["x"] };
  const rows: [given: unknown, want: unknown][] = [
    [
      { action: "accept", content, _meta },
      { action: "accept", content },
    ],
    [{ action: "accept" }, { action: "accept" }],
    [{ action: "decline", content: "whatever" }, { action: "decline" }],
    [{ action: "cancel" }, { action: "cancel" }],
    [{ action: "maybe" }, undefined],
    [{}, undefined],
    [Object.create({ action: "accept" }), undefined],
    [{ action: "accept", content: [] }, undefined],
    [{ action: "accept", content: { a: null } }, undefined],
    [{ action: "accept", content: { a: { b: 1 } } }, undefined],
    [{ action: "accept", content: { a: [1] } }, undefined],
    [null, undefined],
    [[], undefined],
  ];
  for (const [given, want] of rows) decoded(() => decodeElicitResult(given), want, given);
});

test("what a client's model said is taken only when it says something", () => {
  const text = { type: "text", text: "hi" };
  const use = { type: "tool_use", id: "1", name: "t", input: {} };
  const back = { type: "tool_result", toolUseId: "1", content: blocks };
  const base = { role: "assistant", model: "m" };
  const rows: [given: unknown, want: unknown][] = [
    [
      { ...base, content: text },
      { ...base, content: [text] },
    ],
    [
      { ...base, content: [text, use, back], stopReason: "toolUse", _meta, more: 1 },
      { ...base, content: [text, use, back], stopReason: "toolUse", _meta },
    ],
    [
      { ...base, content: [] },
      { ...base, content: [] },
    ],
    [{ ...base, role: "system", content: text }, undefined],
    [{ role: "user", content: text }, undefined],
    [base, undefined],
    [{ ...base, content: "hi" }, undefined],
    [{ ...base, content: { type: "text" } }, undefined],
    [{ ...base, content: { type: "image", data: "AAAA" } }, undefined],
    [{ ...base, content: { type: "video", data: "AAAA", mimeType: "x/y" } }, undefined],
    [{ ...base, content: [{ ...use, input: [] }] }, undefined],
    [{ ...base, content: [{ ...back, content: [{ type: "resource" }] }] }, undefined],
    [{ ...base, content: text, stopReason: 1 }, undefined],
    ["hi", undefined],
  ];
  for (const [given, want] of rows) decoded(() => decodeSamplingResult(given), want, given);
});

test("roots are taken only when all of them are file URIs", () => {
  const rows: [given: unknown, want: unknown][] = [
    [{ roots: [] }, []],
    [
      { roots: [{ uri: "file:///a", name: "a", _meta, more: 1 }, { uri: "FILE:///b" }] },
      [{ uri: "file:///a", name: "a", _meta }, { uri: "FILE:///b" }],
    ],
    [{ roots: [{ uri: "https://a.example" }] }, undefined],
    [{ roots: [{ uri: "file:///a", name: 1 }] }, undefined],
    [{ roots: [null] }, undefined],
    [{ roots: {} }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ];
  for (const [given, want] of rows) decoded(() => decodeRoots(given), want, given);
});

/** `want` undefined: it is refused. */
function decoded(decode: () => unknown, want: unknown, given: unknown): void {
  const shown = JSON.stringify(given);
  if (want !== undefined) return assert.deepEqual(decode(), want, shown);
  const refused = (error: unknown): boolean =>
    error instanceof ProtocolError && error.code === -32602;
  assert.throws(decode, refused, shown);
}
