import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { RawDocument } from "./raw-document.js";
import { RawValidator } from "./validator.js";

function documentOf(files: Readonly<Record<string, unknown>>): RawDocument {
  const folder = mkdtempSync(path.join(tmpdir(), "raw-"));
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(path.join(folder, name), text);
  }
  return new RawDocument(path.join(folder, Object.keys(files)[0]!));
}

test("parameters of a path item and an operation are merged, with the defaults of their places", () => {
  const document = documentOf({
    "api.yaml": `
openapi: 3.0.4
paths:
  /pets/{id}:
    parameters:
      - $ref: "parts.yaml#/Id"
      - { name: X-Trace, in: header, schema: { type: string } }
    get:
      parameters:
        - { name: x-trace, in: header, required: true, schema: { type: integer } }
        - { name: tags, in: query, style: pipeDelimited, schema: { type: array } }
        - { name: filter, in: query, content: { application/json: { schema: { type: object } } } }
      responses: { 200: { description: fine } }
`,
    "parts.yaml": `Id: { name: id, in: path, required: true, schema: { type: string } }`,
  });
  const [operation] = document.operations;
  assert.equal(operation?.key, "GET /pets/{id}");
  assert.deepEqual(
    operation.parameters.map(({ name, in: place, required, style, explode, content }) =>
      [place, name, required, style, explode, content?.type ?? ""].join(" "),
    ),
    [
      "path id true simple false ",
      "header x-trace true simple false ",
      "query tags false pipeDelimited false ",
      "query filter false form true application/json",
    ],
  );
  assert.equal(operation.parameters[0]?.schema?.pointer, "/Id/schema");
  assert.deepEqual(
    operation.responses.map(({ status }) => status),
    ["200"],
  );
});

test("form fields of Swagger 2.0 are the properties of a body", () => {
  const document = documentOf({
    "api.json": {
      swagger: "2.0",
      host: "api.example",
      basePath: "/v1",
      schemes: ["http", "https"],
      securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      security: [{ key: [] }],
      paths: {
        "/photos": {
          post: {
            parameters: [
              { name: "photo", in: "formData", type: "file", required: true },
              { name: "tags", in: "formData", type: "array", items: { type: "string" } },
              { name: "ids", in: "query", type: "array", collectionFormat: "multi" },
            ],
          },
        },
      },
    },
  });
  const operation = document.operation("POST /photos");
  assert.deepEqual(
    operation?.body?.content.map(({ type }) => type),
    ["multipart/form-data"],
  );
  const schema = operation.body.content[0]!.schema!;
  const check = new RawValidator(document).compile(schema);
  assert.deepEqual(check({ photo: "x", tags: ["a"] }), []);
  assert.equal(check({ tags: ["a"] })[0]?.keyword, "required");
  assert.deepEqual(
    operation.parameters.map(({ name, style, explode }) => [name, style, explode]),
    [["ids", "form", true]],
  );
  assert.deepEqual(
    operation.servers.map(({ value }) => value),
    [{ url: "http://api.example/v1" }, { url: "https://api.example/v1" }],
  );
  assert.deepEqual(operation.security, [{ key: [] }]);
  assert.equal(document.securitySchemes.size, 1);
});

test("keys are read as they are written, and anchors as their last definition", () => {
  const document = documentOf({
    "api.yaml": `
openapi: 3.1.0
x-a: &value { one: 1 }
x-b: { <<: *value, two: 2 }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { properties: { 1.10: {}, on: {}, 0x1F: {} } } } } }
`,
  });
  assert.deepEqual((document.root.value as Record<string, unknown>)["x-b"], { two: 2, one: 1 });
  const schema = document.operations[0]?.body?.content[0]?.schema?.value as { properties: object };
  assert.deepEqual(Object.keys(schema.properties), ["1.10", "on", "0x1F"]);
});

test("version 3.2 adds methods, and media types that are referred to", () => {
  const document = documentOf({
    "api.json": {
      openapi: "3.2.0",
      components: { mediaTypes: { Json: { schema: { type: "string" } } } },
      paths: {
        "/a": {
          query: {
            requestBody: {
              content: { "application/json": { $ref: "#/components/mediaTypes/Json" } },
            },
          },
          additionalOperations: { LINK: {} },
        },
      },
    },
  });
  assert.deepEqual(
    document.operations.map(({ key }) => key),
    ["QUERY /a", "LINK /a"],
  );
  assert.deepEqual(document.operations[0]?.body?.content[0]?.schema?.value, { type: "string" });
});

test("schemas are translated by the rules of their version", () => {
  const schema = {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "string", readOnly: true },
      name: { type: "string", nullable: true },
      age: { type: "integer", minimum: 0, exclusiveMinimum: true },
      next: { $ref: "#/components/schemas/Node", description: "ignored" },
    },
  };
  const of = (openapi: string) => {
    const document = documentOf({
      "api.json": {
        openapi,
        components: { schemas: { Node: schema } },
        paths: {
          "/a": {
            post: {
              requestBody: {
                content: {
                  "application/json": { schema: { $ref: "#/components/schemas/Node" } },
                },
              },
            },
          },
        },
      },
    });
    const check = new RawValidator(document).compile(
      document.operations[0]!.body!.content[0]!.schema!,
    );
    return (value: unknown) => check(value).map((each) => `${each.instancePath} ${each.keyword}`);
  };
  const old = of("3.0.3");
  assert.deepEqual(old({ name: null, age: 1, next: { name: "x" } }), []);
  assert.deepEqual(old({ name: "x", age: 0 }), ["/age exclusiveMinimum"]);
  assert.deepEqual(old({ next: {} }), [" required", "/next required"]);
  assert.deepEqual(of("3.1.0")({ name: null }), [" required", "/name type"]);
});
