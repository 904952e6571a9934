import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { checkExamples } from "./check-examples.js";
import type { ExamplesResult } from "./result.js";

async function check(files: Readonly<Record<string, unknown>>): Promise<ExamplesResult> {
  const folder = mkdtempSync(path.join(tmpdir(), "examples-"));
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(path.join(folder, name), text);
  }
  return checkExamples("small", path.join(folder, Object.keys(files)[0]!));
}

/** A document of version 3 with one operation, `POST /pets`. */
const post = (openapi: string, operation: object, components: object = {}): object => ({
  openapi,
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example" }],
  paths: { "/pets": { post: { responses: { 200: { description: "fine" } }, ...operation } } },
  components,
});

const body = (media: object, type = "application/json"): object => ({
  requestBody: { required: true, content: { [type]: media } },
});

test("examples of parameters, media types and schemas are sent in OpenAPI 3.0", async () => {
  const result = await check({
    "api.yaml": `
openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, example: 2024-01-01 }
    put:
      parameters:
        - { name: tags, in: query, schema: { type: array, items: { type: string } }, example: [a, b c] }
        - { name: X-Trace, in: header, schema: { type: string, example: on } }
        - name: filter
          in: query
          content: { application/json: { schema: { type: object }, examples: { one: { value: { a: 1 } } } } }
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Pet" }
            examples:
              cat: { $ref: "#/components/examples/Cat" }
              file: { externalValue: pet.json }
              elsewhere: { externalValue: "https://pets.example/pet.json" }
      responses: { 200: { description: fine } }
components:
  examples: { Cat: { value: { name: Tom } } }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties: { id: { type: integer, readOnly: true }, name: { type: string }, born: { type: string } }
      example: { name: Rex, born: 2020-02-02 }
`,
    "pet.json": { name: "from a file" },
  });
  assert.deepEqual(result.problems, []);
  assert.deepEqual(
    [result.examples, result.accepted, result.valid, result.validAccepted],
    [7, 7, 7, 7],
  );
});

test("examples of Swagger 2.0 are found in parameters, schemas and extensions", async () => {
  const result = await check({
    "api.json": {
      swagger: "2.0",
      info: { title: "Pets", version: "1" },
      host: "pets.example",
      consumes: ["application/json"],
      paths: {
        "/pets": {
          post: {
            parameters: [
              { name: "limit", in: "query", type: "integer", "x-example": 5 },
              {
                name: "pet",
                in: "body",
                schema: {
                  type: "object",
                  properties: { name: { type: "string" } },
                  example: { name: "Tom" },
                },
                "x-examples": { "application/json": { name: "Rex" } },
              },
            ],
            responses: { 200: { description: "fine" } },
          },
        },
        "/forms": {
          post: {
            consumes: ["application/x-www-form-urlencoded"],
            parameters: [
              { name: "b", in: "formData", type: "string", required: true, "x-example": "x y" },
              { name: "a", in: "formData", type: "integer", example: 3 },
              { name: "c", in: "formData", type: "string" },
            ],
            responses: { 200: { description: "fine" } },
          },
        },
      },
    },
  });
  assert.deepEqual(result.problems, []);
  assert.deepEqual([result.examples, result.accepted], [4, 4]);
});

test("dataValue and serializedValue of 3.2 and lists of examples of 3.1 are sent", async () => {
  const media = {
    schema: { type: "object", properties: { name: { type: "string" } } },
    examples: {
      data: { dataValue: { name: "Tom" }, serializedValue: '{"name":"Tom"}' },
      text: { serializedValue: '{"name":"Rex"}' },
    },
  };
  const newer = await check({ "api.json": post("3.2.0", body(media)) });
  assert.deepEqual([newer.examples, newer.accepted, newer.problems.length], [2, 2, 0]);
  const schema = { type: "object", examples: [{ a: 1 }, { b: [2] }], additionalProperties: true };
  const older = await check({ "api.json": post("3.1.0", body({ schema })) });
  assert.deepEqual([older.examples, older.accepted, older.problems.length], [2, 2, 0]);
});

test("the examples of members make a body, without what is read-only", async () => {
  const components = {
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "name", "kind"],
        properties: {
          id: { type: "integer", readOnly: true, example: 1 },
          name: { type: "string", example: "Tom" },
          kind: { type: "string", enum: ["cat", "dog"] },
          owner: { type: "object", properties: { mail: { type: "string", example: "a@b" } } },
          tags: { type: "array", items: { type: "string", example: "soft" } },
          notes: { type: "string" },
        },
      },
      Nameless: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, age: { type: "integer", example: 3 } },
      },
    },
  };
  const pet = { schema: { $ref: "#/components/schemas/Pet" } };
  const whole = await check({ "api.json": post("3.0.3", body(pet), components) });
  assert.deepEqual([whole.examples, whole.accepted, whole.problems.length], [1, 1, 0]);
  const nameless = { schema: { $ref: "#/components/schemas/Nameless" } };
  const partly = await check({ "api.json": post("3.0.3", body(nameless), components) });
  assert.equal(partly.examples, 0, "a required member has no example");
});

