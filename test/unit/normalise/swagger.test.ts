import assert from "node:assert/strict";
import { test } from "node:test";
import { normalised, ok, only, read, swagger, type Value } from "./documents.js";

const servers: [given: Value, want: string[]][] = [
  [
    { host: "h.example", basePath: "/v1", schemes: ["http", "https"] },
    ["https://h.example/v1", "http://h.example/v1"],
  ],
  [{ host: "h.example" }, ["https://h.example"]],
  [{ host: "localhost:8080", basePath: "/" }, ["http://localhost:8080"]],
  [{ host: "h.example", basePath: "v1/", schemes: ["wss"] }, ["https://h.example/v1"]],
  [{ host: "https://h.example/", schemes: ["http"] }, ["http://h.example"]],
  [{ basePath: "/v1" }, ["/v1"]],
  [{}, []],
];
for (const [given, want] of servers) {
  test(`${JSON.stringify(given)} is served at ${want.join(" and ") || "no known place"}`, () => {
    const { model } = read(swagger({ "/a": { get: { responses: ok } } }, given));
    assert.deepEqual(
      model.servers.map(({ url }) => url),
      want,
    );
  });
}

const ownSchemes: [document: Value, operation: unknown, want: string[] | undefined][] = [
  [{ host: "h.example", schemes: ["https"] }, ["HTTP"], ["http://h.example/v1"]],
  [
    { host: "h.example", schemes: ["http"] },
    ["http", "https"],
    ["https://h.example/v1", "http://h.example/v1"],
  ],
  [{ host: "h.example" }, ["http", "ws"], ["http://h.example/v1"]],
  [{ host: "h.example", schemes: ["http", "https"] }, ["https"], undefined],
  [{ host: "h.example", schemes: ["https"] }, ["wss"], undefined],
  [{ schemes: ["https"] }, ["http"], undefined],
];
for (const [given, schemes, want] of ownSchemes) {
  test(`an operation with schemes ${JSON.stringify(schemes)} in ${JSON.stringify(given)} has ${want?.join(" and ") ?? "no"} servers of its own`, () => {
    const get = { responses: ok, schemes };
    const { model } = read(swagger({ "/a": { get } }, { basePath: "/v1", ...given }));
    const urls = only(model).servers?.map(({ url }) => url);
    assert.deepEqual(urls, want);
  });
}

test("a document from the web is served by where it came from, unless it says otherwise", () => {
  const document = swagger({ "/a": { get: { responses: ok } } }, { basePath: "/v1" });
  const { model } = read(document, {}, "http://docs.example/api/swagger.json");
  assert.equal(model.servers[0]?.url, "http://docs.example/v1");
});

function parameterOf(given: Value) {
  const { model } = read(swagger({ "/a/{p}": { get: { parameters: [given], responses: ok } } }));
  return only(model).parameters[0];
}

const formats: [given: Value, style: string, explode: boolean][] = [
  [{ in: "query", collectionFormat: "csv" }, "form", false],
  [{ in: "query" }, "form", false],
  [{ in: "query", collectionFormat: "multi" }, "form", true],
  [{ in: "query", collectionFormat: "ssv" }, "spaceDelimited", false],
  [{ in: "query", collectionFormat: "tsv" }, "tabDelimited", false],
  [{ in: "query", collectionFormat: "pipes" }, "pipeDelimited", false],
  [{ in: "query", collectionFormat: "semicolons" }, "form", false],
  [{ in: "header" }, "simple", false],
  [{ in: "path", required: true, name: "p" }, "simple", false],
];
for (const [given, style, explode] of formats) {
  test(`an array ${JSON.stringify(given)} is written in style ${style}, explode ${explode}`, () => {
    const parameter = parameterOf({
      name: "n",
      type: "array",
      items: { type: "string" },
      ...given,
    });
    assert.deepEqual([parameter?.style, parameter?.explode], [style, explode]);
    assert.deepEqual(parameter?.schema, { type: "array", items: { type: "string" } });
  });
}

test("keywords beside name and in make up the schema", () => {
  const parameter = parameterOf({
    name: "n",
    in: "query",
    required: true,
    description: "D",
    type: "integer",
    format: "int32",
    minimum: 1,
    exclusiveMinimum: true,
    default: 5,
    "x-nullable": true,
    "x-example": 7,
  });
  assert.deepEqual(parameter?.schema, {
    type: ["integer", "null"],
    format: "int32",
    default: 5,
    exclusiveMinimum: 1,
  });
  assert.equal(parameter?.required, true);
  assert.equal(parameter?.description, "D");
  assert.equal(parameter?.example, 7);
});

test("a body parameter is the request body, in every type the operation consumes", () => {
  const body = { name: "b", in: "body", required: true, schema: { type: "array", items: {} } };
  const document = swagger(
    {
      "/a": { post: { parameters: [body], responses: ok } },
      "/b": {
        post: { consumes: ["text/x"], parameters: [{ $ref: "#/parameters/b" }], responses: ok },
      },
      "/c": { parameters: [body], delete: { consumes: [], responses: ok } },
    },
    { consumes: ["application/json", "application/xml"], parameters: { b: body } },
  );
  const { model, codes } = read(document);
  assert.deepEqual(
    model.operations.map(({ body: b }) => b?.contents.map(({ type }) => type)),
    [["application/json", "application/xml"], ["text/x"], ["application/json"]],
  );
  assert.deepEqual(model.operations[2]?.body?.contents[0]?.schema, body.schema);
  assert.equal(model.operations[0]?.body?.required, true);
  assert.deepEqual(codes, []);
});

