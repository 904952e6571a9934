import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "../../../src/operations/model.js";
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
  ["a reference to a union", { $ref: "#/$defs/Union" }],
  ["a reference to itself", { $ref: "#/$defs/Loop" }],
];

for (const [name, schema] of wholes) {
  test(`${name} is one argument, and the root stays free of composition`, () => {
    const { facts } = buildOne(operation("POST /a", { body: body(schema) }), {
      Union: { anyOf: [{ type: "string" }, { type: "number" }] },
      Loop: { allOf: [{ $ref: "#/$defs/Loop" }] },
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
