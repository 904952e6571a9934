import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parameter } from "../../../src/operations/model.js";
import { api, ok, only, read, type Value } from "../normalise/documents.js";

function parametersOf(path: string, item: Value, version?: string, rest?: Value) {
  const { model, codes } = read(api({ [path]: item }, rest, version));
  return { parameters: only(model).parameters, codes };
}

const one = (parameter: Value, version?: string): Parameter | undefined =>
  parametersOf(
    "/a/{p}",
    {
      parameters: [{ name: "p", in: "path", required: true, schema: {} }],
      get: { parameters: [parameter], responses: ok },
    },
    version,
  ).parameters.at(-1);

test("an operation's parameter replaces its path item's with the same name and location", () => {
  const { parameters, codes } = parametersOf("/a/{id}", {
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "X-Trace", in: "header", schema: { type: "string" } },
      { name: "id", in: "query", schema: { type: "string" } },
    ],
    get: {
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "integer" } },
        { name: "x-trace", in: "header", schema: { type: "integer" } },
        { name: "more", in: "cookie", schema: {} },
      ],
      responses: ok,
    },
  });
  assert.deepEqual(
    parameters.map((p) => [p.in, p.name, p.schema]),
    [
      ["path", "id", { type: "integer" }],
      ["header", "x-trace", { type: "integer" }],
      ["query", "id", { type: "string" }],
      ["cookie", "more", {}],
    ],
  );
  assert.deepEqual(codes, []);
});

const styles: [given: Value, style: string, explode: boolean, version?: string][] = [
  [{ in: "query" }, "form", true],
  [{ in: "query", explode: false }, "form", false],
  [{ in: "query", style: "deepObject", explode: true }, "deepObject", true],
  [{ in: "query", style: "deepObject" }, "deepObject", false],
  [{ in: "query", style: "spaceDelimited" }, "spaceDelimited", false],
  [{ in: "path", name: "p", required: true }, "simple", false],
  [{ in: "path", name: "p", required: true, style: "matrix", explode: true }, "matrix", true],
  [{ in: "path", name: "p", required: true, style: "label" }, "label", false],
  [{ in: "header" }, "simple", false],
  [{ in: "cookie" }, "form", true],
  [{ in: "cookie", style: "cookie" }, "cookie", true, "3.2.0"],
];
for (const [given, style, explode, version] of styles) {
  test(`${JSON.stringify(given)} is written in style ${style}, explode ${explode}`, () => {
    const parameter = one({ name: "n", schema: {}, ...given }, version);
    assert.deepEqual([parameter?.style, parameter?.explode], [style, explode]);
  });
}

test("a style that is invalid for its location is replaced by the default, with a warning", () => {
  const { parameters, codes } = parametersOf("/a", {
    get: {
      parameters: [{ name: "n", in: "header", style: "deepObject", schema: {} }],
      responses: ok,
    },
  });
  assert.equal(parameters[0]?.style, "simple");
  assert.deepEqual(codes, ["warning invalid-object"]);
});

test("headers that OpenAPI describes elsewhere are not parameters; Cookie is one", () => {
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  const { parameters, codes } = parametersOf("/a", {
    get: {
      parameters: ["Accept", "content-type", "AUTHORIZATION", "Cookie", "X-Auth"].map(header),
      responses: ok,
    },
  });
  assert.deepEqual(
    parameters.map(({ name }) => name),
    ["Cookie", "X-Auth"],
  );
  assert.deepEqual(codes, ["warning security-missing", ...Array(3).fill("info parameter-ignored")]);
});

test("path parameters match the path template and are required", () => {
  const { parameters, codes } = parametersOf("/a/{x}/{y}?z={z}", {
    get: {
      parameters: [
        { name: "other", in: "path", required: true, schema: {} },
        { name: "x", in: "path", schema: { type: "integer" } },
        { name: "z", in: "path", required: true, schema: {} },
      ],
      responses: ok,
    },
  });
  assert.deepEqual(
    parameters.map((p) => [p.name, p.required, p.schema]),
    [
      ["x", true, { type: "integer" }],
      ["z", true, {}],
      ["y", true, { type: "string" }],
    ],
  );
  assert.deepEqual(codes.sort(), [
    "warning path-parameter-optional",
    "warning path-parameter-undeclared",
    "warning path-parameter-unused",
  ]);
});

