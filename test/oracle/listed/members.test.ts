import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawCall } from "../samples/call-sampler.js";
import { unlistedMembers } from "./members.js";

/** Returns what is missing of a body's `tools/name` when `tools` is listed with the schema. */
function missing(tools: unknown): readonly string[] {
  const node = { value: {}, file: "", pointer: "" };
  const type = { type: "application/json", node };
  const call: RawCall = { parameters: {}, body: { type, value: {}, members: [["tools", "name"]] } };
  const body = { type: "application/json", fields: ["tools"] };
  const request = { method: "POST", path: "/", body } as const;
  const properties = { tools };
  return unlistedMembers(call, request, { name: "t", inputSchema: { properties } });
}

const named = { type: "object", properties: { name: {} } };
const other = { type: "object", properties: { id: {} } };

const open: readonly unknown[] = [
  named,
  { anyOf: [other, named] },
  // What shortening leaves of a schema.
  {},
  { description: "A tool." },
  { type: "object", description: "A tool." },
  { anyOf: [other, { description: "A tool." }] },
  { anyOf: [other, { type: "array", items: { title: "Tool" } }] },
];
for (const schema of open) {
  test(`${JSON.stringify(schema)} allows the member`, () => {
    assert.deepEqual(missing(schema), []);
  });
}

const closed: readonly unknown[] = [
  other,
  { anyOf: [other, { type: "string", description: "A name." }] },
  { anyOf: [other, { enum: [1] }] },
];
for (const schema of closed) {
  test(`${JSON.stringify(schema)} does not name the member`, () => {
    assert.deepEqual(missing(schema), ["body tools/name"]);
  });
}
