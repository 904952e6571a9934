/** The dialect that a schema names decides what its keywords mean. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSchema } from "../../../runtime/schema/standard-schema.js";
import { compileSchema } from "../../../runtime/schema/validator.js";

type Schema = Record<string, unknown>;

const uris = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};
type Dialect = keyof typeof uris;
const all = Object.keys(uris) as Dialect[];
const upTo7 = all.slice(0, 3);
const since2019 = all.slice(3);

/** A property's schema, the root's other keywords, and the values that are allowed and refused in the dialects. */
interface Row {
  readonly what: string;
  readonly in: readonly Dialect[];
  readonly schema: Schema;
  readonly root?: Schema;
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

/** Written as text, because the linter takes a member called `then` for a promise. */
const condition = JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 2}}') as Schema;
const pair = [{ type: "number" }, { type: "string" }];
const node = { type: "object", properties: { next: { $ref: "#" } }, required: ["x"] };

const rows: readonly Row[] = [
  {
    what: "a list of items",
    in: all.slice(0, 4),
    schema: { items: pair, additionalItems: false },
    yes: [[1, "x"], [1]],
    no: [
      [1, 2],
      [1, "x", 3],
    ],
  },
  {
    what: "prefixItems",
    in: ["2020-12"],
    schema: { prefixItems: pair, items: false },
    yes: [[1, "x"]],
    no: [
      [1, 2],
      [1, "x", 3],
    ],
  },
  {
    what: "prefixItems, which the dialect does not know",
    in: all.slice(0, 4),
    schema: { prefixItems: pair },
    yes: [[1, 2]],
    no: [],
  },
  {
    what: "dependencies",
    in: upTo7,
    schema: { dependencies: { a: ["b"], c: { required: ["d"] } } },
    yes: [{ a: 1, b: 1 }, { b: 1 }],
    no: [{ a: 1 }, { c: 1 }],
  },
  {
    what: "dependentRequired and dependentSchemas",
    in: since2019,
    schema: { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
    yes: [{ a: 1, b: 1 }],
    no: [{ a: 1 }, { c: 1 }],
  },
  {
    what: "dependentRequired, which the dialect does not know",
    in: upTo7,
    schema: { dependentRequired: { a: ["b"] } },
    yes: [{ a: 1 }],
    no: [],
  },
  {
    what: "keywords beside $ref are ignored",
    in: upTo7,
    schema: { $ref: "#/definitions/t", minLength: 5 },
    root: { definitions: { t: { type: "string" } } },
    yes: ["abc"],
    no: [1],
  },
  {
    what: "keywords beside $ref apply",
    in: since2019,
    schema: { $ref: "#/$defs/t", minLength: 5 },
    root: { $defs: { t: { type: "string" } } },
    yes: ["abcde"],
    no: ["abc", 1],
  },
  {
    what: "exclusiveMinimum as a boolean",
    in: ["draft-04"],
    schema: { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
    yes: [2],
    no: [1, 3],
  },
  {
    what: "exclusiveMinimum as a number",
    in: all.slice(1),
    schema: { exclusiveMinimum: 1, exclusiveMaximum: 3 },
    yes: [2],
    no: [1, 3],
  },
  {
    what: "const, contains, propertyNames",
    in: all.slice(1),
    schema: { contains: { const: 1 }, propertyNames: { maxLength: 1 } },
    yes: [[0, 1], { a: 1 }],
    no: [[0], { ab: 1 }],
  },
  {
    what: "const, contains, propertyNames, which the dialect does not know",
    in: ["draft-04"],
    schema: { const: 1, contains: { type: "null" }, propertyNames: { maxLength: 1 } },
    yes: [2, [0], { ab: 1 }],
    no: [],
  },
  {
    what: "if and then",
    in: all.slice(2),
    schema: condition,
    yes: ["ab", 1],
    no: ["a"],
  },
  {
    what: "if and then, which the dialect does not know",
    in: ["draft-04", "draft-06"],
    schema: condition,
    yes: ["a"],
    no: [],
  },
  {
    what: "id names a schema",
    in: ["draft-04"],
    schema: { $ref: "other.json" },
    root: {
      id: "http://example.com/root.json",
      definitions: { o: { id: "other.json", type: "string" } },
    },
    yes: ["x"],
    no: [1],
  },
  {
    what: "$id names a schema",
    in: all.slice(1),
    schema: { $ref: "other.json" },
    root: {
      $id: "http://example.com/root.json",
      definitions: { o: { $id: "other.json", type: "string" } },
    },
    yes: ["x"],
    no: [1],
  },
  {
    what: "id means nothing",
    in: all.slice(1),
    schema: { id: "x", type: "string" },
    yes: ["x"],
    no: [1],
  },
  {
    what: "a name by fragment",
    in: ["draft-06", "draft-07"],
    schema: { $ref: "#other" },
    root: { definitions: { o: { $id: "#other", type: "string" } } },
    yes: ["x"],
    no: [1],
  },
  {
    what: "an anchor",
    in: since2019,
    schema: { $ref: "#other" },
    root: { $defs: { o: { $anchor: "other", type: "string" } } },
    yes: ["x"],
    no: [1],
  },
  {
    what: "$recursiveRef",
    in: ["2019-09"],
    schema: { items: { $recursiveRef: "#" } },
    yes: [[{ v: [] }]],
    no: [[1], [{ v: [1] }]],
  },
  {
    what: "$dynamicRef",
    in: ["2020-12"],
    schema: { items: { $dynamicRef: "#node" } },
    root: { $dynamicAnchor: "node" },
    yes: [[{ v: [] }]],
    no: [[1], [{ v: [1] }]],
  },
  {
    what: "a reference to the meta-schema",
    in: all,
    schema: { $ref: "META" },
    yes: [{ type: "string" }],
    no: [{ type: 1 }],
  },
  { what: "a reference to the root", in: all, schema: node, yes: [{ x: 1, next: {} }], no: [{}] },
  {
    what: "nullable without a type",
    in: all,
    schema: { nullable: true, enum: ["a"] },
    yes: ["a"],
    no: ["b"],
  },
  {
    what: "a pointer with escapes",
    in: all,
    schema: { $ref: "#/definitions/a~1b%20c" },
    root: { definitions: { "a/b c": { type: "string" } } },
    yes: ["x"],
    no: [1],
  },
];

for (const row of rows) {
  for (const dialect of row.in) {
    test(`${dialect}: ${row.what}`, async () => {
      const $schema = uris[dialect];
      const text = JSON.stringify({
        $schema,
        type: "object",
        ...row.root,
        properties: { v: row.schema },
      });
      const { schema } = readSchema(JSON.parse(text.replace("META", $schema)) as Schema, "input");
      const { validate } = await compileSchema(schema);
      for (const v of row.yes) assert.deepEqual(validate({ v }), [], JSON.stringify(v));
      for (const v of row.no) assert.notEqual(validate({ v }).length, 0, JSON.stringify(v));
    });
  }
}

test("a schema without $schema is 2020-12, and the URI may have another scheme or no fragment", async () => {
  const tuple = { prefixItems: pair };
  for (const $schema of [
    undefined,
    `${uris["2020-12"]}#`,
    "http://json-schema.org/draft/2020-12/schema",
  ]) {
    const { validate } = await compileSchema({ ...($schema && { $schema }), ...tuple });
    assert.notEqual(validate([1, 2]).length, 0, $schema);
  }
  const { validate } = await compileSchema({
    $schema: "https://json-schema.org/draft-07/schema",
    items: pair,
  });
  assert.notEqual(validate([1, 2]).length, 0, "draft-07");
});

test("violations of older dialects are explained with their own words", async () => {
  const schema = {
    $schema: uris["draft-04"],
    properties: { n: { minimum: 1, exclusiveMinimum: true }, t: { $ref: "#/definitions/t" } },
    required: ["n", "t"],
    definitions: { t: { type: "integer", minimum: 0, exclusiveMinimum: true } },
  };
  const compiled = await compileSchema(schema);
  assert.equal(
    compiled.explain(compiled.validate({ n: 1 })),
    "`t` is missing: it must be an integer of above 0.\n`n` must be above 1, but it is 1.",
  );
});

test("a schema that could check nothing is refused at registration, with its place", () => {
  const outside = { $ref: "https://example.invalid/x.json" };
  const refused: [schema: Schema, place: string][] = [
    [{ $schema: "https://example.com/dialect" }, "/$schema"],
    [{ $schema: "http://json-schema.org/draft-03/schema#" }, "/$schema"],
    [{ $schema: 7 }, "/$schema"],
    [{ $schema: null }, "/$schema"],
    [{ properties: { n: outside } }, "/properties/n/$ref"],
    [{ $schema: uris["draft-04"], properties: { n: outside } }, "/properties/n/$ref"],
    [{ properties: { n: { items: outside } } }, "/properties/n/items/$ref"],
    [{ allOf: [{}, outside] }, "/allOf/1/$ref"],
    [{ $defs: { a: outside } }, "/$defs/a/$ref"],
    [{ properties: { default: outside } }, "/properties/default/$ref"],
    [{ properties: { n: { $ref: "other.json" } } }, "/properties/n/$ref"],
    [{ properties: { n: { $ref: "file:///etc/passwd" } } }, "/properties/n/$ref"],
    [{ properties: { n: { $ref: "#/$defs/missing" } } }, "/properties/n/$ref"],
    [{ properties: { n: { $ref: "#/$defs/100%" } } }, "/properties/n/$ref"],
    [{ properties: { n: { $dynamicRef: "x.json#a" } } }, "/properties/n/$dynamicRef"],
    [{ $id: "https://example.com/a", properties: { n: { $ref: "b" } } }, "/properties/n/$ref"],
    [{ $defs: { a: { $id: "https://e.com/a", $schema: "urn:x" } } }, "/$defs/a/$schema"],
    [{ $defs: { a: { $id: "https://e.com/a", $schema: uris["draft-07"] } } }, "/$defs/a/$schema"],
    [{ properties: { n: { $ref: uris["draft-07"] } } }, "/properties/n/$ref"],
  ];
  for (const [schema, place] of refused) {
    for (const direction of ["input", "output"] as const) {
      assert.throws(
        () => readSchema({ type: "object", ...schema }, direction, "search"),
        (error) =>
          error instanceof TypeError &&
          error.message.startsWith(
            `The ${direction} schema of the tool search can't be used: ${place} `,
          ),
        `${JSON.stringify(schema)} as ${direction}`,
      );
    }
  }
});

test("what only looks like a reference is none", () => {
  const outside = { $ref: "https://example.invalid/x.json" };
  for (const schema of [
    { properties: { $ref: { type: "string" }, $schema: { type: "string" } } },
    { properties: { $ref: true, $dynamicRef: true, $schema: true } },
    { properties: { n: { $ref: "#/$defs/100%" } }, $defs: { "100%": true } },
    {
      properties: { n: { const: outside, default: outside, enum: [outside], examples: [outside] } },
    },
    { "x-source": outside },
    { $id: "https://example.com/a", $ref: "b", $defs: { b: { $id: "b" } } },
    { $id: "urn:example:a", $ref: "urn:example:a#/$defs/b", $defs: { b: true } },
  ]) {
    assert.doesNotThrow(() => readSchema({ type: "object", ...schema }, "input"), undefined);
  }
});
