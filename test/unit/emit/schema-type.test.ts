import assert from "node:assert/strict";
import { test } from "node:test";
import { printType } from "../../../src/emit/types/print-type.js";
import { schemaType, type TypeContext } from "../../../src/emit/types/schema-type.js";
import type { Schema } from "../../../src/operations/model.js";
import { schemas } from "../surface/fixtures.js";

const context: TypeContext = {
  direction: "input",
  schemas: schemas({
    Geo: { type: "object", properties: { tag: { type: "string" }, radius: { type: "number" } } },
    Needs: { type: "object", required: ["more"] },
  }),
  nameOf: (source) => (["Cat", "Dog", "Pet", "Geo", "Needs"].includes(source) ? source : undefined),
};

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

function typeText(schema: Schema, direction: TypeContext["direction"] = "input"): string {
  return printType(schemaType(schema, { ...context, direction }), 0, 0);
}

const rows: readonly (readonly [what: string, given: Schema, want: string])[] = [
  ["anything", {}, "unknown"],
  ["true", true, "unknown"],
  ["false", false, "never"],
  ["a name", ref("Pet"), "Pet"],
  ["a name beside a description", { $ref: "#/$defs/Pet", description: "x" }, "Pet"],
  ["a name that is not there", ref("Ghost"), "unknown"],
  ["integer", { type: "integer", format: "int64" }, "number"],
  ["several types", { type: ["string", "null"] }, "string | null"],
  ["a type that does not exist", { type: "file" }, "unknown"],
  ["enum", { type: "string", enum: ["gold", "silver"] }, '"gold" | "silver"'],
  [
    "enum with null that the type allows",
    { type: ["string", "null"], enum: ["a", null] },
    '"a" | null',
  ],
  ["enum with null that the type forbids", { type: "string", enum: ["a", null] }, '"a"'],
  ["nullable type whose enum has no null", { type: ["string", "null"], enum: ["a"] }, '"a"'],
  ["enum of another type than the type", { type: "string", enum: [1, 2] }, "1 | 2"],
  ["enum with quotes", { enum: ['a"b', "c'd"] }, `'a"b' | "c'd"`],
  ["enum of objects", { type: "object", enum: [{ a: 1 }] }, "{ [key: string]: unknown }"],
  ["huge enum", { enum: Array.from({ length: 301 }, (_, at) => `v${at}`) }, "string"],
  [
    "large enum",
    { enum: Array.from({ length: 300 }, (_, at) => at) },
    Array.from({ length: 300 }, (_, at) => `\n  | ${at}`).join(""),
  ],
  [
    "huge enum of two types",
    { enum: [null, ...Array.from({ length: 300 }, (_, at) => at)] },
    "null | number",
  ],
  ["const", { const: "order" }, '"order"'],
  ["const null", { const: null }, "null"],
  ["array", { type: "array", items: { type: "string" } }, "string[]"],
  ["array of anything", { type: "array" }, "unknown[]"],
  ["array of a union", { type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  ["array of arrays", { type: "array", items: { items: ref("Pet") } }, "Pet[][]"],
  [
    "tuple",
    { prefixItems: [{ type: "number" }, { type: "string" }], items: false, minItems: 1 },
    "[number, string?]",
  ],
  [
    "open tuple",
    { prefixItems: [{ type: "number" }], minItems: 1, items: { enum: [1, 2] } },
    "[number, ...(1 | 2)[]]",
  ],
  ["object without members", { type: "object" }, "{ [key: string]: unknown }"],
  [
    "closed object without members",
    { type: "object", additionalProperties: false },
    "{ [key: string]: unknown }",
  ],
  [
    "map",
    { type: "object", additionalProperties: { type: "number" } },
    "{ [key: string]: number }",
  ],
  ["map of everything", { additionalProperties: {} }, "{ [key: string]: unknown }"],
  [
    "members",
    { required: ["a"], properties: { a: { type: "string" }, "b-c": { type: "number" } } },
    '{ a: string; "b-c"?: number | undefined }',
  ],
  ["optional member of any type", { properties: { a: {} } }, "{ a?: unknown }"],
  [
    "members and others of a type",
    { properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
    "{ a?: string | undefined; [key: string]: number | string | undefined }",
  ],
  [
    "members and others of many types",
    {
      required: ["a", "b"],
      properties: { a: { enum: [1, 2] }, b: { enum: [3, 4] } },
      additionalProperties: { type: "string" },
    },
    "{ a: 1 | 2; b: 3 | 4; [key: string]: unknown }",
  ],
  [
    "members by pattern",
    { patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
    "{ [key: string]: string }",
  ],
  [
    "members by pattern and others",
    { patternProperties: { "^x-": { type: "string" } } },
    "{ [key: string]: unknown }",
  ],
  ["oneOf", { oneOf: [ref("Cat"), ref("Dog"), ref("Cat")] }, "Cat | Dog"],
  ["oneOf with one that says nothing", { oneOf: [ref("Cat"), {}] }, "unknown"],
  ["anyOf with null", { anyOf: [ref("Cat"), { type: "null" }] }, "Cat | null"],
  [
    "nested alternatives",
    { anyOf: [ref("Cat"), { oneOf: [ref("Dog"), ref("Cat")] }] },
    "Cat | Dog",
  ],
  [
    "more alternatives than help",
    {
      oneOf: Array.from({ length: 201 }, (_, at) => ({ type: "array", items: { const: at } })),
    },
    "unknown",
  ],
  ["allOf of one", { allOf: [ref("Pet")], description: "x" }, "Pet"],
  [
    "allOf with members",
    { allOf: [ref("Pet"), { properties: { id: { type: "string" } }, required: ["id"] }] },
    "Pet & { id: string }",
  ],
  [
    "allOf of objects",
    { allOf: [{ required: ["a"], properties: { a: {} } }, { properties: { b: {} } }] },
    "{ a: unknown; b?: unknown }",
  ],
  [
    "allOf of objects that name the same member",
    { allOf: [{ properties: { a: {} } }, { required: ["a"], properties: { a: { const: 1 } } }] },
    "{ a?: unknown } & { a: 1 }",
  ],
  [
    "allOf that only says object",
    { type: "object", allOf: [ref("Pet"), { type: "object" }] },
    "Pet",
  ],
  [
    "alternatives that only require members",
    {
      type: "object",
      properties: { a: { type: "string" } },
      anyOf: [{ required: ["a"] }, { type: "object", required: ["b"] }],
    },
    "{ a?: string | undefined } & ({ a: string } | { b: unknown })",
  ],
  [
    "required beside allOf",
    { allOf: [ref("Geo"), { type: "object", properties: { b: {} } }], required: ["tag"] },
    "Geo & { b?: unknown; tag: string }",
  ],
  [
    "required in another part",
    { allOf: [ref("Geo"), { required: ["tag"] }] },
    "Geo & { tag: string }",
  ],
  [
    "required in a part before the one that describes it",
    { allOf: [{ required: ["a"] }, { properties: { a: { type: ["string", "null"] } } }] },
    "{ a: string | null }",
  ],
  [
    "required in a part of a part",
    { allOf: [{ allOf: [{ required: ["tag"] }] }, ref("Geo")] },
    "{ tag: string } & Geo",
  ],
  [
    "required by a reference and described by another part",
    { allOf: [ref("Needs"), { properties: { more: { type: "string" } } }] },
    "Needs & { more: string }",
  ],
  [
    "required by a reference that does not describe it",
    { $ref: "#/$defs/Needs", properties: { more: { type: "string" } } },
    "Needs & { more: string }",
  ],
  ["required and not described", { type: "object", required: ["a"] }, "{ a: unknown }"],
  [
    "required and described as an additional member",
    { type: "object", required: ["a"], additionalProperties: { type: "string" } },
    "{ [key: string]: string } & { a: string }",
  ],
  [
    "required members of an object or null",
    { type: ["object", "null"], required: ["a"], properties: { b: {} } },
    "({ b?: unknown } | null) & ({ a: unknown } | null)",
  ],
  [
    "required members of an object that another part describes at length",
    { allOf: [{ properties: { a: { properties: { b: {} } } } }], required: ["a"] },
    "{ a?: { b?: unknown } | undefined } & { a: {} }",
  ],
  ["required of what is no object", { type: "string", required: ["a"] }, "string"],
  ["required of anything", { required: ["a"] }, "unknown"],
  [
    "alternatives beside a parent",
    { allOf: [ref("Pet")], oneOf: [ref("Cat"), ref("Dog")] },
    "Pet & (Cat | Dog)",
  ],
  ["contradiction", { allOf: [ref("Pet"), false] }, "never"],
  ["not", { type: "string", not: { enum: ["a"] } }, "string"],
];

for (const [what, given, want] of rows) {
  test(`${what} becomes ${want}`, () => assert.equal(typeText(given), want));
}

test("each direction leaves out what only the other carries", () => {
  const schema: Schema = {
    required: ["id", "secret"],
    properties: {
      id: { type: "string", readOnly: true },
      secret: { type: "string", writeOnly: true },
    },
  };
  assert.equal(typeText(schema, "input"), "{ secret: string }");
  assert.equal(typeText(schema, "output"), "{ id: string }");
});

test("members called like members of every object are members", () => {
  const schema = JSON.parse(
    '{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "number"}}}',
  ) as Schema;
  assert.equal(
    typeText(schema),
    "{ __proto__?: string | undefined; constructor?: number | undefined }",
  );
});

test("a schema nested without end becomes unknown at some depth", () => {
  let schema: Schema = { type: "string" };
  for (let depth = 0; depth < 5_000; depth++) schema = { type: "array", items: schema };
  assert.match(typeText(schema), /^unknown(\[\])+$/);
});

test("types that are too long for a line are broken where people would", () => {
  const names = ["alpha", "beta", "gamma", "delta"].map((name) => `${name}-${"x".repeat(20)}`);
  const schema: Schema = {
    type: "object",
    properties: {
      status: { enum: names, description: "How it is.\n\nIn detail." },
      owner: {
        anyOf: [
          { type: "object", properties: { name: { type: "string", deprecated: true } } },
          { type: "null" },
        ],
      },
      list: { type: "array", items: { enum: names } },
      parts: { type: "array", items: { properties: { a: { type: "string", description: "A." } } } },
    },
  };
  assert.equal(
    typeText(schema),
    `{
  /**
   * How it is.
   *
   * In detail.
   */
  status?:
    | "alpha-xxxxxxxxxxxxxxxxxxxx"
    | "beta-xxxxxxxxxxxxxxxxxxxx"
    | "gamma-xxxxxxxxxxxxxxxxxxxx"
    | "delta-xxxxxxxxxxxxxxxxxxxx"
    | undefined;
  owner?: {
    /** @deprecated */
    name?: string | undefined;
  } | null | undefined;
  list?: (
    | "alpha-xxxxxxxxxxxxxxxxxxxx"
    | "beta-xxxxxxxxxxxxxxxxxxxx"
    | "gamma-xxxxxxxxxxxxxxxxxxxx"
    | "delta-xxxxxxxxxxxxxxxxxxxx"
  )[] | undefined;
  parts?: {
    /** A. */
    a?: string | undefined;
  }[] | undefined;
}`,
  );
});
