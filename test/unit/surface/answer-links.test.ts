/** Links of answers to the operations that can be called next. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Link } from "../../../src/operations/model.js";
import type { ArgumentSettings } from "../../../src/routes/route-map.js";
import { body, build, modelOf, operation, parameter } from "./fixtures.js";

const place = { file: "file:///api.yaml", pointer: "/links/next" };
const target = operation("POST /items", {
  operationId: "find",
  parameters: [parameter("query", "page"), parameter("querystring", "q", { schema: {} })],
  body: body({ type: "object", properties: { a: { type: "string" }, b: { type: "string" } } }),
});
const other = operation("copy /items", { operationId: "copyItem" });

/** Returns the arguments of the link of `GET /items` to another operation, and what is reported. */
function linked(
  link: Partial<Link>,
  args: Readonly<Record<string, ArgumentSettings>> = {},
): { args: unknown; tool: unknown; messages: readonly string[] } {
  const source = operation("GET /items", {
    operationId: "list",
    responses: [
      {
        status: "200",
        contents: [],
        place,
        links: [{ name: "next", parameters: {}, place, ...link }],
      },
    ],
  });
  const located = Object.entries(args).map(
    ([key, value]) => [key, { value, place, severity: "error" }] as const,
  );
  const { surface, diagnostics } = build(
    modelOf([source, target, other]),
    {},
    { [target.key]: { args: new Map(located) } },
  );
  const [first] = surface.operations[0]?.facts.links ?? [];
  return {
    args: first?.args && { ...first.args },
    tool: first && "tool" in first ? first.tool : undefined,
    messages: diagnostics.map(({ message }) => message),
  };
}

test("a link gives an argument that has a default", () => {
  const link = { operationId: "find", parameters: { page: "$response.body#/next" } };
  const { args } = linked(link, { page: { default: "1" } });
  assert.deepEqual(args, { page: "$response.body#/next" });
});

test("a link gives no argument that is hidden or fixed, in the query or in the body", () => {
  const link = {
    operationId: "find",
    parameters: { page: "2" },
    requestBody: { a: "1", b: "2" },
  };
  const { args } = linked(link, { page: { hide: true }, a: { fix: "x" } });
  assert.deepEqual(args, { b: "2" });
});

test("a link finds a parameter that is the whole query by its location", () => {
  const { args, messages } = linked({ operationId: "find", parameters: { "querystring.q": "x" } });
  assert.deepEqual(args, { q: "x" });
  assert.deepEqual(messages, []);
});

test("a link leads to a method of `additionalOperations`, as it is written", () => {
  const { tool, messages } = linked({
    operationRef: "#/paths/~1items/additionalOperations/copy",
  });
  assert.equal(tool, "copyItem");
  assert.deepEqual(messages, []);
});
