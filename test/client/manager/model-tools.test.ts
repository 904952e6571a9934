import assert from "node:assert/strict";
import { test } from "node:test";
import type Anthropic from "@anthropic-ai/sdk";
import { tool } from "@langchain/core/tools";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import type OpenAI from "openai";
import { modelTools } from "../../../runtime/client/manager/factories.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import type { CallToolResult, Tool } from "../../../runtime/protocol/model.js";
import { FakeClient } from "./support/fake-client.js";
import { manage } from "./support/manage.js";

const search: Tool = {
  name: "search",
  title: "Search",
  description: "Finds things.",
  inputSchema: {
    type: "object",
    properties: { query: { type: "string" } },
    required: ["query"],
    additionalProperties: false,
  },
};

const mixed: CallToolResult = {
  content: [
    { type: "text", text: "found" },
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "audio", data: "BBBB", mimeType: "audio/wav" },
    {
      type: "resource",
      resource: { uri: "f:///a.pdf", mimeType: "application/pdf", blob: "CCCC" },
    },
    { type: "resource", resource: { uri: "f:///a.txt", text: "text" } },
    { type: "resource_link", uri: "f:///b", name: "b" },
  ],
};
const failed: CallToolResult = {
  content: [{ type: "text", text: "Nothing found." }],
  isError: true,
};

async function prepared(answer: FakeClient["answer"] = () => mixed): Promise<{
  readonly fake: FakeClient;
  readonly manager: ReturnType<typeof manage>["manager"];
  readonly tools: Awaited<ReturnType<typeof modelTools>>;
}> {
  const fake = new FakeClient("web", [search, "secret"]);
  fake.answer = answer;
  const { manager } = manage({ web: () => fake }, { grants: ["mcp:web:search"] });
  await manager.connectAll();
  return { fake, manager, tools: await modelTools(manager) };
}

