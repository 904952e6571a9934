/** Members that the codec omits, adds or rewrites for a revision. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ElicitParams } from "../../../runtime/protocol/client-requests.js";
import {
  encodeElicitParams,
  encodeSamplingParams,
} from "../../../runtime/protocol/codec/codec-requests.js";
import { encodeContent } from "../../../runtime/protocol/codec/codec-content.js";
import {
  encodeCallResult,
  encodeImplementation,
  encodePrompt,
  encodeResource,
  encodeServerCapabilities,
  encodeTemplate,
  encodeTool,
} from "../../../runtime/protocol/codec/codec.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import type { CallToolResult } from "../../../runtime/protocol/model.js";
import { revisions, type Revision } from "../../../runtime/protocol/revisions.js";
import {
  _meta,
  server,
  tool,
  resource,
  template,
  prompt,
  blocks,
  capabilities,
  form,
  visit,
  talk,
  sent,
} from "./codec-fixtures.js";

const at = <T>(encode: (revision: Revision) => T): T[] => revisions.map(encode);

const has = (name: string, encode: (revision: Revision) => JsonObject): boolean[] =>
  at((revision) => name in sent(encode(revision)));

test("each revision gets all members that it knows", () => {
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

test("content that a revision does not support becomes text", () => {
  const types = at((each) => blocks.map((block) => encodeContent(block, each)["type"]));
  const rest = ["resource", "resource"];
  assert.deepEqual(types[0], ["text", "image", "text", "text", ...rest]);
  assert.deepEqual(types[1], ["text", "image", "audio", "text", ...rest]);
  for (const each of types.slice(2)) {
    assert.deepEqual(each, ["text", "image", "audio", "resource_link", ...rest]);
  }
});

test("structured content that a revision does not support is sent as text", () => {
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
