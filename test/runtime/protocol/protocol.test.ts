import assert from "node:assert/strict";
import { test } from "node:test";
import { ProtocolError } from "../../../runtime/index.js";
import { encodeTool } from "../../../runtime/protocol/codec/codec.js";
import { readMessage } from "../../../runtime/protocol/json-rpc.js";
import {
  checkMcpHeaders,
  decodeHeaderValue,
} from "../../../runtime/protocol/headers/mcp-headers.js";
import { listedMeta } from "../../../runtime/server/registry/item-meta.js";

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

test("header values are read strictly", () => {
  const rows: [given: string, want: string | undefined][] = [
    ["get_weather", "get_weather"],
    ["  a b\t", "a b"],
    ["", ""],
    ["zoë", undefined],
    ["a\u0000b", undefined],
    [base64("zoë"), "zoë"],
    [base64(" padded "), " padded "],
    [base64(""), ""],
    [base64("=?base64?"), "=?base64?"],
    ["=?base64?YQ=?=", undefined],
    ["=?base64?YQ?=", undefined],
    ["=?base64?Y!==?=", undefined],
    ["=?base64?YR==?=", undefined],
    ["=?base64?/w==?=", undefined],
    ["=?base64?YQ==", "=?base64?YQ=="],
    ["=?BASE64?YQ==?=", "=?BASE64?YQ==?="],
    ["YQ==", "YQ=="],
  ];
  for (const [given, want] of rows) assert.equal(decodeHeaderValue(given), want, given);
});

test("Mcp-Method and Mcp-Name must say what the body says", () => {
  const rows: [
    headers: Record<string, string>,
    method: string,
    params: Record<string, unknown>,
    fits: boolean,
  ][] = [
    [{ "mcp-method": "tools/list" }, "tools/list", {}, true],
    [{}, "tools/list", {}, false],
    [{ "mcp-method": "Tools/List" }, "tools/list", {}, false],
    [{ "mcp-method": " tools/list " }, "tools/list", {}, true],
    [{ "mcp-method": "tools/call" }, "tools/call", { name: "a" }, false],
    [{ "mcp-method": "tools/call", "mcp-name": "a" }, "tools/call", { name: "a" }, true],
    [{ "mcp-method": "tools/call", "mcp-name": "b" }, "tools/call", { name: "a" }, false],
    [{ "mcp-method": "tools/call", "mcp-name": base64("é") }, "tools/call", { name: "é" }, true],
    [{ "mcp-method": "tools/call" }, "tools/call", {}, true],
    [{ "mcp-method": "resources/read" }, "resources/read", { uri: "x:y" }, false],
    [{ "mcp-method": "resources/read", "mcp-name": "x:y" }, "resources/read", { uri: "x:y" }, true],
  ];
  for (const [headers, method, params, fits] of rows) {
    const check = () => checkMcpHeaders((name) => headers[name], method, params);
    if (fits) check();
    else assert.throws(check, (error) => error instanceof ProtocolError && error.code === -32020);
  }
});

test("ids keep their type", () => {
  for (const id of ["1", 1, 0, -1, ""]) {
    const message = readMessage({ jsonrpc: "2.0", id, method: "x" });
    assert.deepEqual(message, { kind: "request", id, method: "x", params: Object.create(null) });
  }
});

test("properties that are true or false become objects where the revision wants objects", () => {
  const tool = {
    name: "t",
    inputSchema: { type: "object", properties: { any: true, none: false, a: { type: "string" } } },
  };
  const before = encodeTool(tool, "2025-11-25")["inputSchema"];
  assert.deepEqual(before, {
    type: "object",
    properties: { any: {}, none: { not: {} }, a: { type: "string" } },
  });
  assert.deepEqual(encodeTool(tool, "2026-07-28")["inputSchema"], tool.inputSchema);
});

test("an output schema that is no object's is left out before 2026-07-28", () => {
  const tool = { name: "t", inputSchema: { type: "object" }, outputSchema: { type: "array" } };
  assert.equal(encodeTool(tool, "2025-11-25")["outputSchema"], undefined);
  assert.deepEqual(encodeTool(tool, "2026-07-28")["outputSchema"], { type: "array" });
});

test("tags and further metadata travel in _meta", () => {
  assert.deepEqual(listedMeta({ tags: ["a"] }), { _meta: { "mcp-codegen/tags": ["a"] } });
  const meta = { "shop.example/shelf": 4 };
  assert.deepEqual(listedMeta({ meta }), { _meta: meta });
  assert.deepEqual(listedMeta({ meta, tags: ["a"] }), {
    _meta: { ...meta, "mcp-codegen/tags": ["a"] },
  });
  assert.deepEqual(listedMeta({ tags: [] }), {});
});
