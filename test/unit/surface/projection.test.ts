// `then` is a keyword of JSON Schema.
/* oxlint-disable unicorn/no-thenable */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../../../src/operations/model.js";
import type { Direction } from "../../../src/surface/schema/directions.js";
import { Projection } from "../../../src/surface/schema/projection.js";
import { body, build, buildOne, modelOf, ok, operation, parameter, schemas } from "./fixtures.js";

function project(
  direction: Direction,
  schema: Schema,
  named: Readonly<Record<string, Schema>> = {},
): unknown {
  return new Projection(direction, schemas(named), (name) => name).project(schema).schema;
}

const rows: readonly [
  name: string,
  schema: Schema,
  input: unknown,
  output: unknown,
  named?: Readonly<Record<string, Schema>>,
][] = [
  [
    "constraints are for inputs only",
    { type: "string", format: "date", pattern: "^a", minLength: 1, default: "a", enum: ["a"] },
    { type: "string", format: "date", pattern: "^a", minLength: 1, default: "a", enum: ["a"] },
    { type: "string", enum: ["a"] },
  ],
  [
    "titles, examples and extensions are left out, descriptions of inputs kept",
    { type: "string", title: "T", examples: ["a"], "x-a": 1, xml: {}, description: " D. " },
    { type: "string", description: "D." },
    { type: "string" },
  ],
  [
    "readOnly properties are for outputs, writeOnly ones for inputs, at every depth",
    {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { readOnly: true },
          secret: { writeOnly: true },
          name: { type: "string" },
        },
        required: ["id", "secret", "name"],
      },
    },
    {
      type: "array",
      items: {
        type: "object",
        properties: { secret: {}, name: { type: "string" } },
        required: ["secret", "name"],
      },
    },
    {
      type: "array",
      items: {
        type: "object",
        properties: { id: {}, name: { type: "string" } },
        required: ["id", "name"],
      },
    },
  ],
  [
    "a property is readOnly when what it refers to is",
    { properties: { id: { $ref: "#/$defs/Id" } }, required: ["id"] },
    { properties: {} },
    { properties: { id: { type: "string" } }, required: ["id"] },
    { Id: { type: "string", readOnly: true } },
  ],
  [
    "a requirement beside allOf doesn't ask for a property that is left out",
    { allOf: [{ $ref: "#/$defs/Base" }, { required: ["id", "name"] }] },
    { allOf: [{ $ref: "#/$defs/Base" }, { required: ["name"] }] },
    { allOf: [{ $ref: "#/$defs/Base" }, { required: ["id", "name"] }] },
    {
      Base: {
        properties: {
          id: { readOnly: true },
          name: { type: "string", description: "x".repeat(150) },
          other: { $ref: "#/$defs/Base" },
        },
      },
    },
  ],
  ...["oneOf", "anyOf", "allOf"].map((keyword): (typeof rows)[number] => [
    `a requirement beside ${keyword} doesn't ask for a property that a branch leaves out`,
    { required: ["id", "name"], [keyword]: [{ $ref: "#/$defs/Base" }, { type: "object" }] },
    {
      required: ["name"],
      [keyword === "oneOf" ? "anyOf" : keyword]: [{ $ref: "#/$defs/Base" }, { type: "object" }],
    },
    {
      required: ["id", "name"],
      [keyword === "oneOf" ? "anyOf" : keyword]: [{ $ref: "#/$defs/Base" }, { type: "object" }],
    },
    {
      Base: {
        properties: { id: { readOnly: true }, text: { $ref: "#/$defs/Base" } },
      },
    },
  ]),
  [
    "a requirement in a branch doesn't ask for a property that is left out beside it",
    {
      properties: { id: { readOnly: true }, name: {}, text: {} },
      anyOf: [{ required: ["id", "name"] }, { allOf: [{ required: ["id", "text"] }] }],
    },
    {
      properties: { name: {}, text: {} },
      anyOf: [{ required: ["name"] }, { allOf: [{ required: ["text"] }] }],
    },
    {
      properties: { id: {}, name: {}, text: {} },
      anyOf: [{ required: ["id", "name"] }, { allOf: [{ required: ["id", "text"] }] }],
    },
  ],
  [
    "a readOnly property that is only annotated can be sent",
    { properties: { id: { type: "string", readOnly: "annotation" } }, required: ["id"] },
    { properties: { id: { type: "string", readOnly: true } }, required: ["id"] },
    { properties: { id: { type: "string" } }, required: ["id"] },
  ],
  [
    "outputs are open to members they don't know",
    { type: "object", properties: {}, additionalProperties: false },
    { type: "object", properties: {}, additionalProperties: false },
    { type: "object", properties: {} },
  ],
  [
    "further members of any kind say nothing",
    { type: "object", additionalProperties: true, unevaluatedProperties: {} },
    { type: "object" },
    { type: "object" },
  ],
  [
    "conditions are for inputs only",
    { if: { type: "string" }, then: { minLength: 1 }, not: { const: 1 } },
    { if: { type: "string" }, then: { minLength: 1 }, not: { const: 1 } },
    {},
  ],
  [
    "data is never taken for a schema",
    { enum: [{ $ref: "#/$defs/X", readOnly: true }], default: { properties: { $ref: 1 } } },
    { enum: [{ $ref: "#/$defs/X", readOnly: true }], default: { properties: { $ref: 1 } } },
    { enum: [{ $ref: "#/$defs/X", readOnly: true }] },
  ],
  [
    "a property called like a keyword is a property",
    { properties: { $ref: { type: "string" }, readOnly: { type: "boolean" }, title: {} } },
    { properties: { $ref: { type: "string" }, readOnly: { type: "boolean" }, title: {} } },
    { properties: { $ref: { type: "string" }, readOnly: { type: "boolean" }, title: {} } },
  ],
  [
    "members called as clients can't take are listed by a pattern",
    JSON.parse(
      '{"type":"object","properties":{"constructor":{"type":"integer"},"__proto__":{},"a":{}},"additionalProperties":false,"default":{"constructor":1},"enum":[{"a":{"__proto__":1}}],"dependentRequired":{"constructor":["a"],"a":["b"]}}',
    ),
    {
      type: "object",
      properties: { a: {} },
      additionalProperties: false,
      dependentRequired: { a: ["b"] },
      patternProperties: { "^__proto__$": {}, "^constructor$": { type: "integer" } },
    },
    { type: "object", properties: { a: {} } },
  ],
  [
    "members that every object inherits are for inputs only",
    { properties: { toString: { type: "string" }, a: {} } },
    { properties: { toString: { type: "string" }, a: {} } },
    { properties: { a: {} } },
  ],
  ["booleans", { items: true, not: false }, { items: {}, not: false }, { items: {} }],
  [
    "a short definition is written out where it is used",
    { $ref: "#/$defs/Color", description: "Mine." },
    { enum: ["red", "blue"], description: "Mine." },
    { enum: ["red", "blue"] },
    { Color: { enum: ["red", "blue"], description: "A color." } },
  ],
  [
    "a constraint beside a reference is never lost to it",
    { $ref: "#/$defs/Name", minLength: 5 },
    { $ref: "#/$defs/Name", minLength: 5 },
    { type: "string" },
    { Name: { type: "string", minLength: 1 } },
  ],
  [
    "a definition that refers to others stays one",
    { allOf: [{ $ref: "#/$defs/Tree" }], description: "The root." },
    { $ref: "#/$defs/Tree", description: "The root." },
    { $ref: "#/$defs/Tree" },
    { Tree: { properties: { next: { $ref: "#/$defs/Tree" } } } },
  ],
];

