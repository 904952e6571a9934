/** How search results name arguments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentList, commonArguments } from "../../runtime/server/search/argument-list.js";

const none: ReadonlySet<string> = new Set();

function typeOf(schema: unknown, $defs: Record<string, unknown> = {}): string | undefined {
  const list = argumentList(
    { type: "object", properties: { it: schema }, required: ["it"], $defs },
    none,
    "",
  );
  return list.required[0];
}

test("types are written in a few characters, and texts have none", () => {
  const types: readonly (readonly [unknown, string])[] = [
    [{ type: "string" }, "it"],
    [{ type: ["string", "null"] }, "it"],
    [{}, "it"],
    [true, "it"],
    [{ type: "integer" }, "it: integer"],
    [{ type: "string", format: "date-time" }, "it: date-time"],
    [{ type: "string", format: "of our own" }, "it"],
    [{ enum: ["open", "closed", null, ""] }, "it: open|closed"],
    [{ const: 7 }, "it: 7"],
    [{ type: "array", items: { type: "string" } }, "it: string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, "it: (a|b)[]"],
    [{ type: "array" }, "it: any[]"],
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }, "it: string|integer"],
    [{ $ref: "#/$defs/Size" }, "it: small|large"],
    [{ $ref: "#/$defs/Unknown" }, "it"],
    [{ type: "object" }, "it: object"],
    [
      {
        properties: { b: {}, a: { type: "number" }, c: { properties: { d: {} } } },
        required: ["a"],
      },
      "it: { a: number, b?, c?: { d? } }",
    ],
    [
      {
        type: "object",
        properties: Object.fromEntries("abcdefgh".split("").map((name) => [name, {}])),
      },
      "it: { a?, b?, c?, d?, e?, f?, … }",
    ],
  ];
  const definitions = { Size: { enum: ["small", "large"] } };
  for (const [schema, want] of types) {
    assert.equal(typeOf(schema, definitions), want, JSON.stringify(schema));
  }
  const many = typeOf({ enum: Array.from({ length: 500 }, (_, at) => `value${at}`) });
  assert.match(many ?? "", /^it: value0\|.*…$/);
  assert.ok((many ?? "").length < 90);
});

test("schemas that refer to themselves, and huge ones, are named in time", () => {
  const $defs = {
    Loop: { $ref: "#/$defs/Loop" },
    Tree: {
      properties: { left: { $ref: "#/$defs/Tree" }, all: { items: { $ref: "#/$defs/Tree" } } },
    },
    Either: { anyOf: Array.from({ length: 1000 }, () => ({ $ref: "#/$defs/Either" })) },
  };
  assert.equal(typeOf({ $ref: "#/$defs/Loop" }, $defs), "it");
  assert.equal(typeOf({ $ref: "#/$defs/Tree" }, $defs), "it: { left?: { left?, all? }, all? }");
  assert.equal(typeOf({ $ref: "#/$defs/Either" }, $defs), "it");
});

test("all required arguments are named, and the optional ones that a question speaks of", () => {
  const names = ["page", "pageSize", "title", "body", "labels", "owner", "state", "zone", "kind"];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const schema = { type: "object", properties, required: ["owner"] };
  const list = argumentList(schema, new Set(["page", "pageSize"]), "items with a label of a kind");
  assert.deepEqual(list, {
    required: ["owner"],
    optional: ["labels", "kind", "title", "body", "state", "zone"],
  });
});

test("hostile names are looked up as they are", () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"integer"},"constructor":{"type":"boolean"}}',
  );
  const list = argumentList({ properties, required: ["toString", "__proto__", 5] }, none, "");
  assert.deepEqual(list, {
    required: ["toString", "__proto__: integer"],
    optional: ["constructor: boolean"],
  });
  assert.deepEqual(argumentList({}, none, ""), { required: [] });
});

test("arguments are common if a fifth of many operations has them", () => {
  const operations = Array.from({ length: 60 }, (_, at) => ({
    id: String(at),
    request: { method: "GET", path: "/" },
    input: { type: "object", properties: { page: {}, [`own${at}`]: {} } } as const,
    expose: { as: "searchable", name: `n${at}` } as const,
  }));
  assert.deepEqual([...commonArguments(operations)], ["page"]);
  assert.deepEqual([...commonArguments(operations.slice(0, 5))], []);
});
