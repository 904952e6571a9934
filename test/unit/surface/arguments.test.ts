import assert from "node:assert/strict";
import { test } from "node:test";
import type { MediaType, Operation, Schema } from "../../../src/operations/model.js";
import { nameArguments, type Candidate } from "../../../src/surface/names/argument-names.js";
import { body, buildOne, media, operation, parameter } from "./fixtures.js";

function argumentNames(given: readonly Candidate[], forTemplate: boolean): readonly string[] {
  return nameArguments(given, forTemplate).map(({ name }) => name);
}

test("one name in path, query and body is three arguments that arrive separately", () => {
  const { facts } = buildOne(
    operation("PUT /shelves/{id}", {
      parameters: [
        parameter("query", "id"),
        parameter("path", "id", { schema: { type: "integer" } }),
      ],
      body: body({
        type: "object",
        properties: { id: { type: "string" }, label: { type: "string" } },
        required: ["id", "label"],
      }),
    }),
  );
  assert.deepEqual(facts.request.params, [
    { in: "query", name: "id", arg: "id_query" },
    { in: "path", name: "id" },
  ]);
  assert.deepEqual(facts.request.body, {
    type: "application/json",
    fields: [["id_body", "id"], "label"],
    required: true,
  });
  assert.deepEqual(facts.input, {
    type: "object",
    properties: {
      id_query: { type: "string", description: "Sent as the query parameter `id`." },
      id: { type: "integer" },
      id_body: { type: "string", description: "Sent as the body property `id`." },
      label: { type: "string" },
    },
    required: ["id", "id_body", "label"],
    additionalProperties: false,
  });
});

test("a body that is no object is the one argument body, whatever else is called so", () => {
  const { facts, inputMembers } = buildOne(
    operation("POST /readings", {
      parameters: [parameter("query", "body", { required: true })],
      body: body({ type: "array", items: { type: "number" } }),
    }),
  );
  assert.deepEqual(facts.request.body, { type: "application/json", arg: "body_2", required: true });
  assert.deepEqual(facts.input["required"], ["body", "body_2"]);
  assert.deepEqual(
    inputMembers.map(({ name, required }) => [name, required]),
    [
      ["body", true],
      ["body_2", true],
    ],
  );
});

const wholes: readonly [name: string, schema: Schema][] = [
  ["a scalar", { type: "string" }],
  ["a union", { oneOf: [{ type: "object", properties: { a: {} } }, { type: "object" }] }],
  [
    "an object with conditions",
    { type: "object", properties: { a: {} }, anyOf: [{ required: ["a"] }] },
  ],
  ["a map", { type: "object", additionalProperties: { type: "string" } }],
  [
    "an object that names some of any members",
    { type: "object", properties: { a: {} }, additionalProperties: true },
  ],
  ["a free-form object", { type: "object" }],
  ["anything", true],
  ["an enum", { enum: [1, 2] }],
  ["an allOf with a union in it", { allOf: [{ properties: { a: {} } }, { oneOf: [{}, {}] }] }],
  ["an object or null", { type: ["object", "null"], properties: { a: {} } }],
  ["a reference to an object or null", { $ref: "#/$defs/Nullable" }],
  ["an object with patterns", { properties: { a: {} }, patternProperties: { "^x": {} } }],
  ["an object with patterns for names", { properties: { a: {} }, propertyNames: { maxLength: 2 } }],
  ["an object with a maximum of members", { properties: { a: {} }, maxProperties: 1 }],
  ["an object with dependencies", { properties: { a: {} }, dependentRequired: { a: ["b"] } }],
  ["an object that must not match", { properties: { a: {} }, not: { required: ["a"] } }],
  ["an object with if", { properties: { a: {} }, if: { required: ["a"] }, else: false }],
  [
    "an allOf with a part that forbids the others' members",
    {
      allOf: [
        { type: "object", properties: { a: {} }, additionalProperties: false },
        { properties: { b: {} } },
      ],
    },
  ],
  [
    "an allOf with a part that forbids unevaluated members",
    {
      allOf: [{ properties: { a: {} }, unevaluatedProperties: false }],
      properties: { b: {} },
    },
  ],
  [
    "a reference beside which additional members are forbidden",
    { $ref: "#/$defs/Plain", properties: { b: {} }, additionalProperties: false },
  ],
  ["a reference to a union", { $ref: "#/$defs/Union" }],
  ["a reference to itself", { $ref: "#/$defs/Loop" }],
];