for (const [name, schema, input, output, named] of rows) {
  test(name, () => {
    assert.deepEqual(project("input", schema, named), input);
    assert.deepEqual(project("output", schema, named), output);
  });
}

test("what an outline does not evaluate is not forbidden beside it", () => {
  const large = { $ref: "#/$defs/Large" };
  const named = {
    Large: { type: "object", properties: { a: { type: "string", description: "x".repeat(150) } } },
  };
  const closed = { unevaluatedProperties: false };
  const properties = { b: { type: "integer" } };
  const outline = { type: "object" };
  const shortened: readonly [what: string, schema: Schema, want: unknown][] = [
    ["a reference", { ...large, properties, ...closed }, { ...outline, properties }],
    [
      "a part of a part",
      { ...closed, allOf: [{ anyOf: [large, { properties }] }, { properties }] },
      { allOf: [{ anyOf: [outline, { properties }] }, { properties }] },
    ],
    ["a condition", { if: large, then: { properties }, ...closed }, { then: { properties } }],
    ["an item", { contains: large, unevaluatedItems: false }, {}],
    ["a refused schema", { not: { ...large, ...closed } }, {}],
    [
      "alternatives",
      { oneOf: [{ allOf: [large, { properties }], ...closed }, { properties }] },
      { anyOf: [{ allOf: [outline, { properties }] }, { properties }] },
    ],
    [
      "a member, of which the name is known",
      { properties: { a: large }, ...closed },
      { properties: { a: outline }, ...closed },
    ],
  ];
  const cut = { outlined: new Set(["Large"]), weakened: new Set<string>() };
  for (const [what, schema, want] of shortened) {
    const projection = new Projection("input", schemas(named), (name) => name);
    assert.deepEqual(projection.project(schema, cut).schema, want, what);
  }
});

