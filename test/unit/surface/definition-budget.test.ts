// `then` is a keyword of JSON Schema.
/* oxlint-disable unicorn/no-thenable */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../../../src/operations/model.js";
import { body, build, modelOf, operation, schemas } from "./fixtures.js";

/** Returns a schema of about this many bytes that refers to others. */
function sized(bytes: number, ...refs: readonly string[]): Schema {
  const properties: Record<string, Schema> = {};
  for (let size = 0; size < bytes; size += 32) {
    properties[`member_${String(size).padStart(5, "0")}`] = { type: "string" };
  }
  for (const ref of refs) properties[`to${ref}`] = { $ref: `#/$defs/${ref}` };
  return { type: "object", description: "About it.", properties };
}

function inputOf(root: Schema, named: Readonly<Record<string, Schema>>) {
  const model = modelOf([operation("POST /a", { body: body(root) })], { schemas: schemas(named) });
  const { surface, diagnostics } = build(model);
  const table = surface.api.inputSchemas ?? {};
  const properties = (name: string) => table[name]?.["properties"] as Record<string, object>;
  return { surface, diagnostics, table, properties };
}

const root: Schema = { type: "array", items: { $ref: "#/$defs/Top" } };

test("references within the budget are kept, recursive ones too", () => {
  const { table, diagnostics } = inputOf(root, {
    Top: sized(1000, "Left", "Right", "Top"),
    Left: sized(1000, "Right"),
    Right: sized(1000, "Left"),
  });
  assert.deepEqual(Object.keys(table), ["Left", "Right", "Top"]);
  assert.deepEqual(diagnostics, []);
});

test("a reference there is no room for becomes an outline, the smaller ones stay", () => {
  const { table, properties, diagnostics } = inputOf(root, {
    Top: sized(1000, "Large", "Small"),
    Large: sized(7500),
    Small: sized(1000, "Top2"),
    Top2: sized(400),
  });
  assert.deepEqual(Object.keys(table), ["Small", "Top", "Top2"]);
  assert.deepEqual(properties("Top")["toLarge"], { type: "object", description: "About it." });
  assert.deepEqual(properties("Top")["toSmall"], { $ref: "#/$defs/Small" });
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["schema-outlined", "warning"]],
  );
});

test("circles that are too large are opened, but what refers to itself still does", () => {
  const { table, properties } = inputOf(root, {
    Top: sized(5000, "Other", "Top"),
    Other: sized(5000, "Top"),
  });
  assert.deepEqual(Object.keys(table), ["Top"]);
  assert.deepEqual(properties("Top")["toTop"], { $ref: "#/$defs/Top" });
  assert.deepEqual(properties("Top")["toOther"], { type: "object", description: "About it." });
});

test("one tool's arguments together stay within a budget of their own", () => {
  const named = Object.fromEntries(
    ["A", "B", "C", "D"].map((name, index) => [name, sized(5000 + index * 200)]),
  );
  const { table, surface } = inputOf(sized(0, "A", "B", "C", "D"), named);
  assert.deepEqual(Object.keys(table), ["A", "B", "C"]);
  const [only] = surface.operations;
  assert.ok(only);
  const { toD } = only.facts.input["properties"] as Record<string, object>;
  assert.deepEqual(toD, { type: "object", description: "About it." });
});

test("a long chain of definitions is settled without deep recursion", () => {
  const count = 20_000;
  const named: Record<string, Schema> = {};
  for (let index = 0; index < count; index++) {
    named[`S${index}`] = sized(40, `S${(index + 1) % count}`);
  }
  const { table } = inputOf({ type: "array", items: { $ref: "#/$defs/S0" } }, named);
  assert.ok(Object.keys(table).length < 200);
});

test("what becomes an outline does not depend on the order of the definitions", () => {
  const named = {
    Top: sized(1000, "A", "B"),
    A: sized(4000, "B"),
    B: sized(4000),
  };
  const reversed = Object.fromEntries(Object.entries(named).toReversed());
  assert.deepEqual(inputOf(root, named).table, inputOf(root, reversed).table);
});

test("a schema that refers to a shortened one is never stricter than the whole one", () => {
  const large = { ...(sized(20_000) as object), required: ["a"] };
  const { table, surface } = inputOf(root, {
    Top: {
      type: "object",
      properties: {
        one: { oneOf: [{ $ref: "#/$defs/Middle" }, { $ref: "#/$defs/Other" }] },
        both: {
          anyOf: [{ type: "object" }],
          oneOf: [{ $ref: "#/$defs/Large" }, { $ref: "#/$defs/Other" }],
        },
        none: { not: { $ref: "#/$defs/Middle" } },
        some: { if: { $ref: "#/$defs/Large" }, then: { required: ["x"] } },
        whole: { oneOf: [{ $ref: "#/$defs/Other" }, { type: "string" }] },
      },
    },
    Middle: { type: "object", properties: { to: { $ref: "#/$defs/Large" } } },
    Large: large,
    Other: sized(200),
  });
  const other = { $ref: "#/$defs/Other" };
  const outline = { type: "object", description: "About it." };
  assert.deepEqual(table["Top"]?.["properties"], {
    one: { anyOf: [{ $ref: "#/$defs/Middle" }, other] },
    both: { anyOf: [{ type: "object" }], allOf: [{ anyOf: [outline, other] }] },
    none: {},
    some: { then: { required: ["x"] } },
    whole: { oneOf: [other, { type: "string" }] },
  });
  const [only] = surface.operations;
  assert.equal(only?.facts.shortened, true);
  const whole = surface.api.wholeInputs?.();
  assert.deepEqual(whole?.inputs, {});
  assert.deepEqual(Object.keys(whole?.schemas ?? {}), ["Large", "Middle", "Top"]);
});

test("an argument that is outlined itself is whole in the check, with the settings of the route map", () => {
  const named = Object.fromEntries(
    ["A", "B", "C", "D"].map((name, index) => [name, sized(5000 + index * 200)]),
  );
  const model = modelOf([operation("POST /a", { body: body(sized(0, "A", "B", "C", "D")) })], {
    schemas: schemas(named),
  });
  const place = { file: "routes.yaml", pointer: "" };
  const settings = (value: object) => ({ value, place, severity: "error" as const });
  const { surface, diagnostics } = build(
    model,
    {},
    {
      "POST /a": {
        args: new Map([
          ["toD", settings({ rename: "last", default: { member_00000: "x" } })],
          ["toA", settings({ hide: true })],
          ["toC", settings({ fix: { member_00000: 5 } })],
        ]),
      },
    },
  );
  const [only] = surface.operations;
  const whole = surface.api.wholeInputs?.().inputs[only?.facts.id ?? ""];
  const properties = (whole?.["properties"] ?? {}) as Record<string, unknown>;
  assert.deepEqual(Object.keys(properties), ["toB", "toC", "last"]);
  assert.deepEqual(properties["last"], { $ref: "#/$defs/D" });
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["argument-impossible", "schema-outlined"],
  );
});

test("calls of a tool whose whole schema is too large to compile are checked by the listed one", () => {
  const { surface } = inputOf(root, { Top: sized(100, "Large"), Large: sized(1_100_000) });
  assert.equal(surface.operations[0]?.facts.shortened, undefined);
  assert.equal(surface.api.wholeInputs, undefined);
});