test("form parameters become the properties of an object, with files as binary strings", () => {
  const parameters = [
    { name: "f", in: "formData", type: "file", required: true, description: "The file" },
    {
      name: "tags",
      in: "formData",
      type: "array",
      items: { type: "string" },
      collectionFormat: "multi",
    },
    { name: "__proto__", in: "formData", type: "string" },
  ];
  const { model } = read(
    swagger(
      { "/a": { post: { parameters, responses: ok } } },
      { consumes: ["application/json", "application/x-www-form-urlencoded"] },
    ),
  );
  const [content, ...others] = only(model).body?.contents ?? [];
  assert.equal(others.length, 0);
  assert.equal(content?.type, "multipart/form-data");
  assert.equal(
    JSON.stringify(content?.schema),
    '{"type":"object","properties":{"f":{"description":"The file","type":"string","format":"binary"},' +
      '"tags":{"type":"array","items":{"type":"string"}},"__proto__":{"type":"string"}},"required":["f"]}',
  );
  assert.deepEqual(content?.encoding, { tags: { style: "form", explode: true } });
});

test("a form without files is urlencoded unless the operation consumes only multipart", () => {
  const parameters = [{ name: "n", in: "formData", type: "string" }];
  const { model } = read(
    swagger({
      "/a": { post: { parameters, responses: ok } },
      "/b": { post: { parameters, consumes: ["multipart/form-data"], responses: ok } },
    }),
  );
  assert.deepEqual(
    model.operations.map(({ body }) => body?.contents[0]?.type),
    ["application/x-www-form-urlencoded", "multipart/form-data"],
  );
});

test("a body next to form parameters wins, with a warning", () => {
  const parameters = [
    { name: "n", in: "formData", type: "string" },
    { name: "b", in: "body", schema: { type: "string" } },
  ];
  const { model, codes } = read(swagger({ "/a": { post: { parameters, responses: ok } } }));
  assert.deepEqual(only(model).body?.contents[0]?.schema, { type: "string" });
  assert.deepEqual(codes, ["warning body-and-form"]);
});

test("responses have the types the operation produces", () => {
  const responses = {
    "200": {
      description: "ok",
      schema: { $ref: "#/definitions/a-b" },
      examples: { "application/json": { $ref: "data" } },
    },
    "204": { description: "none" },
    default: { description: "file", schema: { type: "file" } },
  };
  const definitions = { "a-b": { type: "object", example: { a: 1 } } };
  const { model } = read(
    swagger({ "/a": { get: { responses } } }, { definitions, produces: ["application/json"] }),
  );
  const [first, second, third] = only(model).responses;
  assert.deepEqual(first?.contents[0]?.schema, { $ref: "#/$defs/AB" });
  assert.deepEqual(first?.contents[0]?.example, { $ref: "data" });
  assert.deepEqual(second?.contents, []);
  assert.deepEqual(third?.contents[0]?.schema, { type: "string", format: "binary" });
  assert.deepEqual(model.schemas.get("AB")?.schema, { type: "object", examples: [{ a: 1 }] });
});

const flowNames = [
  ["accessCode", "authorizationCode"],
  ["application", "clientCredentials"],
  ["password", "password"],
  ["implicit", "implicit"],
] as const;
for (const [flow, modern] of flowNames) {
  test(`the flow ${flow} is ${modern}`, () => {
    const o = { type: "oauth2", flow, authorizationUrl: "https://a", tokenUrl: "https://t" };
    const { document } = normalised(
      swagger({ "/a": { get: { responses: ok } } }, { securityDefinitions: { o } }),
    );
    assert.deepEqual(document?.securitySchemes.get("o")?.value, {
      type: "oauth2",
      flows: {
        [modern]: { authorizationUrl: "https://a", tokenUrl: "https://t", scopes: undefined },
      },
    });
  });
}

test("security definitions are security schemes", () => {
  const securityDefinitions = {
    b: { type: "basic" },
    k: { type: "apiKey", in: "query", name: "key" },
    o: { type: "oauth2", flow: "implicit" },
  };
  const { document } = normalised(
    swagger({ "/a": { get: { responses: ok } } }, { securityDefinitions }),
  );
  assert.deepEqual(document?.securitySchemes.get("b")?.value, { type: "http", scheme: "basic" });
  assert.deepEqual([...(document?.securitySchemes.keys() ?? [])], ["b", "k", "o"]);
});

test("without a host the API is where its document is, by the scheme that it names", () => {
  const url = "https://docs.example:8443/api/swagger.json";
  const of = (rest: Value) =>
    normalised(swagger({ "/a": { get: { responses: ok } } }, rest), {}, url).document?.servers.map(
      ({ value }) => value["url"],
    );
  assert.deepEqual(of({}), ["https://docs.example:8443"]);
  assert.deepEqual(of({ basePath: "/v1", schemes: ["http"] }), ["http://docs.example:8443/v1"]);
});

test("multi is for query and forms only", () => {
  const parameter = { name: "a", in: "header", type: "array", items: { type: "string" } };
  const parameters = [{ ...parameter, collectionFormat: "multi" }];
  const { document } = normalised(swagger({ "/a": { get: { parameters, responses: ok } } }));
  const [read] = document?.operations[0]?.parameters ?? [];
  assert.equal(read?.style, "simple");
  assert.equal(read?.problems.length, 1);
});
