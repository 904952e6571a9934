import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiModel } from "../../../src/operations/model.js";
import { api, read, type Value } from "../normalise/documents.js";

const to = (name: string): Value => ({ $ref: `#/components/schemas/${name}` });

function modelOf(schemas: Value, root: unknown, version: string): ApiModel {
  const content = { "application/json": { schema: root } };
  const post = { requestBody: { content }, responses: { "200": { description: "ok" } } };
  return read(api({ "/a": { post } }, { components: { schemas } }, version)).model;
}

function kind(schema: Value, more: Value = {}): Value {
  return { type: "object", properties: { kind: schema }, ...more };
}

interface Row {
  readonly what: string;
  readonly schemas: Value;
  readonly discriminator: Value;
  readonly note: string | undefined;
  readonly tags: readonly (readonly unknown[] | null)[];
  readonly version?: string;
}

const unions: readonly Row[] = [
  {
    what: "names, without mapping",
    schemas: { A: kind({ type: "string" }), B: kind({ type: "string" }) },
    discriminator: {},
    note: 'kind is "A" for A, "B" for B.',
    tags: [["A"], ["B"]],
  },
  {
    what: "the keys of mapping, by reference, name and file",
    schemas: { A: kind({ type: "string" }), B: kind({ type: "string" }) },
    discriminator: { mapping: { one: "#/components/schemas/A", uno: "A", two: "b/B.yaml" } },
    note: 'kind is "one" or "uno" for A, "two" for B.',
    tags: [["one", "uno"], ["two"]],
  },
  {
    what: "integers, because mapping's keys are strings only in JSON",
    schemas: { A: kind({ type: "integer", enum: [1] }), B: kind({ type: "integer", const: 2 }) },
    discriminator: { mapping: { "1": "A", "2": "B" } },
    note: "kind is 1 for A, 2 for B.",
    tags: [[1], [2]],
  },
  {
    what: "numbers and flags of a type that lists no values",
    schemas: { A: kind({ type: "integer" }), B: kind({ type: "boolean" }) },
    discriminator: { mapping: { "7": "A", true: "B" } },
    note: "kind is 7 for A, true for B.",
    tags: [[7], [true]],
  },
  {
    what: "the enum of a schema where it does not allow its name",
    schemas: {
      A: kind({ type: "string", enum: ["a-1", "a-2"] }),
      B: { allOf: [kind(to("Kind"))] },
      Kind: { type: "string", enum: ["b"] },
    },
    discriminator: {},
    note: 'kind is "a-1" or "a-2" for A, "b" for B.',
    tags: [["a-1", "a-2"], ["b"]],
  },
  {
    what: "the value of a common enum that is most like the name",
    schemas: {
      A: { allOf: [to("Base")] },
      B: { allOf: [to("Base")] },
      Base: kind({ type: "string", enum: ["a", "b"] }),
    },
    discriminator: {},
    note: 'kind is "a" for A, "b" for B.',
    tags: [["a"], ["b"]],
  },
  {
    what: "nothing where a common enum does not tell schemas apart",
    schemas: { A: kind({ enum: ["x", "y"] }), B: kind({ enum: ["x", "y"] }) },
    discriminator: {},
    note: undefined,
    tags: [null, null],
  },
  {
    what: "the schema for all other values",
    schemas: { A: kind({ type: "string" }), B: kind({ type: "string" }) },
    discriminator: { mapping: { a: "A" }, defaultMapping: "#/components/schemas/B" },
    note: 'kind is "a" for A, anything else for B.',
    tags: [["a"], null],
    version: "3.2.0",
  },
];

for (const { what, schemas, discriminator, note, tags, version = "3.1.0" } of unions) {
  test(`a discriminator names ${what}`, () => {
    const oneOf = [to("A"), to("B")];
    const root = { oneOf, discriminator: { propertyName: "kind", ...discriminator } };
    const model = modelOf(schemas, root, version);
    const schema = model.operations[0]?.body?.contents[0]?.schema as Value;
    assert.equal(schema["description"], note);
    assert.deepEqual(schema["discriminator"], { propertyName: "kind", tags });
  });
}

test("null may stand beside the schemas that a discriminator tells apart", () => {
  const schemas = { A: kind({ type: "string" }), B: kind({ type: "string" }) };
  const anyOf = [to("A"), { type: "null" }, to("B")];
  const root = { anyOf, discriminator: { propertyName: "kind" } };
  const schema = modelOf(schemas, root, "3.1.0").operations[0]?.body?.contents[0]?.schema as Value;
  assert.equal(schema["description"], 'kind is "A" for A, "B" for B.');
  assert.deepEqual((schema["discriminator"] as Value)["tags"], [["A"], null, ["B"]]);
});

const bases: readonly {
  readonly what: string;
  readonly base: Value;
  readonly cat?: Value;
  readonly note: string;
  readonly tags: readonly (readonly unknown[] | undefined)[];
}[] = [
  {
    what: "its own name and those of its subtypes",
    base: kind({ type: "string" }, { discriminator: { propertyName: "kind" } }),
    note: 'kind is "Cat" for Cat, "Dog" for Dog.',
    tags: [["Cat"], ["Dog"], ["Base"]],
  },
  {
    what: "the values of its enum that no subtype has",
    base: kind({ enum: ["cat", "dog", "pet"] }, { discriminator: { propertyName: "kind" } }),
    note: 'kind is "cat" for Cat, "dog" for Dog.',
    tags: [["cat"], ["dog"], ["pet"]],
  },
  {
    what: "no value if its subtypes have all",
    base: kind(
      { enum: ["c", "d"] },
      { discriminator: { propertyName: "kind", mapping: { c: "Cat", d: "Dog" } } },
    ),
    note: 'kind is "c" for Cat, "d" for Dog.',
    tags: [["c"], ["d"], []],
  },
  {
    what: "the values that subtypes state themselves",
    base: kind({ type: "string" }, { discriminator: { propertyName: "kind" } }),
    cat: { properties: { kind: { enum: ["feline"] } } },
    note: 'kind is "feline" for Cat, "Dog" for Dog.',
    tags: [["feline"], ["Dog"], ["Base"]],
  },
  {
    what: "the values of Azure's extension",
    base: kind({ type: "string" }, { discriminator: { propertyName: "kind" } }),
    cat: { "x-ms-discriminator-value": "#Cat" },
    note: 'kind is "#Cat" for Cat, "Dog" for Dog.',
    tags: [["#Cat"], ["Dog"], ["Base"]],
  },
];

for (const { what, base, cat = {}, note, tags } of bases) {
  test(`a schema with subtypes has ${what}`, () => {
    const schemas = {
      Base: base,
      Cat: { allOf: [to("Base")], ...cat },
      Dog: { allOf: [to("Base")] },
    };
    const named = modelOf(schemas, to("Base"), "3.0.3").schemas.get("Base");
    assert.equal(named?.subtypesNote, note);
    assert.deepEqual(named?.discriminator, { property: "kind", tags });
  });
}
