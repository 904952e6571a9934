import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { compareSchemas } from "../../../src/changes/schema/compare-schemas.js";
import { effectOf, type Effect } from "../../../src/changes/schema/difference.js";
import type { AnySchema } from "../../../src/changes/schema/structure.js";

const none = { before: {}, now: {} };

function shown(before: AnySchema, now: AnySchema, tables = none): readonly string[] {
  return compareSchemas(before, now, tables).map(({ at, effect, text }) =>
    `${effect}: ${at} ${text}`.replace(":  ", ": "),
  );
}

const cat = {
  type: "object",
  properties: { kind: { const: "cat" }, lives: { type: "integer" } },
  required: ["kind"],
};
const dog = { type: "object", properties: { kind: { const: "dog" } }, required: ["kind"] };

const rows: readonly (readonly [before: AnySchema, now: AnySchema, ...want: readonly string[]])[] =
  [
    [{ type: "string" }, { type: "string", description: "Other words" }],
    [{ enum: ["a", "b"] }, { enum: ["b", "a"] }],
    [{ const: 1 }, { enum: [1] }],
    [
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
    ],
    [{ type: ["string", "null"] }, { anyOf: [{ type: "string" }, { type: "null" }] }],
    [{ type: "string" }, { type: "integer" }, "changes: was string and is integer now"],
    [{ type: "integer" }, { type: "number" }, "widens: also allows fractions"],
    [{ type: "number" }, { type: "integer" }, "narrows: no longer allows fractions"],
    [{ type: ["string", "null"] }, { type: "string" }, "narrows: no longer allows null"],
    [{ enum: ["a", "b"] }, { enum: ["a"] }, 'narrows: no longer allows "b"'],
    [{ enum: ["a"] }, { enum: ["a", "b"] }, 'widens: also allows "b"'],
    [
      { enum: ["a", "b"] },
      { enum: ["a", "c"] },
      'narrows: no longer allows "b"',
      'widens: also allows "c"',
    ],
    [{ type: "string" }, { type: "string", enum: ["a"] }, 'narrows: only allows "a" now'],
    [
      { type: "string", enum: ["a"] },
      { type: "string" },
      "widens: is no longer limited to a list of values",
    ],
    [
      { type: "integer", maximum: 100 },
      { type: "integer", maximum: 50 },
      "narrows: allows at most 50 (before: 100)",
    ],
    [
      { type: "string", maxLength: 5 },
      { type: "string" },
      "widens: has no maximum of characters any more",
    ],
    [{ type: "string" }, { type: "string", pattern: "^a" }, "narrows: must have the pattern ^a"],
    [
      { type: "integer", multipleOf: 5 },
      { type: "integer", multipleOf: 10 },
      "narrows: must be a multiple of 10 (before: 5)",
    ],
    [
      { type: "array", items: { type: "string" } },
      { type: "array", items: { type: "string", minLength: 1 } },
      "narrows: [] allows at least 1 characters",
    ],
    [
      { type: "object", properties: { a: {} } },
      { type: "object", properties: { a: {} }, required: ["a"] },
      "narrows: a is required now",
    ],
    [{ type: "object" }, { type: "object", properties: { a: {} } }, "widens: a is new"],
    [{ type: "object", properties: { a: {} } }, { type: "object" }, "changes: a is gone"],
    [
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { type: "object", additionalProperties: false },
      "narrows: a is gone",
    ],
    [{ anyOf: [cat, dog] }, { anyOf: [cat] }, "narrows: no longer allows object"],
    [{ oneOf: [cat] }, { oneOf: [cat, dog] }, "widens: also allows object"],
    [
      { oneOf: [{ type: "string" }, { type: "string", maxLength: 3 }] },
      { oneOf: [{ type: "string" }, { type: "string", maxLength: 5 }] },
      "changes: <string> allows at most 5 characters (before: 3)",
    ],
    [
      { not: { type: "string", maxLength: 3 } },
      { not: { type: "string" } },
      "narrows: has no maximum of characters any more",
    ],
    [{ if: { type: "string" } }, { if: { type: "integer" } }, "changes: has another if"],
  ];

for (const [before, now, ...want] of rows) {
  const title = want.length === 0 ? "accept the same values" : want.join(", ");
  test(`${JSON.stringify(before)} and ${JSON.stringify(now)}: ${title}`, () => {
    assert.deepEqual(shown(before, now), want);
  });
}