/** A model that calls a tool, and then says that it is done. */
function model(input: object): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  let step = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const call = {
        type: "tool-call" as const,
        toolCallId: "1",
        toolName: "web__search",
        input: JSON.stringify(input),
      };
      const isFirst = step++ === 0;
      return {
        content: isFirst ? [call] : [{ type: "text" as const, text: "done" }],
        finishReason: { unified: isFirst ? "tool-calls" : "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

test("parity K: ToolWrapper / tool bridge: MCP tools in an LLM's tool format", async () => {
  const { fake, manager, tools } = await prepared();
  const schema = search.inputSchema;
  const chat: OpenAI.ChatCompletionTool[] = tools.openAiChat();
  assert.deepEqual(chat, [
    {
      type: "function",
      function: {
        name: "web__search",
        description: "Finds things.",
        parameters: schema,
        strict: false,
      },
    },
  ]);
  const responses: OpenAI.Responses.Tool[] = tools.openAiResponses();
  assert.deepEqual(responses, [
    {
      type: "function",
      name: "web__search",
      description: "Finds things.",
      parameters: schema,
      strict: false,
    },
  ]);
  const anthropic: Anthropic.Tool[] = tools.anthropic();
  assert.deepEqual(anthropic, [
    { name: "web__search", description: "Finds things.", input_schema: schema },
  ]);
  assert.deepEqual(fake.sent, []);
  await manager.close();
});

test("the AI SDK calls a tool and sends its texts, images and files to the model", async () => {
  const { fake, manager, tools } = await prepared();
  const mock = model({ query: "x" });
  const result = await generateText({
    model: mock,
    tools: tools.aiSdk(),
    prompt: "Find x.",
    stopWhen: stepCountIs(3),
  });
  assert.equal(result.text, "done");
  assert.deepEqual(fake.sent, [{ method: "tools/call", name: "search" }]);
  const [first, second] = mock.doGenerateCalls;
  assert.deepEqual(first?.tools, [
    {
      type: "function",
      name: "web__search",
      description: "Finds things.",
      inputSchema: search.inputSchema,
      providerOptions: undefined,
    },
  ]);
  const sent = second?.prompt.find((message) => message.role === "tool")?.content[0];
  assert.deepEqual(sent?.type === "tool-result" && sent.output, {
    type: "content",
    value: [
      { type: "text", text: "found" },
      { type: "image-data", data: "AAAA", mediaType: "image/png" },
      { type: "file-data", data: "BBBB", mediaType: "audio/wav" },
      { type: "file-data", data: "CCCC", mediaType: "application/pdf" },
      { type: "text", text: "text" },
      { type: "text", text: "[resource: f:///b (b)]" },
    ],
  });
  await manager.close();
});

test("the AI SDK marks failures of a tool and of its call", async () => {
  const failing = await prepared(() => failed);
  const mock = model({ query: "x" });
  await generateText({
    model: mock,
    tools: failing.tools.aiSdk(),
    prompt: "Find x.",
    stopWhen: stepCountIs(3),
  });
  const sent = mock.doGenerateCalls[1]?.prompt.find((message) => message.role === "tool");
  const output = sent?.content[0]?.type === "tool-result" && sent.content[0].output;
  assert.deepEqual(output, { type: "error-text", value: "Nothing found." });
  await failing.manager.close();

  const { manager, tools } = await prepared();
  const given = tools.aiSdk();
  manager.grants?.revoke("mcp:web:*");
  const refused = model({ query: "x" });
  await generateText({ model: refused, tools: given, prompt: "Find.", stopWhen: stepCountIs(3) });
  const message = refused.doGenerateCalls[1]?.prompt.find((each) => each.role === "tool");
  assert.match(JSON.stringify(message?.content[0]), /error-text.*not granted/);
  await manager.close();
});

test("LangChain's tools call MCP tools, by arguments and by a model's call", async () => {
  const { manager, tools } = await prepared();
  assert.equal(tools.langChain(tool).length, 1);
  const [found, ...others] = tools.langChain((call, fields) => tool(call, fields));
  assert.deepEqual(others, []);
  assert.equal(found?.name, "web__search");
  assert.equal(found?.description, "Finds things.");
  assert.deepEqual(found?.schema, search.inputSchema);
  const message = (await found?.invoke({
    type: "tool_call",
    id: "7",
    name: "web__search",
    args: { query: "x" },
  } as never)) as { content: unknown; artifact: unknown; tool_call_id: string; type: string };
  assert.equal(message.type, "tool");
  assert.equal(message.tool_call_id, "7");
  assert.deepEqual(message.artifact, mixed);
  assert.deepEqual(message.content, [
    { type: "text", text: "found" },
    { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    { type: "audio", source_type: "base64", mime_type: "audio/wav", data: "BBBB" },
    { type: "file", source_type: "base64", mime_type: "application/pdf", data: "CCCC" },
    { type: "text", text: "text" },
    { type: "text", text: "[resource: f:///b (b)]" },
  ]);
  await assert.rejects(async () => found?.invoke({} as never), /schema/);
  await manager.close();

  const failing = await prepared(() => failed);
  const [fails] = failing.tools.langChain((call, fields) => tool(call, fields));
  await assert.rejects(async () => fails?.invoke({ query: "x" } as never), /Nothing found/);
  await failing.manager.close();
});

test("OpenAI's calls are answered in the shapes of both APIs, failures with a mark", async () => {
  const { manager, tools } = await prepared();
  const call: OpenAI.ChatCompletionMessageFunctionToolCall = {
    id: "7",
    type: "function",
    function: { name: "web__search", arguments: '{"query":"x"}' },
  };
  const message: OpenAI.ChatCompletionToolMessageParam = await tools.runOpenAiChat(call);
  assert.deepEqual(message, {
    role: "tool",
    tool_call_id: "7",
    content:
      "found\n[image: image/png, 3 bytes]\n[audio: audio/wav, 3 bytes]\n" +
      "[resource: f:///a.pdf, application/pdf, 3 bytes]\ntext\n[resource: f:///b (b)]",
  });
  const item: OpenAI.Responses.ResponseFunctionToolCall = {
    type: "function_call",
    call_id: "8",
    name: "web__search",
    arguments: '{"query":"x"}',
  };
  const output: OpenAI.Responses.ResponseInputItem.FunctionCallOutput =
    await tools.runOpenAiResponses(item);
  assert.deepEqual(output, {
    type: "function_call_output",
    call_id: "8",
    output: [
      { type: "input_text", text: "found" },
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
      { type: "input_text", text: "[audio: audio/wav, 3 bytes]" },
      { type: "input_file", file_data: "data:application/pdf;base64,CCCC", filename: "a.pdf" },
      { type: "input_text", text: "text" },
      { type: "input_text", text: "[resource: f:///b (b)]" },
    ],
  });
  for (const [name, text, expected] of [
    ["web__search", "{", 'Error: The arguments of "web__search" must be a JSON object.'],
    ["web__search", "[]", 'Error: The arguments of "web__search" must be a JSON object.'],
    ["web__serch", "{}", /^Error: .*Did you mean "web__search"\?$/],
    ["web__secret", "{}", /^Error: .*not granted/],
  ] as const) {
    const { content } = await tools.runOpenAiChat({ id: "1", function: { name, arguments: text } });
    if (typeof expected === "string") assert.equal(content, expected);
    else assert.match(content, expected);
  }
  await manager.close();
});

test("large integers of a model's arguments keep their digits", async () => {
  let given: unknown;
  const { manager, tools } = await prepared((_, args) => ((given = args), mixed));
  await tools.runOpenAiChat({
    id: "1",
    function: { name: "web__search", arguments: '{"query":12345678901234567890}' },
  });
  const { jsonText } = await import("../../../runtime/protocol/exact-json.js");
  assert.equal(jsonText(given), '{"query":12345678901234567890}');
  await manager.close();
});

test("Anthropic's calls are answered with tool results, failures with is_error", async () => {
  const { manager, tools } = await prepared();
  const use: Anthropic.ToolUseBlockParam = {
    type: "tool_use",
    id: "7",
    name: "web__search",
    input: { query: "x" },
  };
  const result: Anthropic.ToolResultBlockParam = await tools.runAnthropic(use);
  assert.deepEqual(result, {
    type: "tool_result",
    tool_use_id: "7",
    content: [
      { type: "text", text: "found" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "text", text: "[audio: audio/wav, 3 bytes]" },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "CCCC" } },
      { type: "text", text: "text" },
      { type: "text", text: "[resource: f:///b (b)]" },
    ],
  });
  const refused = await tools.runAnthropic({ id: "8", name: "web__secret", input: {} });
  assert.equal(refused.is_error, true);
  assert.match(JSON.stringify(refused.content), /not granted/);
  await manager.close();

  const empty = await prepared(() => ({ content: [{ type: "text", text: "" }] }));
  assert.deepEqual(await empty.tools.runAnthropic({ id: "9", name: "web__search", input: {} }), {
    type: "tool_result",
    tool_use_id: "9",
  });
  await empty.manager.close();
  const structured = await prepared(() => ({ content: [], structuredContent: { a: [1] } }));
  const { content } = await structured.tools.runAnthropic({
    id: "9",
    name: "web__search",
    input: {},
  });
  assert.deepEqual(content, [{ type: "text", text: '{"a":[1]}' }]);
  await structured.manager.close();
});

test("a call that is aborted is no message to the model", async () => {
  const { manager, tools } = await prepared(() => {
    throw new Error("Aborted.");
  });
  const options = { signal: AbortSignal.abort() };
  await assert.rejects(
    tools.runAnthropic({ id: "1", name: "web__search", input: {} }, options),
    /Aborted/,
  );
  await manager.close();
});

test("the tools of one client are named for models too", async () => {
  const fake = new FakeClient("web", ["admin.list users", "plain"]);
  const tools = await modelTools(fake.client);
  const names = tools.anthropic().map((each) => each.name);
  assert.match(names[0] ?? "", /^admin_list_users_[0-9a-f]{12}$/);
  assert.equal(names[1], "plain");
  await tools.runAnthropic({ id: "1", name: names[0] ?? "", input: {} });
  assert.deepEqual(fake.sent, [{ method: "tools/call", name: "admin.list users" }]);
});

test("the root of every schema is an object with properties, without unions, and never stricter", async () => {
  const rows: readonly [Tool["inputSchema"], Tool["inputSchema"]][] = [
    [{ type: "object" }, { type: "object", properties: {} }],
    [{}, { type: "object", properties: {} }],
    [
      {
        type: "object",
        properties: { a: { type: "string" } },
        required: ["a"],
        oneOf: [
          { properties: { b: { type: "string" } }, required: ["b"] },
          { properties: { b: { type: "number" }, c: {} }, required: ["c"] },
        ],
        additionalProperties: false,
      },
      {
        type: "object",
        properties: {
          a: { type: "string" },
          b: { anyOf: [{ type: "string" }, { type: "number" }] },
          c: {},
        },
        required: ["a"],
      },
    ],
    [
      {
        $ref: "#/$defs/A",
        $defs: { A: { type: "object", properties: { a: {} }, required: ["a"] } },
      },
      {
        $defs: { A: { type: "object", properties: { a: {} }, required: ["a"] } },
        type: "object",
        properties: { a: {} },
        required: ["a"],
      },
    ],
    [
      { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } },
      { $defs: { A: { $ref: "#/$defs/A" } }, type: "object", properties: {} },
    ],
  ];
  for (const [given, expected] of rows) {
    const fake = new FakeClient("x", [{ name: "x", inputSchema: given }]);
    const [shown] = (await modelTools(fake.client)).anthropic();
    assert.deepEqual(shown?.input_schema, expected);
  }
});

