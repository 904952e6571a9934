/** Inputs of the codec, with every member of every revision. */
import type { ElicitParams, SamplingParams } from "../../../runtime/protocol/client-requests.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import type {
  Annotations,
  ContentBlock,
  Icon,
  Implementation,
  Tool,
} from "../../../runtime/protocol/model.js";

export const icons: Icon[] = [
  { src: "https://zoo.example/a.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" },
];

export const annotations: Annotations = {
  audience: ["user", "assistant"],
  priority: 0.5,
  lastModified: "2026-01-02T03:04:05Z",
};

export const _meta = { "zoo/x": 1 };

export const server: Implementation = {
  name: "zoo",
  version: "1",
  title: "Zoo",
  description: "Animals.",
  websiteUrl: "https://zoo.example",
  icons,
};

export const tool: Tool = {
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

export const listed = { name: "n", title: "N", description: "D", mimeType: "text/plain" };

export const resource = { ...listed, uri: "zoo://n", size: 7, annotations, icons, _meta };

export const template = { ...listed, uriTemplate: "zoo://{n}", annotations, icons, _meta };

export const prompt = {
  name: "p",
  title: "P",
  description: "D",
  arguments: [{ name: "a", title: "A", description: "D", required: true }],
  icons,
  _meta,
};

export const blocks: ContentBlock[] = [
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

export const capabilities = {
  completions: {},
  logging: {},
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  tools: { listChanged: true },
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  extensions: { "io.modelcontextprotocol/tasks": {} },
  experimental: { "zoo/x": {} },
};

export const form: ElicitParams = {
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

export const manyOf: ElicitParams = {
  message: "Which?",
  requestedSchema: {
    type: "object",
    properties: {
      plain: { type: "array", minItems: 1, items: { type: "string", enum: ["a"] }, default: ["a"] },
      titled: { type: "array", maxItems: 2, items: { anyOf: [{ const: "a", title: "A" }] } },
    },
  },
};

export const visit: ElicitParams = { mode: "url", message: "Go", url: "https://zoo.example/x" };

export const talk: SamplingParams = {
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

export const toolTalk: SamplingParams = {
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

export const cache = { ttlMs: 5, cacheScope: "public" as const };

/** As on the wire: without undefined members. */
export const sent = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
