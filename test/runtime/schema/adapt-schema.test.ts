/** Schemas adapted to single clients. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adaptSchema } from "../../../runtime/contract/adapt-schema.js";
import { clientRules } from "../../../src/surface/listing/client-rules.js";

type Schema = Record<string, unknown>;
type Row = readonly [what: string, given: Schema, want: Schema, lost: readonly string[]];

const $defs = {
  Node: {
    type: "object",
    properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } },
  },
  Base: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
};

const rows: Record<"gemini" | "openai", readonly Row[]> = {
  openai: [
    ["an array says what its items are", { type: "array" }, { type: "array", items: {} }, []],
    [
      "so does one that may be null",
      { type: ["array", "null"] },
      { type: ["array", "null"], items: {} },
      [],
    ],
    [
      "all else stays",
      { oneOf: [{ const: 1 }], format: "uuid" },
      { oneOf: [{ const: 1 }], format: "uuid" },
      [],
    ],
  ],
  gemini: [
    ["references are written out", { $ref: "#/$defs/Base" }, $defs.Base, []],
    [
      "one that leads in circles ends in outline",
      { $ref: "#/$defs/Node" },
      { type: "object", properties: { next: { type: "object", nullable: true } } },
      ["$ref"],
    ],
    [
      "a reference keeps what stands beside it",
      { $ref: "#/$defs/Base", description: "Mine." },
      { ...$defs.Base, description: "Mine." },
      [],
    ],
    [
      "a reference to nothing is anything",
      { $ref: "#/$defs/__proto__" },
      { type: "string" },
      ["$ref"],
    ],
    ["null is nullable", { type: ["string", "null"] }, { type: "string", nullable: true }, []],
    [
      "null among the values, too",
      { type: ["string", "null"], enum: ["a", null] },
      { type: "string", enum: ["a"], nullable: true },
      [],
    ],
    ["a constant is a list of one", { const: "x" }, { type: "string", enum: ["x"] }, []],
    [
      "values that are not strings are reported",
      { type: "integer", enum: [1, 2], description: "Level" },
      { type: "integer", description: "Level. One of: 1, 2." },
      ["enum"],
    ],
    [
      "an unsupported format is reported",
      { type: "string", format: "uuid" },
      { type: "string", description: "Format: uuid." },
      ["format"],
    ],
    [
      "one that is taken stays",
      { type: "string", format: "date-time" },
      { type: "string", format: "date-time" },
      [],
    ],
    [
      "a union stands alone",
      { oneOf: [{ type: "string" }, { type: "integer" }], description: "Either." },
      { anyOf: [{ type: "string", description: "Either." }, { type: "integer" }] },
      [],
    ],
    [
      "several types are a union",
      { type: ["string", "integer"] },
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      [],
    ],
    [
      "a union beside properties gives way to them",
      {
        type: "object",
        properties: { a: { type: "string" } },
        anyOf: [{ required: ["a"] }, { required: ["z"] }],
      },
      { type: "object", properties: { a: { type: "string" } } },
      ["anyOf"],
    ],
    [
      "what all must hold is one schema",
      {
        allOf: [
          { $ref: "#/$defs/Base" },
          { type: "object", properties: { z: { type: "boolean" } }, required: ["z"] },
        ],
      },
      {
        type: "object",
        properties: { b: { type: "string" }, z: { type: "boolean" } },
        required: ["b", "z"],
      },
      [],
    ],
    [
      "everything has a type",
      { properties: { a: {} } },
      { type: "object", properties: { a: { type: "string" } } },
      [],
    ],
    ["arrays have items", { type: "array" }, { type: "array", items: { type: "string" } }, []],
    [
      "what is not taken is left out",
      { type: "object", additionalProperties: { type: "string" }, patternProperties: {} },
      { type: "object" },
      ["additionalProperties", "patternProperties"],
    ],
    [
      "only properties that are there are required",
      { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] },
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      [],
    ],
    [
      "a property may have the name of a keyword",
      { type: "object", properties: { oneOf: { type: "string" }, $ref: { type: "string" } } },
      { type: "object", properties: { oneOf: { type: "string" }, $ref: { type: "string" } } },
      [],
    ],
  ],
};

for (const client of ["openai", "gemini"] as const) {
  for (const [what, given, want, lost] of rows[client]) {
    test(`${client}: ${what}`, () => {
      const rules = clientRules[client].listing ?? {};
      const root = { type: "object", properties: { it: given }, $defs };
      const adapted = adaptSchema(root, rules);
      const { properties } = adapted.schema as { properties: { it: Schema } };
      assert.deepEqual(properties.it, want);
      assert.deepEqual([...adapted.lost].sort(), [...lost].sort());
    });
  }
}

test("definitions that refer to each other many times end in outline, not in a flood", () => {
  const wide: Record<string, Schema> = {};
  for (let level = 0; level < 40; level += 1) {
    const ref = { $ref: `#/$defs/L${level + 1}` };
    wide[`L${level}`] = { type: "object", properties: { a: ref, b: ref, c: ref } };
  }
  wide["L40"] = { type: "string" };
  const root = { type: "object", properties: { it: { $ref: "#/$defs/L0" } }, $defs: wide };
  const { schema, lost } = adaptSchema(root, clientRules.gemini.listing ?? {});
  assert.ok(JSON.stringify(schema).length < 500_000);
  assert.ok(lost.has("$ref"));
});