test(
  "the root of a schema that repeats itself or others is read without repetition",
  { timeout: 20_000 },
  async () => {
    const times = (count: number, schema: object): object[] =>
      Array.from({ length: count }, () => schema);
    const levels = Array.from({ length: 30 }, (_, level) => ({
      properties: { a: { const: level }, [`p${level}`]: {} },
      required: [`p${level}`],
      allOf: times(30, { $ref: `#/$defs/${level + 1}` }),
    }));
    const given = {
      properties: { a: { const: 0 } },
      allOf: times(300, { $ref: "#" }),
      $defs: levels,
    };
    const other = { $ref: "#/$defs/0", anyOf: times(300, { $ref: "#" }), $defs: levels };
    for (const inputSchema of [given, other]) {
      const fake = new FakeClient("x", [{ name: "x", inputSchema }]);
      const [shown] = (await modelTools(fake.client)).anthropic();
      const { properties, required } = (shown?.input_schema ?? {}) as Record<string, JsonObject>;
      if (inputSchema === given) assert.deepEqual(properties, { a: { const: 0 } });
      else {
        assert.deepEqual(properties?.["a"], {
          anyOf: levels.map((_, level) => ({ const: level })),
        });
        assert.equal(required?.["length"], levels.length);
      }
    }
  },
);
