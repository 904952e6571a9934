import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ApiModel } from "../../../src/operations/model.js";
import { api, ok, read, type Value } from "../normalise/documents.js";

function asking(schema: unknown): Value {
  return {
    requestBody: { content: { "application/json": { schema } } },
    responses: { "204": { description: "" } },
  };
}

function responding(schema: unknown): Value {
  return {
    responses: { "200": { description: "ok", content: { "application/json": { schema } } } },
  };
}

function modelOf(schemas: Value, roots: unknown[], others?: Value, version = "3.1.0"): ApiModel {
  const paths = Object.fromEntries(
    roots.map((schema, n) => [`/${n}`, { get: responding(schema) }]),
  );
  return read(api(paths, { components: { schemas } }, version), others).model;
}

const to = (name: string): Value => ({ $ref: `#/components/schemas/${name}` });

function schemaOf(model: ApiModel, name: string): unknown {
  return model.schemas.get(name)?.schema;
}

function accepts(model: ApiModel, name: string, value: unknown): boolean {
  const $defs = Object.fromEntries([...model.schemas].map(([key, { schema }]) => [key, schema]));
  return new Ajv2020({ strict: false }).compile({ $defs, $ref: `#/$defs/${name}` })(value);
}

test("a schema that contains itself is kept once and refers to itself", () => {
  const Node = { type: "object", properties: { next: to("Node"), list: { items: to("Node") } } };
  const model = modelOf({ Node }, [to("Node")]);
  assert.deepEqual([...model.schemas.keys()], ["Node"]);
  assert.deepEqual(model.schemas.get("Node")?.uses, ["Node"]);
  assert.deepEqual(schemaOf(model, "Node"), {
    type: "object",
    properties: { next: { $ref: "#/$defs/Node" }, list: { items: { $ref: "#/$defs/Node" } } },
  });
});

test("only schemas that an operation reaches are in the model", () => {
  const model = modelOf({ A: { items: to("B") }, B: {}, C: { items: to("A") } }, [to("A")]);
  assert.deepEqual([...model.schemas.keys()].sort(), ["A", "B"]);
});

test("names of components do not depend on which operations there are", () => {
  const schemas = { "pet-item": { title: "1" }, PetItem: { title: "2" }, petItem: { title: "3" } };
  const titles = (roots: Value[]) => {
    const { schemas: named } = modelOf(schemas, roots);
    return Object.fromEntries(
      [...named.values()].map(({ name, schema }) => [(schema as Value)["title"], name]),
    );
  };
  const all = titles([to("petItem"), to("PetItem"), to("pet-item")]);
  assert.deepEqual(all, { "1": "PetItem2", "2": "PetItem", "3": "PetItem3" });
  assert.deepEqual(titles([to("petItem")]), { "3": "PetItem3" });
});

test("a component that only refers to a file gives that file its name", () => {
  const others = { "parts/the-pet.json": { type: "object", properties: { self: { $ref: "#" } } } };
  const schemas = { Pet: { $ref: "parts/the-pet.json" } };
  const model = modelOf(schemas, [to("Pet"), { $ref: "parts/the-pet.json" }], others);
  assert.deepEqual(schemaOf(model, "Pet"), {
    type: "object",
    properties: { self: { $ref: "#/$defs/Pet" } },
  });
  assert.equal(model.schemas.get("Pet")?.ref, "parts/the-pet.json#");
});

test("schemas elsewhere are named after their place; on a conflict all get a longer name", () => {
  const others = {
    "a/pet.json": { title: "a" },
    "b/pet.json": { title: "b" },
    "x.json": { Tag: {} },
  };
  const model = modelOf(
    { Pet: { properties: { tag: {} } } },
    [
      { $ref: "a/pet.json" },
      { $ref: "b/pet.json" },
      { $ref: "x.json#/Tag" },
      { $ref: "#/components/schemas/Pet/properties/tag" },
      { $ref: "#/paths/~10/get/responses/200/content/application~1json/schema" },
    ],
    others,
  );
  assert.deepEqual([...model.schemas.keys()].sort(), ["APet", "BPet", "Get0200", "PetTag", "Tag"]);
});

test("a reference into the paths is followed with its escapes", () => {
  const model = modelOf({}, [
    { type: "object" },
    { $ref: "#/paths/~10/get/responses/200/content/application~1json/schema" },
  ]);
  assert.deepEqual(schemaOf(model, "Get0200"), { type: "object" });
});

test("references that only refer to each other describe nothing", () => {
  const { codes, model } = read(
    api(
      { "/a": { get: responding(to("A")) }, "/b": { get: responding({}) } },
      {
        components: { schemas: { A: to("B"), B: to("A") } },
      },
    ),
  );
  assert.deepEqual(codes, ["warning ref-cycle", "warning ref-cycle"]);
  assert.deepEqual(
    model.operations.map(({ key }) => key),
    ["GET /a", "GET /b"],
  );
  assert.deepEqual(
    [...model.schemas.values()].map(({ schema }) => schema),
    [{}, {}],
  );
});

test("the cycle of a base and the children it lists is broken", () => {
  const schemas = {
    Animal: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      oneOf: [to("Cat"), to("Dog")],
    },
    Cat: {
      allOf: [to("Animal"), { properties: { lives: { type: "integer" } }, required: ["lives"] }],
    },
    Dog: {
      allOf: [to("Animal"), { properties: { tricks: { type: "array" } }, required: ["tricks"] }],
    },
  };
  const model = modelOf(schemas, [to("Animal")]);
  assert.equal(accepts(model, "Animal", { kind: "cat", lives: 9 }), true);
  assert.equal(accepts(model, "Animal", { kind: "fish" }), false);
  assert.equal(accepts(model, "Cat", { lives: 9 }), false, "a cat is an animal");
  assert.deepEqual(model.schemas.get("Cat")?.uses, []);
  assert.deepEqual([...(model.schemas.get("Animal")?.uses ?? [])].sort(), ["Cat", "Dog"]);
});

