/** Headers of multipart parts as arguments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EncodingHeader, MediaType } from "../../../src/operations/model.js";
import { buildOne, media, operation } from "./fixtures.js";
import { read } from "../normalise/documents.js";

const place = { file: "file:///api.yaml", pointer: "" };

function header(name: string, more: Partial<EncodingHeader> = {}): EncodingHeader {
  return { name, required: true, schema: { type: "object" }, ...more };
}

/** A form with the required part `must` and the optional parts `may` and `files[]`. */
function form(
  encoding: Readonly<Record<string, readonly EncodingHeader[]>>,
  type = "multipart/form-data",
): MediaType {
  const text = { type: "string" };
  const properties = { must: text, may: text, "files[]": text };
  const entries = Object.entries(encoding).map(([name, headers]) => [name, { headers }]);
  const schema = { type: "object", properties, required: ["must"], additionalProperties: false };
  return media(type, schema, { encoding: Object.fromEntries(entries) });
}

function factsOf(...contents: readonly MediaType[]) {
  return buildOne(operation("POST /a", { body: { required: true, contents, place } })).facts;
}

test("a header of a part is required if it and its part are", () => {
  const both = [header("X-A"), header("X-B", { required: false })];
  const { input } = factsOf(form({ must: both, may: both }));
  assert.deepEqual(input["required"], ["must", "must.X-A"]);
});

test("a header of a part is not required if the body may be sent as a type without parts", () => {
  const required = [header("X-A")];
  const json = media("application/json", { type: "object", properties: { url: {} } });
  const { input } = factsOf(form({ must: required }), json);
  assert.deepEqual(Object.keys(input["properties"] as object), ["body", "must.X-A", "contentType"]);
  assert.deepEqual(input["required"], ["body"]);
});

test("an argument for a header of a part has a name that clients accept", () => {
  const { input, request } = factsOf(
    form({ "files[]": [header("X-Rate"), header("X_Rate")], must: [header("X".repeat(64))] }),
  );
  const names = Object.keys(input["properties"] as object).filter((name) => /X/.test(name));
  assert.equal(names.length, 3);
  for (const name of names) assert.match(name, /^[a-zA-Z0-9_.-]{1,64}$/);
  assert.deepEqual(request.body?.encoding?.["files[]"]?.headers, [
    { name: "X-Rate", arg: "files_.X-Rate" },
    { name: "X_Rate", arg: "files_.X_Rate" },
  ]);
});

test("a header of a part is sent as its explode or its media type says", () => {
  const json = "application/json; charset=utf-8";
  const { request } = factsOf(
    form({
      must: [
        header("X-Exploded", { explode: true }),
        header("X-Plain", { explode: false }),
        header("X-Json", { contentType: json, explode: true }),
        header("X-Text", { contentType: "text/plain" }),
        header("X-Fixed", { contentType: json, schema: { const: "a" } }),
      ],
    }),
  );
  assert.deepEqual(request.body?.encoding?.["must"]?.headers, [
    { name: "X-Fixed", value: '"a"' },
    { name: "X-Exploded", arg: "must.X-Exploded", explode: true },
    { name: "X-Plain", arg: "must.X-Plain" },
    { name: "X-Json", arg: "must.X-Json", content: json },
    { name: "X-Text", arg: "must.X-Text" },
  ]);
});

test("the explode and the media type of a header are read from the document", () => {
  const schema = { type: "object" };
  const headers = {
    "X-A": { schema, explode: true },
    "X-B": { content: { "application/json": { schema } } },
  };
  const content = { "multipart/form-data": { schema, encoding: { a: { headers } } } };
  const { model } = read({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { post: { requestBody: { content }, responses: {} } } },
  });
  assert.deepEqual(model.operations[0]?.body?.contents[0]?.encoding?.["a"]?.headers, [
    { name: "X-A", required: false, schema, explode: true },
    { name: "X-B", required: false, schema, contentType: "application/json" },
  ]);
});
