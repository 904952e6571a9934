import assert from "node:assert/strict";
import { test } from "node:test";
import type { Api } from "../../../runtime/contract/api.js";
import type { Operation, SchemaTable } from "../../../runtime/contract/operation.js";
import { Upstream } from "../../../runtime/upstream/upstream.js";
import { api, operation } from "./support.js";

function mock(facts: Partial<Operation>, outputSchemas: SchemaTable = {}, method = "GET") {
  const facts_: Api = api({
    outputSchemas,
    securitySchemes: { key: { type: "bearer", env: "SHOP_TOKEN" } },
    security: [{ key: [] }],
  });
  return new Upstream(facts_, { env: {}, mock: true }).call(operation({ method }, facts), {});
}

const object = (properties: object) => ({ type: "object", properties }) as const;
const pet = object({ id: { type: "integer" }, friend: { $ref: "#/$defs/Pet" } });

const rows: [string, Partial<Operation>, SchemaTable, want: unknown][] = [
  [
    "an example",
    { example: { type: "application/json", value: { a: 1 } } },
    {},
    { kind: "json", status: 200, value: { a: 1 } },
  ],
  [
    "an example written as text",
    { example: { type: "application/json", value: '[{"a":1}]' } },
    {},
    { kind: "json", status: 200, value: [{ a: 1 }] },
  ],
  [
    "an example that is text",
    { example: { type: "text/csv", value: "a,b" } },
    {},
    { kind: "text", status: 200, text: "a,b", mimeType: "text/csv" },
  ],
  [
    "the document's status",
    { example: { type: "application/json", value: 1 }, success: { status: 201 } },
    {},
    { kind: "json", status: 201, value: 1 },
  ],
  [
    "a sample",
    {
      output: object({
        n: { type: "integer" },
        s: { type: ["null", "string"] },
        e: { enum: ["x", "y"] },
      }),
    },
    {},
    { kind: "json", status: 200, value: { n: 0, s: "string", e: "x" } },
  ],
  [
    "a sample of named schemas",
    { output: object({ tag: { $ref: "#/$defs/Tag" } }) },
    { Tag: { type: "string", const: "t" } },
    { kind: "json", status: 200, value: { tag: "t" } },
  ],
  [
    "a sample without its wrapper",
    { output: object({ result: { type: "array", items: { type: "boolean" } } }), wrapIn: "result" },
    {},
    { kind: "json", status: 200, value: [true] },
  ],
  [
    "a cycle, cut",
    { output: object({ pet: { $ref: "#/$defs/Pet" } }) },
    { Pet: pet },
    { kind: "json", status: 200, value: { pet: { id: 0 } } },
  ],
  [
    "a choice that is not null",
    { output: object({ p: { anyOf: [{ type: "null" }, { $ref: "#/$defs/Tag" }] } }) },
    { Tag: { type: "number", minimum: 3 } },
    { kind: "json", status: 200, value: { p: 3 } },
  ],
  ["no content", { success: { status: 204 } }, {}, { kind: "empty", status: 204 }],
  ["nothing known", {}, {}, { kind: "empty", status: 200 }],
  [
    "JSON of no schema",
    { success: { status: 200, type: "application/json" } },
    {},
    { kind: "json", status: 200, value: {} },
  ],
];

for (const [name, facts, schemas, want] of rows) {
  test(`mock answers ${name}`, async () => assert.deepEqual(await mock(facts, schemas), want));
}

test("mock answers an image", async () => {
  const answer = await mock({ success: { status: 200, type: "image/png" } });
  assert.equal(answer.kind === "media" && answer.media.mimeType, "image/png");
});

test("mock answers HEAD with nothing", async () => {
  const facts = { example: { type: "application/json", value: {} } };
  assert.deepEqual(await mock(facts, {}, "HEAD"), { kind: "empty", status: 200 });
});

test("a schema of many cycles is sampled within bounds", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `N${i}`);
  const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const table = Object.fromEntries(names.map((name) => [name, object(all)]));
  const answer = await mock({ output: object(all) }, table);
  assert.ok(JSON.stringify(answer).length < 100_000);
});

test("sizes a schema asks for are bounded", async () => {
  const output = object({
    list: { type: "array", minItems: 1e9, items: { type: "string", minLength: 1e9 } },
    long: { type: "string", minLength: 1e9 },
  });
  assert.ok(JSON.stringify(await mock({ output })).length < 2_000);
});

test("a schema cannot reach a prototype", async () => {
  const properties = JSON.parse('{"__proto__":{"type":"object","properties":{"x":{"const":1}}}}');
  const output = {
    type: "object",
    properties,
    allOf: [JSON.parse('{"example":{"__proto__":{"x":1}}}')],
  } as const;
  await mock({ output });
  assert.equal(({} as { x?: unknown }).x, undefined);
});
