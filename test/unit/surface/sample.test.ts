import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../../../src/operations/model.js";
import { Sampler } from "../../../src/surface/answer/sample.js";
import { schemas } from "./fixtures.js";

const named = schemas({
  Owner: { type: "object", properties: { name: { type: "string", examples: ["Ada"] } } },
  Loop: { type: "object", required: ["next"], properties: { next: { $ref: "#/$defs/Loop" } } },
  Twins: { allOf: [{ $ref: "#/$defs/Twins" }, { $ref: "#/$defs/Twins" }] },
});

const rows: readonly (readonly [behaviour: string, schema: Schema, want: unknown])[] = [
  ["examples come first", { type: "string", examples: ["x"], default: "y" }, "x"],
  ["then const, default and enum", { enum: ["red", "green"] }, "red"],
  ["a format has its form", { type: "string", format: "date" }, "2024-01-01"],
  ["a number keeps its minimum", { type: ["null", "integer"], minimum: 3 }, 3],
  ["references are followed", { $ref: "#/$defs/Owner" }, { name: "Ada" }],
  ["an array has one item", { type: "array", items: { type: "boolean" } }, [true]],
  [
    "parts of allOf are joined",
    { allOf: [{ $ref: "#/$defs/Owner" }, { properties: { age: { type: "integer" } } }] },
    { name: "Ada", age: 0 },
  ],
  ["the first form of a union is taken", { oneOf: [{ type: "null" }, { type: "string" }] }, null],
  [
    "what is only sent does not come back",
    { properties: { id: { type: "integer" }, secret: { type: "string", writeOnly: true } } },
    { id: 0 },
  ],
  [
    "members that every object inherits are left out",
    { properties: { constructor: { type: "string" }, a: { type: "string" } } },
    { a: "string" },
  ],
  ["nothing is made of nothing", {}, undefined],
];

for (const [behaviour, schema, want] of rows) {
  test(`sample: ${behaviour}`, () => assert.deepEqual(new Sampler(named).sample(schema), want));
}

test("sample: circles end", () => {
  const sample = JSON.stringify(new Sampler(named).sample({ $ref: "#/$defs/Loop" }));
  assert.equal(sample, '{"next":{"next":{"next":{"next":{}}}}}');
  assert.equal(new Sampler(named).sample({ $ref: "#/$defs/Twins" }), undefined);
});

test("sample: required members come before the rest, which ends with the room", () => {
  const properties: Record<string, Schema> = {};
  for (let index = 0; index < 200; index++) properties[`member${index}`] = { type: "string" };
  const sample = new Sampler(named).sample({ properties, required: ["member150"] }) as object;
  assert.equal(Object.keys(sample)[0], "member150");
  assert.ok(JSON.stringify(sample).length < 700);
});

test("sample: an example beside a reference is not taken for that of the reference", () => {
  const sampler = new Sampler(named);
  const reference = { $ref: "#/$defs/Owner" };
  assert.deepEqual(sampler.sample({ ...reference, examples: [{ name: "Bo" }] }), { name: "Bo" });
  assert.deepEqual(sampler.sample(reference), { name: "Ada" });
});