for (const [name, schema] of wholes) {
  test(`${name} is one argument, and the root stays free of composition`, () => {
    const { facts } = buildOne(operation("POST /a", { body: body(schema) }), {
      Union: { anyOf: [{ type: "string" }, { type: "number" }] },
      Loop: { allOf: [{ $ref: "#/$defs/Loop" }] },
      Nullable: { type: ["object", "null"], properties: { a: {} } },
      Plain: { type: "object", properties: { a: {} } },
    });
    assert.deepEqual(Object.keys(facts.input["properties"] as object), ["body"]);
    assert.equal(facts.request.body?.arg, "body");
    assert.deepEqual(Object.keys(facts.input), [
      "type",
      "properties",
      "required",
      "additionalProperties",
    ]);
  });
}

const flattened: readonly [name: string, schema: Schema][] = [
  ["an object without a type", { properties: { a: {} } }],
  [
    "an object whose null is excluded by another part",
    { type: ["object", "null"], allOf: [{ $ref: "#/$defs/Plain" }] },
  ],
  ["an object without further members", { properties: { a: {} }, additionalProperties: false }],
  [
    "an allOf without unevaluated members",
    { allOf: [{ $ref: "#/$defs/Plain" }], unevaluatedProperties: false },
  ],
];

for (const [name, schema] of flattened) {
  test(`${name} is one argument per member`, () => {
    const { facts } = buildOne(operation("POST /a", { body: body(schema) }), {
      Plain: { type: "object", properties: { a: {} } },
    });
    assert.deepEqual(Object.keys(facts.input["properties"] as object), ["a"]);
  });
}

const least = { type: "object", properties: { a: {}, b: {} }, minProperties: 1 } as const;
const minimums: readonly [name: string, one: Operation, whole: boolean][] = [
  [
    "a body beside a parameter",
    operation("PATCH /a", { parameters: [parameter("query", "q")], body: body(least) }),
    true,
  ],
  [
    "a body beside a parameter that requires enough members",
    operation("PATCH /a", {
      parameters: [parameter("query", "q")],
      body: body({ ...least, required: ["a"] }),
    }),
    false,
  ],
  [
    "an optional body, which is not sent without members",
    operation("PATCH /a", {
      parameters: [parameter("query", "q")],
      body: body(least, { required: false }),
    }),
    false,
  ],
  [
    "an optional body of two or more members",
    operation("PATCH /a", { body: body({ ...least, minProperties: 2 }, { required: false }) }),
    true,
  ],
  [
    "a body whose parts have several minimums",
    operation("PATCH /a", {
      parameters: [parameter("query", "q")],
      body: body({ allOf: [least, { minProperties: 0 }] }),
    }),
    true,
  ],
  [
    "a body beside the choice of a media type",
    operation("PATCH /a", {
      body: body(true, {
        contents: [media("application/json", least), media("application/merge-patch+json", least)],
      }),
    }),
    true,
  ],
];

test("the least number of members of a body alone is that of the arguments", () => {
  const { facts } = buildOne(operation("PATCH /a", { body: body(least) }));
  assert.equal(facts.input["minProperties"], 1);
  assert.deepEqual(facts.request.body?.fields, ["a", "b"]);
});

for (const [name, one, whole] of minimums) {
  test(`the least number of members is checked for ${name}`, () => {
    const { facts } = buildOne(one);
    assert.equal(facts.request.body?.arg, whole ? "body" : undefined);
    if (whole) assert.match(JSON.stringify(facts.input["properties"]), /"minProperties":[12]/);
  });
}

