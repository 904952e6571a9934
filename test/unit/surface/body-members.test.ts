/** Which members of a body a tool takes, from the document to the facts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { api, ok, read, swagger, type Value } from "../normalise/documents.js";
import { build } from "./fixtures.js";

function inputOf(document: Value): Value {
  const [operation] = build(read(document).model).surface.operations;
  assert.ok(operation, "the operation was skipped");
  return operation.facts.input as Value;
}

/** An API that takes any of so many kinds of account, each with a member of its own. */
function accounts(kinds: number): Value {
  const base = { $ref: "#/components/schemas/Account" };
  const numbers = Array.from({ length: kinds }, (_, index) => index);
  const schemas = {
    Account: {
      type: "object",
      required: ["kind"],
      discriminator: { propertyName: "kind" },
      properties: { kind: { type: "string" } },
    },
    ...Object.fromEntries(
      numbers.map((each) => [
        `Kind${each}`,
        { allOf: [base, { properties: { [`key${each}`]: { type: "string" } } }] },
      ]),
    ),
  };
  const requestBody = { required: true, content: { "application/json": { schema: base } } };
  const paths = { "/accounts": { post: { requestBody, responses: ok } } };
  return api(paths, { components: { schemas } });
}

test("a body takes the members of each of 200 discriminated subtypes", () => {
  const { properties, required } = inputOf(accounts(200));
  assert.deepEqual(required, ["body"]);
  const { anyOf = [] } = (properties as Record<string, { anyOf?: readonly unknown[] }>)["body"]!;
  assert.equal(anyOf.length, 201);
});

test("a body with more subtypes than are told apart takes further members", () => {
  const { properties, required } = inputOf(accounts(300));
  assert.deepEqual(required, ["body"]);
  assert.deepEqual(properties, {
    body: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
  });
});

test("an example adds a read-only member, but not in Swagger 2.0, which forbids to send it", () => {
  const schema = {
    type: "object",
    properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
    example: { id: "r1", name: "n", note: "x" },
  };
  const content = { "application/json": { schema } };
  const parameters = [{ name: "rule", in: "body", schema }];
  const documents = [
    api({ "/rules": { post: { requestBody: { content }, responses: ok } } }),
    swagger({ "/rules": { post: { parameters, responses: ok } } }),
  ];
  assert.deepEqual(
    documents.map((each) => Object.keys(inputOf(each)["properties"] as Value)),
    [
      ["id", "name", "note"],
      ["name", "note"],
    ],
  );
});

test("a form of parts, and a schema that adds to one with subtypes, take the members of each", () => {
  const general = { $ref: "#/components/schemas/Account" };
  const added = { allOf: [general, { properties: { note: { type: "string" } } }] };
  const bodies: readonly (readonly [type: string, schema: Value, args: readonly string[]])[] = [
    ["multipart/form-data", general, ["body"]],
    ["application/json", added, ["body"]],
    ["application/json", { $ref: "#/components/schemas/Kind0" }, ["key0", "kind"]],
  ];
  for (const [type, schema, args] of bodies) {
    const requestBody = { required: true, content: { [type]: { schema } } };
    const input = inputOf({
      ...accounts(2),
      paths: { "/accounts": { post: { requestBody, responses: ok } } },
    });
    assert.deepEqual(Object.keys(input["properties"] as Value).sort(), args);
  }
});