test("a parameter may be described by a media type", () => {
  const parameter = one({
    name: "q",
    in: "query",
    content: { "application/json": { schema: { type: "object" }, example: { a: 1 } } },
  });
  assert.equal(parameter?.contentType, "application/json");
  assert.deepEqual(parameter?.schema, { type: "object" });
  assert.deepEqual(parameter?.example, { a: 1 });
});

test("the whole query string can be one parameter", () => {
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object" } } };
  const parameter = one({ name: "all", in: "querystring", content }, "3.2.0");
  assert.equal(parameter?.in, "querystring");
  assert.equal(parameter?.contentType, "application/x-www-form-urlencoded");
});

test("a type beside name and in is accepted, with a warning", () => {
  const { parameters, codes } = parametersOf("/a", {
    get: { parameters: [{ name: "n", in: "query", type: "integer" }], responses: ok },
  });
  assert.deepEqual(parameters[0]?.schema, { type: "integer" });
  assert.deepEqual(codes, ["warning invalid-object"]);
});

const noParameters: [given: unknown, says: RegExp][] = [
  [{ in: "query", schema: {} }, /"name" must be a non-empty string/],
  [{ name: "", in: "query", schema: {} }, /"name" must be a non-empty string/],
  [{ name: "n", schema: {} }, /"in" must be path/],
  [{ name: "n", in: "body", schema: {} }, /"in" must be path/],
  ["n", /must be an object/],
  [{ $ref: "#/components/parameters/gone" }, /points to nothing/],
];
for (const [given, says] of noParameters) {
  test(`${JSON.stringify(given)} is an invalid parameter, so its operation is skipped`, () => {
    const { model, diagnostics } = read(
      api({
        "/a": { get: { parameters: [given], responses: ok } },
        "/b": { get: { responses: ok } },
      }),
    );
    assert.deepEqual(
      model.operations.map(({ key }) => key),
      ["GET /b"],
    );
    assert.equal(model.skipped[0]?.key, "GET /a");
    assert.match(diagnostics[0]?.message ?? "", says);
  });
}

test("every error of an operation is reported, and nothing-usable as well", () => {
  const { model, codes } = read(
    api({
      "/a": {
        post: {
          operationId: "a",
          parameters: [{ $ref: "#/gone/1" }, { $ref: "#/gone/2" }],
          requestBody: { content: { "application/json": { schema: { $ref: "#/gone/3" } } } },
          responses: { "200": { $ref: "#/gone/4" } },
        },
      },
    }),
  );
  assert.deepEqual(codes, [
    // What is wrong with the response does not matter as long as the operation is skipped.
    ...Array<string>(3).fill("error ref-not-found"),
    "error nothing-usable",
  ]);
  assert.equal(model.total, 1);
  assert.equal(model.skipped[0]?.operationId, "a");
});

test("a faulty failure response is left out, and the operation is kept", () => {
  const bad = { description: "bad", content: { "application/json": { schema: { type: "nope" } } } };
  const { model, diagnostics } = read(
    api({
      "/a": { get: { responses: { ...ok, "404": { $ref: "#/gone" }, default: bad } } },
      "/b": { get: { responses: { "404": ok["200"], default: bad } } },
    }),
  );
  assert.deepEqual(
    model.operations.map(({ key, responses }) => [key, responses.map(({ status }) => status)]),
    [
      ["GET /a", ["200"]],
      // The only description of a success.
      ["GET /b", ["404", "default"]],
    ],
  );
  assert.deepEqual(diagnostics.map(({ severity, code }) => `${severity} ${code}`).sort(), [
    "warning invalid-schema",
    "warning invalid-schema",
    "warning ref-not-found",
  ]);
});

test("statuses are numbers, ranges in any case, and default", () => {
  const responses = { 200: {}, "4xx": {}, DEFAULT: {}, "x-a": {}, success: {} };
  const { model, codes } = read(api({ "/a": { get: { responses } } }));
  assert.deepEqual(
    only(model).responses.map(({ status }) => status),
    ["200", "4XX", "default"],
  );
  assert.deepEqual(codes, ["warning invalid-object"]);
});