test("references and plain allOf are resolved before a body is flattened", () => {
  const { facts } = buildOne(
    operation("POST /pets", {
      body: body({
        allOf: [
          { $ref: "#/$defs/Base" },
          { properties: { tag: { type: "string" } }, required: ["name"] },
        ],
      }),
    }),
    { Base: { type: "object", properties: { name: { type: "string" }, tag: { minLength: 1 } } } },
  );
  assert.deepEqual(facts.input["properties"], {
    name: { type: "string" },
    tag: { allOf: [{ minLength: 1 }, { type: "string" }] },
  });
  assert.deepEqual(facts.input["required"], ["name"]);
});

test("an optional body says which of its properties go together and requires none", () => {
  const { facts, inputMembers } = buildOne(
    operation("POST /notes", {
      body: body(
        {
          type: "object",
          properties: { note: {}, to: { type: "string" }, from: { type: "string" } },
          required: ["to", "from"],
        },
        { required: false },
      ),
    }),
  );
  assert.equal(facts.input["required"], undefined);
  assert.deepEqual(facts.input["dependentRequired"], { note: ["to"], to: ["from"], from: ["to"] });
  assert.deepEqual(facts.request.body, {
    type: "application/json",
    fields: ["note", "to", "from"],
  });
  assert.ok(inputMembers.every(({ required }) => !required));
});

test("styles are stated only where they differ from the usual", () => {
  const { facts } = buildOne(
    operation("GET /a/{p}", {
      parameters: [
        parameter("path", "p", { style: "label", explode: true }),
        parameter("query", "a"),
        parameter("query", "b", { explode: false }),
        parameter("query", "c", { style: "deepObject", explode: true, allowReserved: true }),
        parameter("query", "d", { contentType: "application/json" }),
        parameter("query", "e", { allowEmptyValue: true }),
        parameter("header", "X-F", { explode: false }),
        parameter("cookie", "g"),
      ],
    }),
  );
  assert.deepEqual(facts.request.params, [
    { in: "path", name: "p", style: "label", explode: true },
    { in: "query", name: "a" },
    { in: "query", name: "b", explode: false },
    { in: "query", name: "c", style: "deepObject", explode: true, allowReserved: true },
    { in: "query", name: "d", content: "application/json" },
    { in: "query", name: "e", allowEmptyValue: true },
    { in: "header", name: "X-F" },
    { in: "cookie", name: "g" },
  ]);
});

test("an urlencoded body keeps its encoding; a text body is a string", () => {
  const form = buildOne(
    operation("POST /form", {
      body: body(true, {
        contents: [
          media("application/cbor", { type: "object", properties: { a: {} } }),
          media(
            "application/x-www-form-urlencoded",
            { type: "object", properties: { a: { type: "array", items: {} } } },
            { encoding: { a: { style: "form", explode: false } } },
          ),
        ],
      }),
    }),
  );
  assert.deepEqual(form.facts.request.body, {
    type: "application/x-www-form-urlencoded",
    fields: ["a"],
    required: true,
    encoding: { a: { style: "form", explode: false } },
  });
  const text = buildOne(
    operation("POST /text", { body: body(true, { contents: [media("text/plain")] }) }),
  );
  assert.deepEqual(text.facts.input["properties"], { body: { type: "string" } });
});