test("schemas are compared through references, also through those in a circle", () => {
  const node = (of: object): object => ({
    Node: { type: "object", properties: { value: of, next: { $ref: "#/$defs/Node" } } },
  });
  const schema = { $ref: "#/$defs/Node" };
  const before = node({ type: "string" }) as Record<string, AnySchema & object>;
  const renamed = {
    Other: JSON.parse(JSON.stringify(before["Node"]).replace("Node", "Other")) as object,
  };
  assert.deepEqual(shown(schema, { $ref: "#/$defs/Other" }, { before, now: renamed }), []);
  const now = node({ type: "string", maxLength: 3 }) as typeof before;
  assert.deepEqual(shown(schema, schema, { before, now }), [
    "narrows: value allows at most 3 characters",
  ]);
});

test("circles of different lengths end", () => {
  const before = { X: { items: { items: { $ref: "#/$defs/X" } } } };
  const now = { Y: { items: { items: { $ref: "#/$defs/Y" } } } };
  assert.deepEqual(
    shown({ $ref: "#/$defs/X" }, { items: { $ref: "#/$defs/Y" } }, { before, now }),
    [],
  );
});

const value = fc.oneof(
  fc.constantFrom<unknown>("", "a", "ab", "abc", 0, 1, 2, 10, -1, 1.5, true, null),
);
const scalar = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom<unknown>("string", ["string", "null"]),
      minLength: fc.nat(2),
      maxLength: fc.nat(3),
      pattern: fc.constantFrom("^a", "b$"),
      enum: fc.uniqueArray(fc.constantFrom("", "a", "ab", "abc"), { minLength: 1 }),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constantFrom<unknown>("integer", "number", ["integer", "string"]),
      minimum: fc.integer({ min: -1, max: 2 }),
      exclusiveMinimum: fc.integer({ min: -1, max: 2 }),
      maximum: fc.integer({ min: 0, max: 10 }),
      multipleOf: fc.constantFrom(1, 2, 5),
    },
    { requiredKeys: ["type"] },
  ),
  fc.constantFrom<AnySchema>(true, { type: "boolean" }, { const: 1 }, { enum: [1, "a", null] }),
);
const { schema: anySchema } = fc.letrec<{ schema: AnySchema; members: Record<string, AnySchema> }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      scalar as fc.Arbitrary<AnySchema>,
      fc.record(
        {
          type: fc.constant("object"),
          properties: tie("members"),
          required: fc.uniqueArray(fc.constantFrom("a", "b")),
          // Open objects may get described members, which is another promise.
          additionalProperties: fc.constant(false),
        },
        { requiredKeys: ["type", "additionalProperties"] },
      ),
      fc.record(
        { type: fc.constant("array"), items: tie("schema"), maxItems: fc.nat(2) },
        { requiredKeys: ["type"] },
      ),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: tie("schema") }),
    ),
    members: fc.dictionary(fc.constantFrom("a", "b"), tie("schema") as fc.Arbitrary<AnySchema>, {
      noNullPrototype: true,
    }),
  }),
);
const anyValue = fc.oneof(
  value,
  fc.array(value, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b", "c"), value, { noNullPrototype: true }),
);

/** Two schemas, of which most have something in common. */
const twoSchemas = fc.oneof(
  fc.tuple(anySchema, anySchema),
  anySchema.map((one) => [one, structuredClone(one)] as const),
  fc
    .tuple(
      anySchema,
      anySchema,
      anySchema,
      fc.constantFrom("anyOf", "oneOf", "allOf", "prefixItems"),
    )
    .map(
      ([one, two, other, keyword]) =>
        [{ [keyword]: [one, two] }, { [keyword]: [one, other] }] as const,
    ),
);

test("what is said of two schemas is true of every value", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const said = new Map<Effect | undefined, number>();
  fc.assert(
    fc.property(
      twoSchemas,
      fc.array(anyValue, { minLength: 30, maxLength: 30 }),
      ([before, now], values) => {
        const effect = effectOf(compareSchemas(before, now, none));
        said.set(effect, (said.get(effect) ?? 0) + 1);
        if (effect === "changes") return;
        const [old, current] = [ajv.compile(before), ajv.compile(now)];
        for (const each of values) {
          const [was, is] = [old(each), current(each)];
          if (effect !== "narrows") assert.ok(!was || is, `${JSON.stringify(each)} is refused now`);
          if (effect !== "widens") assert.ok(was || !is, `${JSON.stringify(each)} is accepted now`);
        }
        ajv.removeSchema();
      },
    ),
    { numRuns: 1500 },
  );
  for (const effect of ["narrows", "widens", undefined] as const) {
    assert.ok((said.get(effect) ?? 0) > 10, `${effect} was never tried`);
  }
});