test("the cycles of two levels of such bases are broken, too", () => {
  const schemas = {
    A: { type: "object", required: ["a"], anyOf: [to("B")] },
    B: { allOf: [to("A")], required: ["b"], oneOf: [to("C")] },
    C: { allOf: [to("B")], required: ["c"] },
  };
  const model = modelOf(schemas, [to("A")]);
  assert.equal(accepts(model, "A", { a: 1, b: 1, c: 1 }), true);
  assert.equal(accepts(model, "A", { a: 1, b: 1 }), false);
  assert.equal(accepts(model, "C", { b: 1, c: 1 }), false);
});

const endless: [name: string, schemas: Value, value: unknown, accepted: boolean][] = [
  ["its own choice", { A: { anyOf: [{ type: "string" }, to("A")] } }, 5, false],
  ["its own choice", { A: { anyOf: [{ type: "string" }, to("A")] } }, "x", true],
  ["part of its allOf", { A: { allOf: [to("A"), { type: "string" }] } }, "x", true],
  [
    "part of another that is part of it",
    { A: { allOf: [to("B")] }, B: { allOf: [to("A"), { type: "string" }] } },
    5,
    false,
  ],
  ["excluded by itself", { A: { not: to("A") } }, 5, true],
  [
    "extended by what it extends",
    { A: { oneOf: [to("B")], allOf: [to("B")] }, B: { oneOf: [to("A")], allOf: [to("A")] } },
    5,
    false,
  ],
];
for (const [name, schemas, value, accepted] of endless) {
  test(`validating ${JSON.stringify(value)} against a schema that is ${name} terminates`, () => {
    const { model, diagnostics } = read(
      api({ "/a": { get: responding(to("A")) } }, { components: { schemas } }),
    );
    assert.deepEqual([...new Set(diagnostics.map(({ code }) => code))], ["ref-cycle"]);
    assert.equal(accepts(model, "A", value), accepted);
  });
}

test("a generic schema is read once for each binding of its anchor", () => {
  const Page = {
    $id: "https://x.example/page",
    $defs: { item: { $dynamicAnchor: "item", not: {} } },
    type: "object",
    properties: { data: { items: { $dynamicRef: "#item" } } },
  };
  const pageOf = (name: string) => ({
    $defs: { item: { $dynamicAnchor: "item", ...to(name) } },
    ...to("Page"),
  });
  const model = modelOf({ Page, Pet: { type: "object" }, Tag: { type: "string" } }, [
    pageOf("Pet"),
    pageOf("Tag"),
    pageOf("Pet"),
  ]);
  const names = ["PageOfPet", "PageOfTag", "Pet", "Tag"];
  assert.deepEqual([...model.schemas.keys()].sort(), names);
  assert.deepEqual(schemaOf(model, "PageOfTag"), {
    type: "object",
    properties: { data: { items: { $ref: "#/$defs/Tag" } } },
  });
});

test("a generic schema without a binding keeps its own default", () => {
  const Page = {
    $defs: { item: { $dynamicAnchor: "item", type: "number" } },
    properties: { data: { $dynamicRef: "#item" } },
  };
  const model = modelOf({ Page }, [to("Page")]);
  const [name] = model.schemas.get("Page")?.uses ?? [];
  assert.deepEqual(schemaOf(model, name ?? ""), { type: "number" });
});

test("$recursiveRef leads to the nearest recursive anchor", () => {
  const Filter = { $recursiveAnchor: true, properties: { any: { items: { $recursiveRef: "#" } } } };
  const model = modelOf({ Filter }, [to("Filter")]);
  assert.deepEqual(schemaOf(model, "Filter"), {
    properties: { any: { items: { $ref: "#/$defs/Filter" } } },
  });
});

test("$id, $anchor and $defs leave no trace", () => {
  const A = {
    $id: "https://x.example/a",
    $schema: "s",
    $anchor: "top",
    $defs: { B: { type: "string" } },
    items: { $ref: "#/$defs/B" },
  };
  const model = modelOf({ A }, [to("A")]);
  assert.deepEqual(schemaOf(model, "A"), { items: { $ref: "#/$defs/AB" } });
});

test("an error in a shared schema is reported once, with the skipped operations", () => {
  const paths: Value = { "/good": { get: { responses: ok } } };
  for (let n = 0; n < 5; n++) paths[`/${n}`] = { get: asking({ items: to("Holder") }) };
  const schemas = { Holder: { properties: { bad: to("Bad") } }, Bad: { minimum: "x" } };
  const { model, diagnostics } = read(api(paths, { components: { schemas } }));
  assert.equal(diagnostics.length, 1);
  assert.equal(diagnostics[0]?.place?.pointer, "/components/schemas/Bad/minimum");
  assert.match(
    diagnostics[0]?.message ?? "",
    /Skipped: GET \/0, GET \/1, GET \/2 and 2 more operations\./,
  );
  assert.equal(model.operations.length, 1);
  assert.equal(model.skipped.length, 5);
  assert.ok(model.skipped.every(({ reason }) => reason === diagnostics[0]));
  assert.equal(model.schemas.size, 0);
});

test("warnings of schemas that nothing uses are not reported", () => {
  const { codes } = read(
    api({ "/a": { get: responding({}) } }, { components: { schemas: { A: { pattern: "(?i)" } } } }),
  );
  assert.deepEqual(codes, []);
});
