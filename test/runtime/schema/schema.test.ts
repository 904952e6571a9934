import assert from "node:assert/strict";
import { test } from "node:test";
import { conform } from "../../../runtime/schema/conform.js";
import { withDefinitions } from "../../../runtime/schema/definitions.js";
import { explainViolations } from "../../../runtime/schema/explain.js";
import { compileSchema } from "../../../runtime/schema/validator.js";

type Schema = Record<string, unknown>;

test("a schema carries the definitions it reaches and no others", () => {
  const table = {
    A: { type: "object", properties: { b: { $ref: "#/$defs/B" } } },
    B: { anyOf: [{ $ref: "#/$defs/A" }, { items: { $ref: "#/$defs/C" } }] },
    C: { type: "string" },
    D: { type: "string" },
    E: { type: "string" },
  };
  const rows: [schema: Schema, want: string[] | undefined][] = [
    [{ type: "object" }, undefined],
    [{ properties: { x: { $ref: "#/$defs/C" } } }, ["C"]],
    [{ properties: { x: { $ref: "#/$defs/A" } } }, ["A", "B", "C"]],
    [{ properties: { x: { $ref: "#/$defs/C/properties/y" } } }, ["C"]],
    [{ properties: { $ref: { type: "string" } } }, undefined],
    [{ properties: { default: { $ref: "#/$defs/D" } } }, ["D"]],
    [{ properties: { x: { default: { $ref: "#/$defs/D" } } } }, undefined],
    [{ properties: { x: { enum: [{ $ref: "#/$defs/D" }] } } }, undefined],
    [{ allOf: [{ if: { $ref: "#/$defs/D" } }, { not: { $ref: "#/$defs/E" } }] }, ["D", "E"]],
    [{ properties: { x: { $ref: "#/$defs/toString" } } }, undefined],
  ];
  for (const [schema, want] of rows) {
    const { $defs } = withDefinitions(schema, table) as { $defs?: object };
    assert.deepEqual($defs && Object.keys($defs), want, JSON.stringify(schema));
  }
});

test("wrong arguments are explained by name, with what was expected", async () => {
  const input = {
    type: "object",
    properties: {
      ms: { type: "integer", minimum: 0 },
      kind: { enum: ["cat", "dog"] },
      when: { type: "string", format: "date-time" },
      name: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
      pet: { $ref: "#/$defs/Pet" },
      both: { anyOf: [{ type: "string" }, { type: "null" }] },
      list: { type: "array", items: { type: "number" }, maxItems: 3 },
      one: { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    },
    required: ["ms"],
    additionalProperties: false,
    $defs: {
      Pet: {
        type: "object",
        properties: { age: { type: ["integer", "null"] } },
        required: ["age"],
      },
    },
  };
  const rows: [args: Schema, want: string][] = [
    [{}, "`ms` is missing: it must be an integer of at least 0."],
    [{ ms: "abc" }, '`ms` must be an integer of at least 0, but it is "abc".'],
    [{ ms: -1 }, "`ms` must be at least 0, but it is -1."],
    [{ ms: 1.5 }, "`ms` must be an integer of at least 0, but it is 1.5."],
    [{ ms: 1, kind: "cow" }, '`kind` must be one of "cat", "dog", but it is "cow".'],
    [{ ms: 1, when: 5 }, "`when` must be a string (date-time), but it is 5."],
    [{ ms: 1, name: "x" }, '`name` must have at least 2 characters, but it is "x".'],
    [{ ms: 1, name: "XX" }, '`name` must match the pattern ^[a-z]+$, but it is "XX".'],
    [{ ms: 1, pet: {} }, "`pet.age` is missing: it must be an integer or null."],
    [{ ms: 1, pet: { age: [] } }, "`pet.age` must be an integer or null, but it is an array of 0."],
    [{ ms: 1, both: 3 }, "`both` must be a string or null, but it is 3."],
    [{ ms: 1, list: [1, "a"] }, '`list[1]` must be a number, but it is "a".'],
    [{ ms: 1, list: [1, 2, 3, 4] }, "`list` must have at most 3 items."],
    [
      { ms: 1, one: { a: 1, b: 1 } },
      "`one` matches more than one `oneOf` alternative; add or remove properties so that it matches exactly one.",
    ],
    [
      { ms: 1, extra: 1 },
      "There is no argument `extra`; the arguments are: `ms`, `kind`, `when`, `name`, `pet`, `both`, `list`, `one`.",
    ],
  ];
  rows.push([
    { ms: 1, nmae: "ab" },
    "There is no argument `nmae`; the arguments are: `ms`, `kind`, `when`, `name`, `pet`, `both`, `list`, `one`. Did you mean `name`?",
  ]);
  rows.push([
    { ms: 1, Names: "ab" },
    "There is no argument `Names`; the arguments are: `ms`, `kind`, `when`, `name`, `pet`, `both`, `list`, `one`. Did you mean `name`?",
  ]);
  const { validate } = await compileSchema(input);
  for (const [args, want] of rows) {
    assert.equal(explainViolations(validate(args), input), want);
  }
  assert.deepEqual(validate({ ms: 3, both: null, when: "2026-01-02T03:04:05Z" }), []);
});

test("a name that an open object forbids is explained like an unknown argument", async () => {
  const open = {
    type: "object",
    properties: { name: {} },
    propertyNames: { not: { enum: ["Name"] } },
  };
  const { validate } = await compileSchema(open);
  assert.deepEqual(validate({ name: 1, other: 2 }), []);
  assert.equal(
    explainViolations(validate({ Name: 1 }), open),
    "There is no argument `Name`; the arguments are: `name`. Did you mean `name`?",
  );
});

test("explanations stay short", async () => {
  const input = { type: "object", properties: {}, additionalProperties: false };
  const args = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`${"x".repeat(500)}${i}`, i]),
  );
  const { validate } = await compileSchema(input);
  const text = explainViolations(validate(args), input);
  assert.ok(text.length < 3000, String(text.length));
});

