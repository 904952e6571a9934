/** What costs nothing: calls of entries that nothing is around. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolEntry } from "../../../runtime/server/registry/registry.js";
import { EntryWrapper } from "../../../runtime/server/middleware/entry-wrapper.js";

const entry: ToolEntry = {
  headers: [],
  describe: () => ({ name: "now", inputSchema: { type: "object" } }),
  call: () => ({ content: [] }),
};

test("an entry with nothing around it stays the same object, and no code for calls of others is loaded", () => {
  let loads = 0;
  const wrapper = new EntryWrapper({ use: [], metadata: {} }, () => (loads += 1));
  assert.equal(wrapper.tool("now", entry, {}), entry);
  assert.equal(wrapper.tool("now", entry, { use: [], metadata: {} }), entry);
  assert.equal(loads, 0);
});

test("guards of one tool leave the others as they are", () => {
  const wrapper = new EntryWrapper({ use: [], metadata: {} }, () => undefined);
  assert.notEqual(wrapper.tool("later", entry, { use: [{ guard: () => true }] }), entry);
  assert.equal(wrapper.tool("now", entry, {}), entry);
});
