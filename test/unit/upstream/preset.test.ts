import assert from "node:assert/strict";
import { test } from "node:test";
import { exactInteger } from "../../../runtime/protocol/read-integers.js";
import { keepIntegers } from "../../../runtime/protocol/keep-integers.js";
import type { Operation } from "../../../runtime/contract/operation.js";
import { withPreset } from "../../../runtime/upstream/request/arguments.js";

const operation: Operation = {
  id: "x",
  request: { method: "GET", path: "/" },
  input: { type: "object" },
  preset: { fixed: 1, limit: 25, constructor: "c" },
  expose: { as: "tool", name: "x" },
};

test("a preset replaces missing and undefined arguments", () => {
  assert.deepEqual(withPreset(operation, { limit: 3 }), { limit: 3, fixed: 1, constructor: "c" });
  assert.deepEqual(withPreset(operation, { limit: undefined, q: null }), {
    limit: 25,
    q: null,
    fixed: 1,
    constructor: "c",
  });
});

test("without a preset the arguments are the same object", () => {
  const { preset: _, ...plain } = operation;
  const args = { a: 1 };
  assert.equal(withPreset(plain, args), args);
});

test("integers keep the digits that were written", () => {
  const args = keepIntegers('{"id":9007199254740993}', JSON.parse('{"id":9007199254740993}'));
  const all = withPreset(operation, args as Record<string, unknown>);
  assert.equal(exactInteger(all, "id"), 9007199254740993n);
});