test("invalid values are removed, and with them parents that become invalid", async () => {
  const output = {
    type: "object",
    properties: {
      id: { type: "integer" },
      name: { type: ["string", "null"] },
      tags: { type: "array", items: { type: "string" } },
      owner: {
        type: "object",
        properties: { mail: { type: "string" }, age: { type: "integer" } },
        required: ["mail"],
      },
      strict: { type: "object", properties: { a: {} }, additionalProperties: false },
    },
  };
  const rows: [value: Schema, want: Schema][] = [
    [
      { id: 1, name: null },
      { id: 1, name: null },
    ],
    [{ id: "1", name: "x" }, { name: "x" }],
    [
      { id: 1, tags: [0, "a", 1, "b", 2] },
      { id: 1, tags: ["a", "b"] },
    ],
    [{ id: 1, tags: "a" }, { id: 1 }],
    [{ id: 1, owner: { mail: 1, age: 2 } }, { id: 1 }],
    [
      { id: 1, owner: { mail: "m", age: "2" } },
      { id: 1, owner: { mail: "m" } },
    ],
    [{ strict: { a: 1, b: 2 } }, { strict: { a: 1 } }],
    [{ other: 1 }, { other: 1 }],
  ];
  const { validate } = await compileSchema(output);
  for (const [value, want] of rows) {
    const before = JSON.stringify(value);
    const got = conform(value, validate);
    assert.deepEqual(got, want);
    assert.deepEqual(validate(got), []);
    assert.equal(JSON.stringify(value), before);
  }
  const demanding = await compileSchema({ type: "object", required: ["b"] });
  assert.deepEqual(conform({ a: 1 }, demanding.validate), {});
});

test("schemas of hostile documents neither crash nor run", async () => {
  const bad: Schema[] = [
    { type: "object", maxProperties: "1; process.exit(3)" },
    { $ref: "#/$defs/missing" },
    { $ref: "http://127.0.0.1:1/schema.json" },
    { type: "strange" },
  ];
  for (const schema of bad) await assert.rejects(compileSchema(schema), JSON.stringify(schema));

  const tolerated: [schema: Schema, value: unknown][] = [
    [{ properties: { a: { pattern: "([" } } }, { a: "x" }],
    [{ properties: { a: { pattern: "^[\\w-.]+$" } } }, { a: "x" }],
    [{ properties: { a: 7 } }, { a: "x" }],
    [{ properties: { a: { format: "never-heard-of" } } }, { a: "x" }],
    [{ properties: { __proto__: { type: "string" } } }, {}],
    [{ properties: { constructor: { type: "string" } } }, {}],
    [{ $id: "http://a.example/x", properties: { a: { $id: "http://a.example/x" } } }, { a: 1 }],
    [{ $id: "http://a.example/x", type: "object" }, {}],
  ];
  for (const [schema, value] of tolerated) {
    const { validate } = await compileSchema(schema);
    assert.deepEqual(validate(value), [], JSON.stringify(schema));
  }
});

test("a format is an annotation, so a value of another form is accepted", async () => {
  const rows: [format: string, value: unknown][] = [
    ["url", "http://localhost:3000/hook"],
    ["uri", "/rel"],
    ["email", "joe@localhost"],
    ["date-time", "2024-04-06T22:30:41"],
    ["date", "today"],
    ["time", "12:00:00"],
    ["uuid", "1"],
    ["byte", "not base64"],
    ["regex", "("],
    ["int32", 2 ** 40],
  ];
  for (const [format, value] of rows) {
    const { validate } = await compileSchema({ properties: { a: { format } } });
    assert.deepEqual(validate({ a: value }), [], format);
  }
});

test("schemas that depend on members do not apply to arrays, whatever these inherit", async () => {
  const { validate } = await compileSchema({
    dependentSchemas: { length: { items: true }, 0: { items: true } },
    unevaluatedItems: false,
  });
  assert.equal(validate([1]).length, 1);
  assert.deepEqual(validate([]), []);
});

test("inherited names do not count as given", async () => {
  const { validate } = await compileSchema({ type: "object", required: ["toString"] });
  assert.equal(validate({}).length, 1);
  assert.equal(validate({ toString: 1 }).length, 0);
});

