/** Checks by JSON Schema count their steps. What would take too many is not decided. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { compileChecker, isUnchecked } from "../../../runtime/schema/check/compile.js";
import { compileSchema } from "../../../runtime/schema/validator.js";

type Schema = Readonly<Record<string, unknown>>;

const ref = { $ref: "#/$defs/F" };
const list = { type: "array", items: ref };

/** A filter of and, or and not, as many APIs have. */
const filter = (union: "anyOf" | "oneOf"): Schema => ({
  ...ref,
  $defs: {
    F: {
      [union]: [
        { type: "object", properties: { and: list }, required: ["and"] },
        { type: "object", properties: { or: list }, required: ["or"] },
        { type: "object", properties: { not: ref }, required: ["not"] },
        { type: "object", properties: { field: { type: "string" } }, required: ["field"] },
      ],
    },
  },
});

function nested(depth: number, leaf: unknown, wrap: (inner: unknown) => unknown): unknown {
  let value = leaf;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

test("a value in nested unions is decided once for each schema, also if its members fit several", () => {
  // Each level fits three alternatives, so looking at all of them again would take 3^30 steps.
  const overlapping = {
    ...ref,
    $defs: {
      F: {
        anyOf: [
          { properties: { a: ref }, required: ["b"] },
          { properties: { a: ref }, required: ["c"] },
          { properties: { a: ref }, required: ["a"] },
          { const: 1 },
        ],
      },
    },
  };
  const value = nested(30, 1, (a) => ({ a }));
  assert.deepEqual(compileChecker(overlapping).validate(value), []);
  for (const union of ["anyOf", "oneOf"] as const) {
    const { validate } = compileChecker(filter(union));
    const good = nested(60, { field: "x" }, (inner) => ({ and: [{ not: inner }, { or: [] }] }));
    assert.deepEqual(validate(good), [], union);
    const bad = nested(60, { field: 5 }, (inner) => ({ and: [{ not: inner }, { or: [] }] }));
    assert.ok(validate(bad).length > 0 && validate(bad).length < 500, union);
  }
});

test("a schema that applies itself to the same value without progress decides", () => {
  const { validate } = compileChecker({
    $ref: "#/$defs/Parent",
    $defs: {
      Parent: { oneOf: [{ $ref: "#/$defs/Child" }] },
      Child: { allOf: [{ $ref: "#/$defs/Parent" }, { required: ["x"] }] },
    },
  });
  assert.deepEqual(validate({ x: 1 }), []);
  assert.equal(validate({}).length > 0, true);
  assert.deepEqual(compileChecker({ allOf: [{ $ref: "#" }] }).validate(1), []);
});

test("references that double at each step decide", () => {
  const $defs: Record<string, unknown> = { d60: { type: "string" } };
  for (let at = 0; at < 60; at++) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    $defs[`d${at}`] = { allOf: [next, next] };
  }
  const { validate } = compileChecker({ $ref: "#/$defs/d0", $defs });
  assert.deepEqual(validate("x"), []);
  assert.ok(validate(1).length > 0);
});

test("what takes too many steps is not decided, and says so", async () => {
  const many = Array.from({ length: 300_000 }, (_, id) => ({ id }));
  const compiled = await compileSchema({
    properties: { v: { type: "array", items: { properties: { id: { type: "integer" } } } } },
  });
  const violations = compiled.validate({ v: many });
  assert.ok(isUnchecked(violations));
  assert.match(
    compiled.explain(violations),
    /^The arguments can't be checked, because .+ Send less/,
  );
  assert.match(compiled.note(violations, false), /passed on unchecked/);
  const answer = { v: many };
  assert.equal(compiled.conform(answer, violations), answer);
});

test("an answer keeps what its schema allows, also if the repair takes too much work to check again", async () => {
  const compiled = await compileSchema({
    properties: { v: { type: "array", items: { type: "integer" } }, n: { type: "integer" } },
  });
  const v = Array.from({ length: 500_000 }, () => 1);
  const answer = { v, n: "one" };
  const violations = compiled.validate(answer);
  assert.ok(violations.length > 0 && !isUnchecked(violations));
  const kept = compiled.conform(answer, violations);
  assert.deepEqual(Object.keys(kept), ["v"]);
  assert.equal(kept["v"], v);
});

test("a value of the wrong type is refused at its first part, and told in some fifty complaints", () => {
  const { validate } = compileChecker({ items: { properties: { id: { type: "string" } } } });
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id }));
  assert.equal(validate(rows).length, 50);
});

test("equal items are found by what they hold, whatever the order of their members", () => {
  const { validate } = compileChecker({ uniqueItems: true });
  const rows: [items: unknown[], isUnique: boolean][] = [
    [
      [
        { a: 1, b: [1, 2] },
        { b: [1, 2], a: 1 },
      ],
      false,
    ],
    [[{ a: 1 }, { a: "1" }], true],
    [[1, true, "1", null, "null", "true"], true],
    [[0, -0], false],
    [[[1, 2], [12]], true],
    [[{ a: "x,b:1" }, { a: "x", b: 1 }], true],
    [[1e300, 1e300], false],
    [[{ constructor: 1 }, {}], true],
    [[{ id: 2 ** 60 }, { id: 2 ** 60 + 256 }], true],
  ];
  for (const [items, isUnique] of rows) {
    assert.equal(validate(items).length === 0, isUnique, JSON.stringify(items));
  }
  const [violation] = validate(["a", "b", "a"]);
  assert.deepEqual(violation?.params, { i: 2, j: 0 });
});

test("tens of thousands of items are compared in one pass", () => {
  const { validate } = compileChecker({ uniqueItems: true });
  const texts = Array.from({ length: 60_000 }, (_, at) => `item ${at}`);
  assert.deepEqual(validate(texts), []);
  const objects = Array.from({ length: 20_000 }, (_, id) => ({ id }));
  assert.deepEqual(validate(objects), []);
});

test("the alternative that a constant member names is the one that is checked", () => {
  const kinds = Array.from({ length: 500 }, (_, at) => ({
    type: "object",
    properties: { kind: { const: `k${at}` }, n: { type: "integer" } },
    required: ["kind"],
  }));
  const { validate } = compileChecker({ oneOf: kinds });
  assert.deepEqual(validate({ kind: "k400", n: 1 }), []);
  const wrong = validate({ kind: "k400", n: "x" });
  assert.deepEqual(
    wrong.map(({ schemaPath }) => schemaPath),
    ["#/oneOf/400/properties/n/type", "#/oneOf"],
  );
});

test("a value that an enum names twice still names one alternative", () => {
  const of = (...kinds: readonly string[]) => ({
    properties: { kind: { enum: kinds } },
    required: ["kind"],
  });
  const { validate } = compileChecker({ oneOf: [of("a", "b", "a"), of("c")] });
  assert.deepEqual(validate({ kind: "a" }), []);
  assert.ok(validate({ kind: "d" }).length > 0);
});

test("the place of a violation is that of the keyword, also behind references", () => {
  const { validate } = compileChecker({
    properties: { pet: { $ref: "#/$defs/Pet" } },
    $defs: { Pet: { properties: { "a/b c": { type: "string" }, mate: { $ref: "#/$defs/Pet" } } } },
  });
  const [violation] = validate({ pet: { mate: { "a/b c": 1 } } });
  assert.equal(violation?.instancePath, "/pet/mate/a~1b c");
  assert.equal(violation.schemaPath, "#/$defs/Pet/properties/a~1b%20c/type");
});
