import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../../../runtime/contract/operation.js";
import type { Response, Schema } from "../../../src/operations/model.js";
import { readAnswer } from "../../../src/surface/answer/answer.js";
import { describedOutput } from "../../../src/surface/answer/described-output.js";
import { build, buildOne, media, modelOf, ok, operation, response, schemas } from "./fixtures.js";

const json = media("application/json", { type: "object", properties: { a: {} } });
const jsonValue = { kind: "schema", schema: { type: "object", properties: { a: {} } } };

const rows: readonly [name: string, responses: readonly Response[], want: object][] = [
  [
    "200 before the others",
    [response("201", json), response("200", media("application/json"))],
    {
      value: { kind: "unknown" },
      success: { status: 200, type: "application/json" },
      accept: "application/json",
    },
  ],
  [
    "the first with JSON before one without",
    [response("204"), response("202", json)],
    {
      value: jsonValue,
      success: { status: 202, type: "application/json" },
      accept: "application/json",
    },
  ],
  [
    "2XX after every number, default never beside a success",
    [response("default", json), response("2XX", json), response("206")],
    {
      value: jsonValue,
      success: { status: 200, type: "application/json" },
      accept: "application/json",
    },
  ],
  [
    "default when there is no other",
    [response("404", json), response("default", json)],
    {
      value: jsonValue,
      success: { status: 200, type: "application/json" },
      accept: "application/json",
    },
  ],
  ["nothing known", [response("404", json)], { value: { kind: "unknown" } }],
  ["no content", [response("204")], { value: { kind: "void" }, success: { status: 204 } }],
  [
    "text",
    [response("200", media("text/csv"), media("image/png"))],
    {
      value: { kind: "text" },
      success: { status: 200, type: "text/csv" },
      accept: "text/csv, image/png",
    },
  ],
  [
    "media",
    [response("200", media("image/png"))],
    {
      value: { kind: "media" },
      success: { status: 200, type: "image/png" },
      accept: "image/png",
    },
  ],
  [
    "JSON first among several types, however it is written",
    [
      response(
        "200",
        media("text/html"),
        media("application/vnd.x+json", { type: "string" }),
        media("Application/JSON; charset=utf-8", { type: "number" }),
      ),
    ],
    {
      value: { kind: "schema", schema: { type: "number" } },
      success: { status: 200, type: "Application/JSON; charset=utf-8" },
      accept: "Application/JSON; charset=utf-8, text/html, application/vnd.x+json",
    },
  ],
  [
    "any type at all, which asks for none",
    [response("200", media("*/*", { type: "string" }))],
    {
      value: { kind: "schema", schema: { type: "string" } },
      success: { status: 200, type: "application/json" },
    },
  ],
  [
    "a type that would break a header",
    [response("200", media('application/json; a="\r\nX: y', {}))],
    {
      value: { kind: "schema", schema: {} },
      success: { status: 200, type: "application/json" },
      accept: "application/json",
    },
  ],
  [
    "several kinds of success",
    [
      response("200", media("application/json", { type: "string" })),
      response("201", media("application/json", { type: "string" })),
      response("202", media("application/json", { type: "number" })),
      response("204"),
      response("404", media("application/json", { type: "boolean" })),
    ],
    {
      value: {
        kind: "schema",
        schema: { anyOf: [{ type: "string" }, { type: "number" }] },
        alternatives: [{ type: "string" }, { type: "number" }],
      },
      success: { status: 200, type: "application/json" },
      accept: "application/json",
    },
  ],
  [
    "a stream of described items",
    [response("200", media("application/x-ndjson", undefined, { itemSchema: { type: "number" } }))],
    {
      value: { kind: "schema", schema: { type: "array", items: { type: "number" } } },
      stream: "items",
      success: { status: 200, type: "application/x-ndjson" },
      accept: "application/x-ndjson",
    },
  ],
  [
    "a stream of events",
    [
      response(
        "200",
        media("text/event-stream", undefined, {
          itemSchema: { type: "object", properties: { data: { type: "string" } } },
        }),
      ),
    ],
    {
      value: {
        kind: "schema",
        schema: {
          type: "array",
          items: { type: "object", properties: { data: { type: "string" } } },
        },
      },
      stream: "events",
      success: { status: 200, type: "text/event-stream" },
      accept: "text/event-stream",
    },
  ],
  [
    "a stream whose schema is that of its items, as before 3.2",
    [response("200", media("text/event-stream", { type: "object" }))],
    {
      value: { kind: "schema", schema: { type: "array", items: { type: "object" } } },
      stream: "items",
      success: { status: 200, type: "text/event-stream" },
      accept: "text/event-stream",
    },
  ],
  [
    "a stream without a description",
    [response("200", media("text/event-stream", { type: "string" }))],
    {
      value: { kind: "text" },
      success: { status: 200, type: "text/event-stream" },
      accept: "text/event-stream",
    },
  ],
];

for (const [name, responses, want] of rows) {
  test(`the answer is read from ${name}`, () => {
    assert.deepEqual(readAnswer(operation("GET /a", { responses }), new Map()), want);
  });
}

test("an example is kept while it is small", () => {
  const withExample = (example: unknown) =>
    readAnswer(
      operation("GET /a", {
        responses: [response("200", media("application/json", {}, { example }))],
      }),
      new Map(),
    ).example;
  assert.deepEqual(withExample([{ a: 1 }]), { type: "application/json", value: [{ a: 1 }] });
  assert.deepEqual(withExample(null), { type: "application/json", value: null });
  assert.equal(withExample({ a: "x".repeat(3000) }), undefined);
  assert.equal(withExample({ a: "é".repeat(1500) }), undefined);
  assert.equal(withExample(undefined), undefined);
});