test("any method may have a body; a body without media types is ignored", () => {
  const requestBody = { content: { "application/json": { schema: { type: "object" } } } };
  const { model, codes } = read(
    api({
      "/a": { get: { requestBody, responses: ok }, delete: { requestBody, responses: ok } },
      "/b": { post: { requestBody: { content: {} }, responses: ok } },
    }),
  );
  assert.deepEqual(
    model.operations.map(({ body }) => body !== undefined),
    [true, true, false],
  );
  assert.deepEqual(codes, ["warning invalid-object"]);
});

test("the first example with a value is the example; references in it are data", () => {
  const content = {
    "application/json": {
      examples: {
        gone: { $ref: "#/gone" },
        far: { externalValue: "http://x.example/" },
        near: { $ref: "#/components/examples/near" },
      },
    },
  };
  const components = { examples: { near: { dataValue: { $ref: "#/data" } } } };
  const { model, codes } = read(
    api({ "/a": { get: { responses: { "200": { content } } } } }, { components }, "3.2.0"),
  );
  assert.deepEqual(only(model).responses[0]?.contents[0]?.example, { $ref: "#/data" });
  assert.deepEqual(codes, ["warning ref-not-found"]);
});

test("encodings and item schemas are kept", () => {
  const content = {
    "multipart/form-data": {
      schema: { type: "object" },
      encoding: {
        a: { contentType: "image/png", style: "form", explode: true, headers: {} },
        b: { style: "?" },
      },
    },
    "text/event-stream": { itemSchema: { type: "object" } },
  };
  const { model } = read(
    api({ "/a": { post: { requestBody: { content }, responses: ok } } }, {}, "3.2.0"),
  );
  const [form, stream] = only(model).body?.contents ?? [];
  assert.deepEqual(form?.encoding, {
    a: { contentType: "image/png", style: "form", explode: true },
    b: {},
  });
  assert.deepEqual(stream?.itemSchema, { type: "object" });
});

test("operations with the same operationId keep it, with a warning at the later one", () => {
  const get = { operationId: "get", responses: ok };
  const { model, diagnostics } = read(api({ "/a": { get }, "/b": { get }, "/c": { get } }));
  assert.deepEqual(
    model.operations.map(({ operationId }) => operationId),
    ["get", "get", "get"],
  );
  assert.deepEqual(
    diagnostics.map(({ code, place }) => [code, place?.pointer]),
    ["/paths/~1b/get/operationId", "/paths/~1c/get/operationId"].map((at) => [
      "duplicate-operation-id",
      at,
    ]),
  );
  assert.match(diagnostics[0]?.message ?? "", /GET \/b .*GET \/a/);
});

test("paths that differ only in parameter names are noted", () => {
  const get = (name: string) => ({
    get: { parameters: [{ name, in: "path", required: true, schema: {} }], responses: ok },
  });
  const { model, codes } = read(api({ "/a/{x}": get("x"), "/a/{y}": get("y") }));
  assert.equal(model.operations.length, 2);
  assert.deepEqual(codes, ["info duplicate-path"]);
});

test("extensions: the operation's over the path item's over the document's", () => {
  const { model } = read(
    api(
      { "/a": { "x-a": 1, "x-b": 1, get: { responses: ok, "x-b": 2 } } },
      { "x-mcp": false, "x-other": 1 },
    ),
  );
  assert.deepEqual(only(model).extensions, { "x-mcp": false, "x-a": 1, "x-b": 2 });
});

test("path items may describe all of their operations", () => {
  const item = {
    summary: "S",
    description: "D",
    get: { responses: ok },
    put: { summary: "P", responses: ok },
  };
  const { model } = read(api({ "/a": item }));
  assert.deepEqual(
    model.operations.map(({ summary, description }) => [summary, description]),
    [
      ["S", "D"],
      ["P", "D"],
    ],
  );
});

test("the same document gives the same model", () => {
  const document = api({ "/a": { get: { responses: ok } } });
  assert.deepEqual(read(document), read(document));
});