test("a value that can't be listed is not refused by what is left of its schema", () => {
  const schema = JSON.parse('{"not":{"const":{"constructor":1}},"type":"object"}') as Schema;
  assert.deepEqual(project("input", schema), { type: "object" });
});

test("a long description within an argument is cut", () => {
  const projected = project("input", { description: "word ".repeat(100) }) as {
    description: string;
  };
  assert.ok(projected.description.length <= 160 && projected.description.endsWith("…"));
});

test("recursive schemas stay recursive and finite", () => {
  const { facts, whole } = buildOne(
    operation("POST /comments", { body: body({ $ref: "#/$defs/Comment" }) }),
    {
      Comment: {
        type: "object",
        properties: {
          text: { type: "string" },
          replies: { type: "array", items: { $ref: "#/$defs/Comment" } },
        },
        required: ["text"],
      },
    },
  );
  assert.deepEqual(facts.input["properties"], {
    text: { type: "string" },
    replies: { type: "array", items: { $ref: "#/$defs/Comment" } },
  });
  assert.deepEqual(Object.keys(whole.api.inputSchemas ?? {}), ["Comment"]);
});

const pet: Schema = {
  type: "object",
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    friends: { type: "array", items: { $ref: "#/$defs/Pet" } },
  },
  required: ["id", "name"],
};

test("a schema that differs by direction has an input variant, and so has what refers to it", () => {
  const model = modelOf(
    [
      operation("POST /owners", { body: body({ $ref: "#/$defs/Owner" }) }),
      operation("GET /owners", { responses: ok({ $ref: "#/$defs/Owner" }) }),
    ],
    {
      schemas: schemas({
        Pet: pet,
        Owner: {
          type: "object",
          properties: { pet: { $ref: "#/$defs/Pet" }, at: { $ref: "#/$defs/Place" } },
        },
        Place: { type: "object", properties: { next: { $ref: "#/$defs/Place" } } },
      }),
    },
  );
  const { surface } = build(model);
  assert.deepEqual(surface.schemas, [
    { name: "Owner", source: "Owner", direction: "output" },
    { name: "Pet", source: "Pet", direction: "output" },
    { name: "PetInput", source: "Pet", direction: "input" },
    { name: "Place", source: "Place", direction: "both" },
  ]);
  assert.deepEqual(surface.api.inputSchemas, {
    PetInput: {
      type: "object",
      properties: {
        name: { type: "string" },
        friends: { type: "array", items: { $ref: "#/$defs/PetInput" } },
      },
      required: ["name"],
    },
    Place: { type: "object", properties: { next: { $ref: "#/$defs/Place" } } },
  });
  assert.deepEqual(Object.keys(surface.api.outputSchemas ?? {}), ["Pet", "Place"]);
  assert.equal(surface.operations[0]?.facts.request.body?.required, true);
});

test("type names keep clear of the runtime's, of each other and of the operations' constants", () => {
  const model = modelOf(
    [
      operation("GET /a", {
        operationId: "listPets",
        responses: ok({ $ref: "#/$defs/Operation" }),
      }),
      operation("POST /a", { operationId: "pet", body: body({ $ref: "#/$defs/Pet" }) }),
    ],
    {
      schemas: schemas({
        Operation: { type: "object", properties: { a: { $ref: "#/$defs/listPets" } } },
        listPets: { type: "object", properties: { b: { $ref: "#/$defs/ListPetsInput" } } },
        ListPetsInput: { type: "object" },
        Pet: pet,
      }),
    },
  );
  const { surface } = build(model);
  assert.deepEqual(
    surface.schemas.map(({ name, source }) => [name, source]),
    [
      ["ListPetsInput", "ListPetsInput"],
      ["OperationSchema", "Operation"],
      ["PetInput", "Pet"],
      ["listPetsSchema", "listPets"],
    ],
  );
  assert.deepEqual(
    surface.operations.map(({ inputTypeName }) => inputTypeName),
    ["ListPetsToolInput", "PetToolInput"],
  );
});

test("a parameter's own description, deprecation and default are listed", () => {
  const { facts } = buildOne(
    operation("GET /a", {
      parameters: [
        parameter("query", "day", {
          deprecated: true,
          description: "The wished day.",
          schema: { $ref: "#/$defs/Day", default: "2024-01-01" },
        }),
      ],
    }),
    { Day: { type: "string", format: "date", description: "Any day." } },
  );
  assert.deepEqual(facts.input["properties"], {
    day: {
      type: "string",
      format: "date",
      default: "2024-01-01",
      description: "The wished day.",
      deprecated: true,
    },
  });
});
