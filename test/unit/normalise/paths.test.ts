import assert from "node:assert/strict";
import { test } from "node:test";
import { api, normalised, ok, read, swagger } from "./documents.js";

const operation = { responses: ok };

function keys(document: unknown, others?: Record<string, unknown>): string[] {
  const { document: normal, diagnostics } = normalised(document, others);
  assert.ok(normal, JSON.stringify(diagnostics));
  return normal.operations.map(({ method, path }) => `${method} ${path}`);
}

test("operations come in the order of the document", () => {
  const paths = { "/b": { post: operation, get: operation }, "/a": { delete: operation } };
  assert.deepEqual(keys(api(paths)), ["POST /b", "GET /b", "DELETE /a"]);
});

test("extensions, webhooks and callbacks are no operations", () => {
  const callbacks = { done: { "{$request.body#/url}": { post: operation } } };
  const paths = {
    "x-internal": { get: operation },
    "/a": { post: { ...operation, callbacks }, "x-other": { get: operation } },
  };
  assert.deepEqual(keys(api(paths, { webhooks: { w: { post: operation } } })), ["POST /a"]);
});

test("the methods are those of the version", () => {
  const item = {
    trace: operation,
    query: operation,
    additionalOperations: { COPY: operation, purge: operation },
  };
  assert.deepEqual(keys(api({ "/a": item }, {}, "3.2.0")), [
    "TRACE /a",
    "QUERY /a",
    "COPY /a",
    "purge /a",
  ]);
  assert.deepEqual(keys(api({ "/a": item }, {}, "3.1.0")), ["TRACE /a"]);
  assert.deepEqual(keys(swagger({ "/a": { ...item, get: operation } })), ["GET /a"]);
});

test("an additional operation can't be a method with its own field, a tunnel or no method at all", () => {
  const additionalOperations = {
    POST: operation,
    "G T": operation,
    Connect: operation,
    LINK: operation,
  };
  const { model, diagnostics } = read(
    api({ "/a": { post: operation, additionalOperations } }, {}, "3.2.0"),
  );
  assert.deepEqual(
    model.operations.map(({ key }) => key),
    ["POST /a", "LINK /a"],
  );
  assert.equal(model.total, 5);
  assert.equal(diagnostics.filter(({ severity }) => severity === "error").length, 3);
});

test("a path item may be kept elsewhere, with members beside the reference", () => {
  const others = {
    "items.json": {
      pets: { $ref: "#/more" },
      more: { get: { operationId: "theirs", responses: ok }, delete: operation },
    },
  };
  const item = { $ref: "items.json#/pets", get: { operationId: "ours", responses: ok } };
  const { document } = normalised(api({ "/pets": item }), others);
  assert.deepEqual(
    document?.operations.map(({ method, operationId }) => [method, operationId]),
    [
      ["GET", "ours"],
      ["DELETE", undefined],
    ],
  );
});

test("an operation may be a reference, as documents in many files write it", () => {
  const others = { "list.json": { operationId: "list", responses: ok } };
  const { document } = normalised(api({ "/a": { get: { $ref: "list.json" } } }), others);
  assert.equal(document?.operations[0]?.operationId, "list");
  assert.equal(document?.operations[0]?.node.file, "file:///api/list.json");
});

test("a path item that leads nowhere costs its path only", () => {
  const { model, codes } = read(
    api({
      "/a": { $ref: "#/gone" },
      "/b": { get: operation },
      "/c": { $ref: "#/paths/~1c" },
      "/d": 5,
    }),
  );
  assert.deepEqual(
    model.operations.map(({ key }) => key),
    ["GET /b"],
  );
  assert.deepEqual(
    model.skipped.map(({ key, reason }) => [key, reason.code]),
    [
      ["/a", "ref-not-found"],
      ["/c", "ref-cycle"],
      ["/d", "invalid-object"],
    ],
  );
  assert.equal(model.total, 4);
  assert.equal(codes.length, 3);
});

test("a path without a slash can't run into the host name", () => {
  const { document, diagnostics } = normalised(api({ "evil.example/x": { get: operation } }));
  assert.equal(document?.operations[0]?.path, "/evil.example/x");
  assert.equal(diagnostics[0]?.severity, "warning");
});

test("texts may be kept elsewhere", () => {
  const document = {
    ...api({ "/a": { get: { ...operation, description: { $ref: "#/x-texts/a" } } } }),
    info: { title: "T", version: 2, description: { $ref: "#/x-texts/intro" } },
    "x-texts": { intro: "Hello", a: "Get" },
  };
  const { document: normal } = normalised(document);
  assert.equal(normal?.description, "Hello");
  assert.equal(normal?.apiVersion, "2");
  assert.equal(normal?.operations[0]?.description, "Get");
});

test("maps of components may be kept in files of their own", () => {
  const { model, codes } = read(
    api(
      { "/a": { get: { security: [{ key: [] }], responses: { $ref: "shared.json#/responses" } } } },
      { components: { securitySchemes: { $ref: "shared.json#/schemes" } } },
    ),
    {
      "shared.json": {
        responses: ok,
        schemes: { key: { type: "apiKey", in: "header", name: "K" } },
      },
    },
  );
  assert.deepEqual(codes, []);
  assert.deepEqual(Object.keys(model.securitySchemes), ["key"]);
  assert.equal(model.operations[0]?.responses[0]?.status, "200");
});

test("parts that are referred to are read once and shared", () => {
  const get = {
    parameters: [{ $ref: "#/components/parameters/p" }],
    responses: { "200": { $ref: "#/components/responses/r" } },
  };
  const content = { "application/json": { schema: { type: "object" } } };
  const { document } = normalised(
    api(
      { "/a": { get }, "/b": { get } },
      {
        components: {
          parameters: { p: { name: "p", in: "query", schema: {} } },
          responses: { r: { description: "r", content } },
        },
      },
    ),
  );
  const [a, b] = document?.operations ?? [];
  assert.equal(a?.parameters[0], b?.parameters[0]);
  assert.equal(a?.responses[0]?.contents, b?.responses[0]?.contents);
});

test("operations that the version does not have are reported", () => {
  const item = { get: operation, query: operation, additionalOperations: { COPY: operation } };
  const { codes } = read(api({ "/a": item }, {}, "3.1.0"));
  assert.deepEqual(codes, ["warning invalid-object", "warning invalid-object"]);
  assert.deepEqual(read(swagger({ "/a": { get: operation, trace: operation } })).codes, [
    "warning invalid-object",
  ]);
});

test("invalid additional operations are reported, and the others are kept", () => {
  const { model, codes } = read(
    api({ "/a": { get: operation, additionalOperations: ["COPY"] } }, {}, "3.2.0"),
  );
  assert.deepEqual(
    model.operations.map(({ key }) => key),
    ["GET /a"],
  );
  assert.deepEqual(codes, ["warning invalid-object"]);
});

test("headers that a caller can't set are not parameters, and a diagnostic says so", () => {
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  const parameters = ["Host", "content-length", "TE", "Not a name", "X-Id"].map(header);
  const { model, codes } = read(api({ "/a": { get: { ...operation, parameters } } }));
  assert.deepEqual(
    model.operations[0]?.parameters.map(({ name }) => name),
    ["X-Id"],
  );
  assert.deepEqual(codes, [
    ...Array.from({ length: 3 }, () => "info parameter-ignored"),
    "warning parameter-ignored",
  ]);
});
