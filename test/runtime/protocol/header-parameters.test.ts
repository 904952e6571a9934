import assert from "node:assert/strict";
import { test } from "node:test";
import { McpServer } from "../../../runtime/index.js";
import { readHeaderParameters } from "../../../runtime/protocol/headers/header-parameters.js";
import { misplacedHeader } from "../../../runtime/protocol/headers/misplaced-header.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";

const string = { type: "string" };

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

test("annotated arguments are found at any depth of properties", () => {
  const input = object({
    region: { ...string, "x-mcp-header": "Region" },
    box: object({ size: { type: "integer", "x-mcp-header": "Box-Size" } }),
    "x-mcp-header": string,
  });
  assert.deepEqual(readHeaderParameters(input), [
    { header: "mcp-param-region", path: ["region"], type: "string" },
    { header: "mcp-param-box-size", path: ["box", "size"], type: "integer" },
  ]);
  assert.equal(misplacedHeader(input), undefined);
});

test("a header name that can't be used is a fault with its place, and the server refuses the tool", () => {
  for (const name of ["", "a b", "a:b", "ä", "a\u0000", "a\r\nb", null, {}, [], 1]) {
    const input = object({ a: object({ b: { ...string, "x-mcp-header": name } }) });
    const fault = readHeaderParameters(input);
    assert.equal(fault, `x-mcp-header of a.b must be a header name, not ${JSON.stringify(name)}`);
    const server = new McpServer({ name: "s", version: "1" });
    assert.throws(
      () => server.tool({ name: "t", input }, () => "x"),
      (error) => error instanceof TypeError && error.message === `The tool t: ${String(fault)}.`,
    );
  }
  for (const type of ["number", "object", undefined, ["string"]]) {
    const input = object({ a: { type, "x-mcp-header": "A" } });
    assert.match(String(readHeaderParameters(input)), /of a needs "type"/);
  }
  const twice = object({
    a: { ...string, "x-mcp-header": "Same" },
    b: { ...string, "x-mcp-header": "sAME" },
  });
  assert.equal(readHeaderParameters(twice), "x-mcp-header of b is already used: sAME");
});

test("an annotation that no chain of properties reaches is misplaced", () => {
  const annotated = { ...string, "x-mcp-header": "A" };
  const places: [JsonObject, string][] = [
    [{ "x-mcp-header": "A" }, "/x-mcp-header"],
    [{ oneOf: [object({ a: annotated })] }, "/oneOf/0/properties/a/x-mcp-header"],
    [object({ a: { items: annotated } }), "/properties/a/items/x-mcp-header"],
    [{ $defs: { a: annotated } }, "/$defs/a/x-mcp-header"],
    [{ if: object({ a: annotated }) }, "/if/properties/a/x-mcp-header"],
    [{ patternProperties: { "^a": annotated } }, "/patternProperties/^a/x-mcp-header"],
    [{ items: [annotated] }, "/items/0/x-mcp-header"],
  ];
  for (const [schema, place] of places) assert.equal(misplacedHeader(schema), place);
  const data = { const: annotated, enum: [annotated], default: annotated, examples: [annotated] };
  assert.equal(misplacedHeader(object({ a: data, items: annotated })), undefined);
});