const item = { type: "object", properties: { a: { type: "string" } } } as const;
const sameTypes: readonly [
  name: string,
  contents: readonly MediaType[],
  types: readonly string[],
][] = [
  [
    "the types of ASP.NET Core, which mean the same",
    ["application/json-patch+json", "application/json", "text/json", "application/*+json"].map(
      (type) => media(type, item),
    ),
    ["application/json"],
  ],
  [
    "a JSON Patch with the schema of text/json",
    [media("application/json-patch+json", item), media("text/json", item)],
    ["text/json"],
  ],
  [
    "strings as JSON and as text",
    [media("text/plain", { type: "string" }), media("application/json", { type: "string" })],
    ["application/json"],
  ],
  [
    "a JSON Patch alone that describes members",
    [media("application/json-patch+json", item)],
    ["application/json-patch+json"],
  ],
  [
    "several kinds of patch",
    [media("application/json-patch+json", item), media("application/merge-patch+json", item)],
    ["application/merge-patch+json", "application/json-patch+json"],
  ],
  [
    "JSON beside several kinds of patch",
    [
      media("application/json", item),
      media("application/json-patch+json", item),
      media("application/merge-patch+json", item),
    ],
    ["application/json", "application/merge-patch+json", "application/json-patch+json"],
  ],
  [
    "a JSON Patch with its own schema",
    [
      media("application/json", item),
      media("application/json-patch+json", { type: "array", items: item }),
    ],
    ["application/json", "application/json-patch+json"],
  ],
];

for (const [name, contents, types] of sameTypes) {
  test(`${name}: ${types.join(" or ")} is sent`, () => {
    const { facts } = buildOne(operation("PATCH /a", { body: body(true, { contents }) }));
    const { type, choice, fields } = facts.request.body ?? {};
    assert.deepEqual([type, ...(choice?.others ?? []).map((other) => other.type)], types);
    assert.deepEqual(
      fields,
      types.length === 1 && contents[0]?.schema === item ? ["a"] : undefined,
    );
  });
}

const names: readonly [name: string, candidates: readonly string[], want: readonly string[]][] = [
  ["keeps what clients accept", ["a", "X-Trace", "a.b", "_x"], ["a", "X-Trace", "a.b", "_x"]],
  [
    "replaces what they refuse",
    ["filter[status]", "$top", "@type"],
    ["filter_status", "top", "type"],
  ],
  ["leaves the plain spelling to the name that has it", ["@type", "type"], ["type_query", "type"]],
  ["removes accents", ["größe"], ["grosse"]],
  ["never uses __proto__", ["__proto__"], ["proto"]],
  ["renames constructor, which the SDK refuses", ["constructor"], ["constructor_query"]],
];

for (const [name, candidates, want] of names) {
  test(`naming arguments ${name}`, () => {
    const given = candidates.map((one) => ({ location: "query", name: one }) as const);
    assert.deepEqual(argumentNames(given, false), want);
  });
}

test("names without usable letters and overlong names are made unique by a hash", () => {
  const long = "x".repeat(70);
  const given = ["名前", "番号", long, `${long}y`].map(
    (name) => ({ location: "query", name }) as const,
  );
  const result = argumentNames(given, false);
  assert.equal(new Set(result).size, 4);
  for (const name of result) assert.match(name, /^[a-zA-Z0-9_.-]{1,64}_?[0-9a-f]{8}$/);
  assert.deepEqual(argumentNames(given.slice(1), false), result.slice(1));
});

test("variables of a URI template have names that RFC 6570 accepts", () => {
  const given = [{ location: "path", name: "pet-id" } as const];
  assert.deepEqual(argumentNames(given, true), ["pet_id"]);
  assert.deepEqual(argumentNames(given, false), ["pet-id"]);
});

test("a body property called __proto__ is an argument like any other and changes no prototype", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"k`${1}":{"type":"string"}}');
  const { facts } = buildOne(operation("POST /a", { body: body({ type: "object", properties }) }));
  assert.deepEqual(facts.request.body?.fields, [
    ["proto", "__proto__"],
    ["k_1", "k`${1}"],
  ]);
  assert.equal(Object.getPrototypeOf(facts.input["properties"]), Object.prototype);
});

test("a required body that can't be sent is skipped with its place, an optional one left out", () => {
  const contents = [media("application/cbor", { type: "object" })];
  assert.throws(
    () => buildOne(operation("POST /a", { body: body(true, { contents }) })),
    /skipped/,
  );
  const { facts, diagnostics } = buildOne(
    operation("POST /a", { body: body(true, { contents, required: false }) }),
  );
  assert.equal(facts.request.body, undefined);
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["body-unsupported", "warning"]],
  );
});