test("an object is listed without required at its root, its parts keep theirs", () => {
  const { facts } = buildOne(
    operation("GET /a", { responses: ok({ allOf: [{ $ref: "#/$defs/Pet" }] }) }),
    {
      Pet: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1 },
          owner: { required: ["id"], properties: { id: {} } },
        },
        required: ["name"],
        additionalProperties: false,
      },
    },
  );
  assert.deepEqual(facts.output, {
    type: "object",
    properties: {
      name: { type: "string" },
      owner: { required: ["id"], properties: { id: {} } },
    },
  });
  assert.equal(facts.wrapIn, undefined);
});

test("a map is listed as one", () => {
  const { facts } = buildOne(
    operation("GET /a", {
      responses: ok({ type: "object", additionalProperties: { type: "integer" } }),
    }),
  );
  assert.deepEqual(facts.output, { type: "object", additionalProperties: { type: "integer" } });
});

test("arrays, scalars and unions are the member result", () => {
  for (const schema of [
    { type: "array", items: { type: "string" } },
    { type: "string" },
    { anyOf: [{ type: "string" }, { type: "object", properties: {} }] },
  ]) {
    const { facts, output } = buildOne(operation("GET /a", { responses: ok(schema) }));
    assert.equal(facts.wrapIn, "result");
    assert.deepEqual(facts.output, { type: "object", properties: { result: schema } });
    assert.deepEqual(output, { kind: "schema", schema });
  }
});

test("an answer of which nothing is known lists no output schema", () => {
  for (const schema of [true, {}, { type: "object" }]) {
    assert.equal(buildOne(operation("GET /a", { responses: ok(schema) })).facts.output, undefined);
  }
});

test("an output schema over the limit, with what it refers to, is not listed but still typed", () => {
  const named = schemas({
    Big: { type: "object", properties: { text: { enum: ["x".repeat(500)] } } },
  });
  const model = modelOf(
    [operation("GET /a", { responses: ok({ type: "array", items: { $ref: "#/$defs/Big" } }) })],
    { schemas: named },
  );
  const large = build(model, { outputSchemaLimit: 500 }).surface;
  assert.equal(large.operations[0]?.facts.output, undefined);
  assert.equal(large.operations[0]?.facts.wrapIn, undefined);
  assert.equal(large.api.outputSchemas, undefined);
  assert.deepEqual(
    large.schemas.map(({ name }) => name),
    ["Big"],
  );
  const small = build(model, { outputSchemaLimit: 1000 }).surface;
  assert.equal(small.operations[0]?.facts.wrapIn, "result");
  assert.deepEqual(Object.keys(small.api.outputSchemas ?? {}), ["Big"]);
});

test("objects of which an answer is any are listed as one with the members of all", () => {
  const object = (properties: Record<string, Schema>) => ({ type: "object", properties });
  const responses = [
    response(
      "200",
      media("application/json", object({ id: { type: "string" }, a: { type: "number" } })),
    ),
    response("202", media("application/json", object({ id: { type: "number" }, job: true }))),
  ];
  const { facts } = buildOne(operation("GET /a", { responses }));
  assert.deepEqual(facts.output, {
    type: "object",
    properties: {
      id: { anyOf: [{ type: "string" }, { type: "number" }] },
      a: { type: "number" },
      job: {},
    },
  });
  assert.equal(facts.wrapIn, undefined);
});

test("an output schema of the user lists no names and values that clients can't", () => {
  const rows: readonly [schema: string, output: string, wrap?: boolean][] = [
    [
      '{"type":"object","properties":{"constructor":{"type":"string"},"toString":{"type":"string"},"__proto__":{},"a":{"type":"string","title":"A"}},"required":["a"],"additionalProperties":false}',
      '{"type":"object","properties":{"a":{"type":"string","title":"A"}}}',
    ],
    [
      '{"type":"object","properties":{"a":{"properties":{"valueOf":{},"b":{}},"required":["b"]},"enum":{"properties":{"constructor":{}}}}}',
      '{"type":"object","properties":{"a":{"properties":{"b":{}},"required":["b"]},"enum":{"properties":{}}}}',
    ],
    [
      '{"type":"array","items":{"enum":[{"constructor":1}],"default":{"a":{"__proto__":1}},"examples":[1]}}',
      '{"type":"object","properties":{"result":{"type":"array","items":{"examples":[1]}}}}',
      true,
    ],
    [
      '{"type":"object","not":{"const":{"constructor":1}},"oneOf":[{"properties":{"constructor":{}}}],"dependentRequired":{"toString":["a"],"b":["a"]}}',
      '{"type":"object","dependentRequired":{"b":["a"]}}',
    ],
    [
      '{"type":"object","properties":{"a":{"const":{"b":1}}},"not":{"const":{"c":1}},"additionalProperties":false}',
      '{"type":"object","properties":{"a":{"const":{"b":1}}},"not":{"const":{"c":1}},"additionalProperties":false}',
    ],
  ];
  const place = { file: "file:///mcp.yaml", pointer: "" };
  for (const [schema, output, wrap = false] of rows) {
    const value = JSON.parse(schema) as JsonSchema;
    const described = describedOutput({ value, place, severity: "error" });
    assert.ok(described.ok, schema);
    assert.equal(described.wrap, wrap);
    assert.deepEqual(described.output, JSON.parse(output), schema);
  }
});
