import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../../../src/operations/model.js";
import { Unions } from "../../../src/surface/schema/unions.js";
import { schemas } from "./fixtures.js";

const named: Readonly<Record<string, Schema>> = {
  Base: { type: "object", required: ["type"], properties: { type: { enum: ["a", "b"] } } },
  A: { allOf: [{ $ref: "#/$defs/Base" }, { properties: { type: { const: "a" } } }] },
  B: { allOf: [{ $ref: "#/$defs/Base" }, { properties: { type: { const: "b" } } }] },
  Open: { type: "object", properties: { x: {} } },
};
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const needs = (...required: readonly string[]): Schema => ({ type: "object", required });

test("a oneOf stays strict only where no form can hide another one", () => {
  const rows: [name: string, alternatives: readonly Schema[], strict: boolean][] = [
    ["other types", [{ type: "string" }, { type: "object" }, { type: ["array", "null"] }], true],
    ["a shared type", [{ type: ["string", "null"] }, { type: ["integer", "null"] }], false],
    ["an integer is a number", [{ type: "integer" }, { type: "number" }], false],
    [
      "formats",
      [
        { type: "string", format: "date" },
        { type: "string", format: "uuid" },
      ],
      false,
    ],
    ["other values", [{ enum: ["a", "b"] }, { const: "c" }], true],
    ["shared values", [{ enum: ["a", "b"] }, { enum: ["b", "c"] }], false],
    ["a value of another type", [{ enum: ["a"] }, { type: "integer" }], true],
    ["a value of the type", [{ enum: [1] }, { type: "number" }], false],
    ["a constant member", [ref("A"), ref("B")], true],
    ["a constant member, once", [ref("A"), ref("Base")], false],
    [
      "a constant member that may be missing",
      [{ properties: { k: { const: 1 } } }, { properties: { k: { const: 2 } } }],
      false,
    ],
    ["members that both require", [needs("a"), needs("b")], true],
    ["members that one requires", [needs("a"), needs("a", "b")], false],
    ["open objects", [ref("Open"), { type: "object", properties: { y: {} } }], false],
    [
      "a closed object",
      [{ type: "object", additionalProperties: false, properties: { x: {} } }, needs("y")],
      true,
    ],
    [
      "a member of another type",
      [
        { ...(needs("a") as object), properties: { a: { type: "string" } } },
        { ...(needs("a") as object), properties: { a: { type: "integer" } } },
      ],
      true,
    ],
    [
      "lists, which may be empty",
      [
        { type: "array", items: { type: "string" } },
        { type: "array", items: { type: "integer" } },
      ],
      false,
    ],
    [
      "lists that are not empty",
      [
        { type: "array", minItems: 1, items: { type: "string" } },
        { type: "array", items: { type: "integer" } },
      ],
      true,
    ],
    [
      "patterns can't be compared",
      [
        { type: "string", pattern: "^a" },
        { type: "string", pattern: "^b" },
      ],
      false,
    ],
    [
      "a read-only member",
      [{ ...(needs("id") as object), properties: { id: { readOnly: true } } }, needs("name")],
      false,
    ],
    ["a nested union", [{ anyOf: [needs("a"), needs("a", "b")] }, needs("c")], true],
    ["anything", [true, { type: "string" }], false],
    ["nothing", [false, { type: "string" }], true],
  ];
  for (const [name, oneOf, strict] of rows) {
    const rule = new Unions(schemas(named)).ruleOf({ oneOf });
    assert.equal(!rule.isLenient, strict, name);
  }
});

test("only forms that surely overlap are reported", () => {
  const unions = new Unions(schemas(named));
  const overlap = (...oneOf: readonly Schema[]) => unions.ruleOf({ oneOf }).overlap;
  assert.deepEqual(overlap({ type: "null" }, ref("Open"), ref("A")), [1, 2]);
  assert.equal(overlap({ pattern: "a" }, { pattern: "b" }), undefined);
  assert.equal(overlap(...Array.from({ length: 201 }, () => ref("Open"))), undefined);
});

test("tags are for forms that do not state them, and for members that are sent", () => {
  const unions = new Unions(schemas(named));
  const tagsOf = (...oneOf: readonly Schema[]) =>
    unions.ruleOf({
      oneOf,
      discriminator: { propertyName: "type", tags: [["a"], ["x", "y"], null] },
    }).tags;
  const tag = { property: "type", values: ["x", "y"] };
  assert.deepEqual(tagsOf(ref("A"), ref("Base"), { type: "null" }), [undefined, tag, undefined]);
  const readOnly = { properties: { type: { readOnly: true } } };
  assert.deepEqual(tagsOf(ref("A"), readOnly, { type: "null" }), [undefined, undefined, undefined]);
});
