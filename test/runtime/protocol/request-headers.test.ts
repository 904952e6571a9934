import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJson } from "../../../runtime/protocol/json-rpc.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import {
  checkMcpHeaders,
  checkParameterHeaders,
  decodeHeaderValue,
  type HeaderParameter,
} from "../../../runtime/protocol/headers/mcp-headers.js";
import {
  encodeHeaderValue,
  headersOfRequest,
  parameterHeaders,
} from "../../../runtime/protocol/headers/request-headers.js";

test("the method is repeated in a header, and the name where the method has one", () => {
  assert.deepEqual(headersOfRequest("tools/list", { name: "x" }), { "mcp-method": "tools/list" });
  for (const [method, params, name] of [
    ["tools/call", { name: "my-tool", arguments: {} }, "my-tool"],
    ["prompts/get", { name: "greet" }, "greet"],
    ["resources/read", { uri: "file:///a b?q=1" }, "file:///a b?q=1"],
    ["tasks/get", { taskId: "t1" }, "t1"],
    ["tasks/update", { taskId: "t1" }, "t1"],
    ["tasks/cancel", { taskId: "t1" }, "t1"],
  ] as const) {
    assert.deepEqual(headersOfRequest(method, params), { "mcp-method": method, "mcp-name": name });
  }
  assert.deepEqual(headersOfRequest("toString", { name: "x" }), { "mcp-method": "toString" });
});

test("values that are unsafe in a header are sent in Base64, and the server reads them back", () => {
  const unsafe: [string, string][] = [
    ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
    ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
    ["", "=?base64??="],
    ["a\r\nx-injected: 1", "=?base64?YQ0KeC1pbmplY3RlZDogMQ==?="],
  ];
  for (const [text, encoded] of unsafe) assert.equal(encodeHeaderValue(text), encoded);
  const safe = ["us-west1", "a b\tc", "=?base64?open", "?=", "x"];
  for (const text of safe) assert.equal(encodeHeaderValue(text), text);
  for (const text of [...safe, ...unsafe.map(([each]) => each), "\u0000", "\t"]) {
    assert.equal(decodeHeaderValue(encodeHeaderValue(text)), text);
  }
});

const parameters: readonly HeaderParameter[] = [
  { header: "mcp-param-region", path: ["region"], type: "string" },
  { header: "mcp-param-size", path: ["box", "size"], type: "integer" },
  { header: "mcp-param-dry", path: ["dry"], type: "boolean" },
];

test("arguments are repeated as the server compares them", () => {
  for (const text of [
    '{"region":"us west","box":{"size":12},"dry":false}',
    '{"region":"","box":{"size":-7.0}}',
    '{"region":null,"box":{"size":9007199254740993},"dry":true}',
    '{"box":{"size":1e21}}',
    '{"box":null}',
    '{"box":{"__proto__":1}}',
    "{}",
  ]) {
    const args = parseJson(text) as JsonObject;
    const headers = parameterHeaders(parameters, args);
    checkParameterHeaders((name) => headers[name], parameters, { arguments: args });
  }
  const args = parseJson('{"region":"r","box":{"size":9007199254740993},"dry":true}') as JsonObject;
  assert.deepEqual(parameterHeaders(parameters, args), {
    "mcp-param-region": "r",
    "mcp-param-size": "9007199254740993",
    "mcp-param-dry": "true",
  });
});

test("absent, null and structured arguments have no header, nor have inherited members", () => {
  assert.deepEqual(parameterHeaders(parameters, { region: null, box: { size: [1] } }), {});
  assert.deepEqual(
    parameterHeaders([{ header: "mcp-param-x", path: ["toString", "name"], type: "string" }], {}),
    {},
  );
});

test("the server accepts the headers of every request", () => {
  for (const name of ["plain", "mit Umlaut ä", " x", "=?base64?x?="]) {
    const params = { name };
    const headers = headersOfRequest("tools/call", params);
    checkMcpHeaders((header) => headers[header], "tools/call", params);
  }
});