test("a value nested deeper than the stack is a violation, not a crash", async () => {
  const schema = {
    $defs: { N: { type: "object", properties: { n: { $ref: "#/$defs/N" } } } },
    $ref: "#/$defs/N",
  };
  const { validate } = await compileSchema(schema);
  const deep = JSON.parse('{"n":'.repeat(100_000) + "{}" + "}".repeat(100_000)) as Schema;
  assert.equal(
    explainViolations(validate(deep), schema),
    "The arguments can't be checked: nested too deeply.",
  );
  assert.deepEqual(conform(deep, validate), {});
});

test("multiples are those of the decimals that are written, not of doubles", async () => {
  const rows: [value: number, step: number, fits: boolean][] = [
    [0.3, 0.1, true],
    [-19.99, 0.01, true],
    [123456789012.34, 0.01, true],
    [3e-7, 1e-7, true],
    [1e300, 0.1, true],
    [0, 0.5, true],
    [1.005, 0.01, false],
    [0.35, 0.1, false],
    [15, 7, false],
    [1e-300, 1e300, false],
  ];
  for (const [value, step, fits] of rows) {
    const { validate } = await compileSchema({ multipleOf: step });
    assert.equal(validate(value).length === 0, fits, `${value} of ${step}`);
  }
});

test("a union is explained by the alternative that a value is nearest to, anywhere", async () => {
  const schema: Schema = {
    type: "object",
    properties: {
      pay: { oneOf: [{ $ref: "#/$defs/Card" }, { $ref: "#/$defs/Bank" }, { type: "string" }] },
      list: {
        type: "array",
        items: { anyOf: [{ $ref: "#/$defs/Card" }, { $ref: "#/$defs/Bank" }] },
      },
      both: {
        allOf: [{ required: ["x"] }, { anyOf: [{ $ref: "#/$defs/Bank" }, { type: "null" }] }],
      },
      text: { anyOf: [{ type: "integer" }, { type: "string", pattern: "^a" }] },
      named: { oneOf: [{ $ref: "#/$defs/Card" }, { required: ["name", "iban"] }] },
    },
    $defs: {
      Card: {
        type: "object",
        properties: {
          type: { const: "card" },
          number: { type: "string" },
          owner: { $ref: "#/$defs/Owner" },
        },
        required: ["type", "number"],
      },
      Bank: {
        type: "object",
        properties: { type: { enum: ["bank"] }, iban: { type: "string" }, bic: { type: "string" } },
        required: ["type", "iban", "bic"],
      },
      Owner: {
        anyOf: [
          { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
          { type: "object", properties: { id: { type: "integer" } }, required: ["id", "kind"] },
        ],
      },
    },
  };
  const rows: [args: Schema, want: string][] = [
    [{ pay: { type: "card" } }, "`pay.number` is missing: it must be a string."],
    [
      { pay: { type: "bank" } },
      "`pay.iban` is missing: it must be a string.\n`pay.bic` is missing: it must be a string.",
    ],
    [{ pay: 5 }, "`pay` must be an object or a string, but it is 5."],
    [{ pay: [] }, "`pay` must be an object or a string, but it is an array of 0."],
    [
      { pay: { type: "card", number: 1, owner: { id: "x", kind: 1 } } },
      '`pay.number` must be a string, but it is 1.\n`pay.owner.id` must be an integer, but it is "x".',
    ],
    [{ list: [{ type: "bank", iban: "i" }] }, "`list[0].bic` is missing: it must be a string."],
    [
      { list: [{ type: "card" }, { type: "bank", iban: "i" }] },
      "`list[0].number` is missing: it must be a string.\n`list[1].bic` is missing: it must be a string.",
    ],
    [
      { both: { type: "bank", iban: "i" } },
      "`both.x` is missing: it must be a value.\n`both.bic` is missing: it must be a string.",
    ],
    [{ text: "b" }, '`text` must match the pattern ^a, but it is "b".'],
    [{ text: true }, "`text` must be an integer or a string, but it is true."],
    [{ named: { name: "n" } }, "`named.iban` is missing: it must be a value."],
  ];
  const compiled = await compileSchema(schema);
  for (const [args, want] of rows) {
    assert.equal(compiled.explain(compiled.validate(args)), want, JSON.stringify(args));
  }
});

test("a union of too many alternatives is explained as a whole", async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ type: "object", required: [`a${at}`] }));
  const outside = [{ $ref: "#/properties/other" }, { type: "object", required: ["a"] }];
  const schema: Schema = {
    type: "object",
    properties: { many: { oneOf: many }, other: { required: ["b"] }, outside: { anyOf: outside } },
  };
  const { explain, validate } = await compileSchema(schema).then((compiled) => ({
    validate: compiled.validate,
    explain: (args: Schema) => compiled.explain(compiled.validate(args)),
  }));
  assert.ok(validate({ many: {} }).length > 40, "every alternative complains");
  assert.equal(explain({ many: {} }), "`many` matches none of the `oneOf` alternatives.");
  assert.equal(explain({ outside: {} }), "`outside.b` is missing: it must be a value.");
});