/** Schemas and examples that they do not allow, by reason. */
const invalid: Readonly<Record<string, readonly [schema: object, example: unknown]>> = {
  "json-in-a-string": [{ type: "object" }, '{"name": "Tom"}'],
  "another-type": [{ type: "object", properties: { age: { type: "integer" } } }, { age: [1] }],
  "a-required-member-is-missing": [{ type: "object", required: ["name"] }, { age: 1 }],
  "not-a-listed-value": [{ type: "object", properties: { kind: { enum: ["a"] } } }, { kind: "b" }],
  pattern: [{ type: "object", properties: { code: { pattern: "^[0-9]+$" } } }, { code: "x" }],
  "beyond-a-limit": [{ type: "object", properties: { n: { maximum: 3 } } }, { n: 4 }],
  "a-forbidden-member": [
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    { b: 1 },
  ],
  "fits-none-of-the-forms": [
    { type: "object", properties: { it: { anyOf: [{ type: "integer" }, { type: "boolean" }] } } },
    { it: "text" },
  ],
};

for (const version of ["3.0.3", "3.1.0"]) {
  for (const [reason, [schema, example]] of Object.entries(invalid)) {
    test(`a refused example says that ${reason} in ${version}`, async () => {
      const result = await check({ "api.json": post(version, body({ schema, example })) });
      assert.deepEqual([result.examples, result.valid, result.accepted], [1, 0, 0]);
      assert.deepEqual(result.refused, {
        [reason]: [
          "POST /pets api.json#/paths/~1pets/post/requestBody/content/application~1json/example",
        ],
      });
      assert.equal(result.texts, reason === "json-in-a-string" ? 1 : 0);
    });
  }
}

test("a schema that forbids the members of its own union is the reason, not the union", async () => {
  const form = { type: "object", properties: { a: { type: "string" } } };
  const schema = { oneOf: [form, form], additionalProperties: false };
  const media = {
    schema: { type: "object", properties: { it: schema } },
    example: { it: { a: "x" } },
  };
  const result = await check({ "api.json": post("3.0.3", body(media)) });
  assert.deepEqual(Object.keys(result.refused), ["a-forbidden-member"]);
});

for (const text of ['{"a": 1}\n{"b": 2}', '{"a": """two lines"""}', " [1] "]) {
  test(`${text} is a text of JSON`, async () => {
    const media = { schema: { type: "object" }, example: text };
    const result = await check({ "api.json": post("3.0.3", body(media)) });
    assert.deepEqual([Object.keys(result.refused), result.texts], [["json-in-a-string"], 1]);
  });
}

test("each decision is about a reason, and each reason has a decision", () => {
  const file = path.join(import.meta.dirname, "decisions.json");
  const decisions = Object.keys(JSON.parse(readFileSync(file, "utf8")) as object);
  const reasons = [...Object.keys(invalid), "text-of-the-media-type", "a-read-only-member"];
  assert.deepEqual(decisions.sort(), reasons.sort());
});

test("an example with what only answers have is told from others before 3.1", async () => {
  const pet = {
    type: "object",
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  };
  const schema = { type: "object", properties: { pets: { type: "array", items: pet } } };
  const media = {
    schema: { ...schema, additionalProperties: false },
    example: { pets: [{ id: 1 }] },
  };
  const flat = { schema: pet, example: { id: 1, name: "Tom" } };
  const parameter = { name: "pet", in: "body", schema: { ...pet, example: flat.example } };
  const swagger = await check({
    "api.json": {
      swagger: "2.0",
      info: { title: "Pets", version: "1" },
      host: "pets.example",
      paths: {
        "/pets": { post: { parameters: [parameter], responses: { 200: { description: "fine" } } } },
      },
    },
  });
  assert.deepEqual([swagger.valid, Object.keys(swagger.refused)], [0, ["a-read-only-member"]]);
  // In 3.0, a body takes what its examples carry: readOnly is no more than "SHOULD NOT be sent".
  const older = await check({ "api.json": post("3.0.3", body(flat)) });
  assert.deepEqual([older.valid, older.accepted], [0, 1]);
  const nested = await check({ "api.json": post("3.0.3", body(media)) });
  assert.equal(nested.valid, 0);
  const newer = await check({ "api.json": post("3.1.0", body(flat)) });
  assert.deepEqual([newer.valid, newer.accepted], [1, 1]);
});

test("a text of XML is told from a value", async () => {
  const media = { schema: { type: "object" }, example: "<pet/>" };
  const result = await check({ "api.json": post("3.0.3", body(media, "application/xml")) });
  assert.deepEqual(Object.keys(result.refused), ["text-of-the-media-type"]);
});

test("a valid example that can't be sent is a problem", async () => {
  const parameters = [
    { name: "when", in: "header", schema: { type: "string" }, example: "line\nbreak" },
  ];
  const result = await check({ "api.json": post("3.0.3", { parameters }) });
  assert.deepEqual([result.examples, result.valid, result.validAccepted], [1, 1, 0]);
  assert.match(result.problems[0] ?? "", /^POST \/pets api\.json#.*refused/s);
});
