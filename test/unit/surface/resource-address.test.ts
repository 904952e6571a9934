import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "../../../src/operations/model.js";
import {
  body,
  build,
  buildOne,
  media,
  modelOf,
  operation,
  parameter,
  response,
} from "./fixtures.js";

const id = parameter("path", "id");
const verbose = parameter("query", "verbose");
const since = parameter("query", "since", { required: true });

const rows: readonly [
  key: string,
  more: Partial<Operation>,
  expose: "resource" | "template",
  want: object,
][] = [
  ["GET /pets", {}, "resource", { as: "resource", uri: "petstore://pets" }],
  ["GET /pets", { parameters: [verbose] }, "resource", { as: "resource", uri: "petstore://pets" }],
  [
    "GET /pets",
    { parameters: [verbose] },
    "template",
    { as: "template", uriTemplate: "petstore://pets{?verbose}" },
  ],
  [
    "GET /pets",
    { parameters: [since, verbose] },
    "resource",
    { as: "template", uriTemplate: "petstore://pets{?since,verbose}" },
  ],
  [
    "GET /pets/{id}",
    { parameters: [id] },
    "resource",
    { as: "template", uriTemplate: "petstore://pets/{id}" },
  ],
  [
    "GET /pets/{id}.json",
    { parameters: [id, verbose] },
    "template",
    { as: "template", uriTemplate: "petstore://pets/{id}.json{?verbose}" },
  ],
  [
    "GET /pets/{pet-id}",
    { parameters: [parameter("path", "pet-id")] },
    "resource",
    { as: "template", uriTemplate: "petstore://pets/{pet_id}" },
  ],
  ["GET /pets", {}, "template", { as: "resource", uri: "petstore://pets" }],
  ["GET /", {}, "resource", { as: "resource", uri: "petstore://" }],
  ["GET /größe/a#b", {}, "resource", { as: "resource", uri: "petstore://gr%C3%B6%C3%9Fe/a%23b" }],
  ["GET /a%20b", {}, "resource", { as: "resource", uri: "petstore://a%20b" }],
];

for (const [key, more, expose, want] of rows) {
  test(`${key} as a ${expose} is at ${JSON.stringify(Object.values(want)[1])}`, () => {
    const { facts, diagnostics } = buildOne(operation(key, more), {}, { expose });
    assert.deepEqual(diagnostics, []);
    const { name: _, title: __, ...address } = facts.expose as unknown as Record<string, unknown>;
    assert.deepEqual(address, want);
  });
}

test("a resource says the media type of its answer", () => {
  const { facts } = buildOne(
    operation("GET /logo", { responses: [response("200", media("image/png; a=b"))] }),
    {},
    { expose: "resource", name: "logo", title: "The logo" },
  );
  assert.deepEqual(facts.expose, {
    as: "resource",
    uri: "petstore://logo",
    name: "logo",
    title: "The logo",
    mimeType: "image/png",
  });
});

const refusals: readonly [
  name: string,
  more: Partial<Operation>,
  uri: string | undefined,
  says: RegExp,
][] = [
  [
    "a header must be given",
    { parameters: [parameter("header", "X-A", { required: true })] },
    undefined,
    /header parameter `X-A`/,
  ],
  [
    "a cookie must be given",
    { parameters: [parameter("cookie", "s", { required: true })] },
    undefined,
    /cookie parameter `s`/,
  ],
  [
    "a body must be given",
    { body: body({ type: "object", properties: { a: {} } }) },
    undefined,
    /body/,
  ],
  ["its uri has no scheme", {}, "pets", /is not a URI/],
  ["its uri names no parameter", { parameters: [id] }, "a://b/{pet}", /`pet`.*: id\./],
  ["its uri lacks a parameter", { parameters: [id] }, "a://b", /\{id\}/],
  ["its uri is cut short", { parameters: [id] }, "a://b/{id", /brace/],
  [
    "two variables of its uri touch",
    { parameters: [id, verbose] },
    "a://b/{id}{verbose}",
    /text between two variables/,
  ],
  [
    "its uri goes on after its query",
    { parameters: [id, verbose] },
    "a://b/{id}{?verbose}/c",
    /those of a query at the end/,
  ],
  [
    "its uri has a variable in a query that it spells out",
    { parameters: [id, verbose] },
    "a://b/{id}?verbose={verbose}",
    /those of a query at the end/,
  ],
];

for (const [name, more, uri, says] of refusals) {
  test(`an operation stays a tool when ${name}`, () => {
    const { facts, diagnostics } = buildOne(
      operation("GET /pets/{id}", more),
      {},
      { expose: "resource", ...(uri === undefined ? {} : { uri }) },
    );
    assert.equal(facts.expose.as, "tool");
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => [code, severity]),
      [["expose-impossible", "error"]],
    );
    assert.match(diagnostics[0]?.message ?? "", says);
  });
}

test("an operation stays a tool when two variables of its path touch", () => {
  const ext = parameter("path", "ext");
  const { facts, diagnostics } = buildOne(
    operation("GET /tiles/{id}{ext}", { parameters: [id, ext] }),
    {},
    { expose: "resource" },
  );
  assert.equal(facts.expose.as, "tool");
  assert.match(diagnostics[0]?.message ?? "", /`petstore:\/\/tiles\/\{id\}\{ext\}`/);
});

test("a uri of the user's own is kept", () => {
  const one = operation("GET /pets/{id}", { parameters: [id, verbose] });
  const uri = "pets:{id}{?verbose}";
  const { facts } = buildOne(one, {}, { expose: "template", uri });
  assert.equal(facts.expose.as === "template" && facts.expose.uriTemplate, uri);
});

test("two resources never have one address, not even with differently named variables", () => {
  const model = modelOf([
    operation("GET /pets/{id}", { parameters: [id] }),
    operation("GET /pets/{name}", { parameters: [parameter("path", "name"), verbose] }),
  ]);
  const { surface, diagnostics } = build(
    model,
    {},
    {
      "GET /pets/{id}": { expose: "resource" },
      "GET /pets/{name}": { expose: "template" },
    },
  );
  assert.deepEqual(
    surface.operations.map(({ facts }) => facts.expose.as),
    ["template", "tool"],
  );
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["name-taken", "error"]],
  );
});
