/** Helpers for programs that read and write messages themselves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildErrorResponse,
  checkSamplingMessages,
  latestRevision,
  parseMessage,
  ProtocolError,
  revisions,
} from "../../../runtime/index.js";

test("parseMessage tells the kinds of messages apart, from text and from bytes", () => {
  const rpc = { jsonrpc: "2.0" };
  const kinds: [object, object][] = [
    [
      { id: 1, method: "a" },
      { kind: "request", id: 1, method: "a" },
    ],
    [{ method: "a" }, { kind: "notification", method: "a" }],
    [
      { id: "1", result: { n: 1 } },
      { kind: "response", id: "1", result: { n: 1 } },
    ],
    [
      { error: { code: 1, message: "x" } },
      { kind: "error", id: undefined, error: { code: 1, message: "x" } },
    ],
  ];
  for (const [given, wanted] of kinds) {
    const text = JSON.stringify({ ...rpc, ...given });
    for (const form of [text, Buffer.from(text)]) {
      const { ...message } = parseMessage(form) as { params?: unknown };
      delete message.params;
      assert.deepEqual(message, wanted);
    }
  }
});

test("parseMessage refuses what is no message with the codes of JSON-RPC", () => {
  const wrong: [string | Uint8Array, number][] = [
    ["{", -32700],
    [new Uint8Array([0xff]), -32700],
    ["[]", -32600],
    ['{"id":1,"method":"a"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"result":1}', -32600],
    ['{"jsonrpc":"2.0","id":1,"error":{}}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"a","params":[]}', -32602],
  ];
  for (const [text, code] of wrong) {
    assert.throws(
      () => parseMessage(text),
      (error) => error instanceof ProtocolError && error.code === code,
      String(text),
    );
  }
});

test("buildErrorResponse keeps the message of an unknown error to itself", () => {
  const known = new ProtocolError(-32602, "Wrong.", { a: 1 });
  const error = { code: -32602, message: "Wrong.", data: { a: 1 } };
  assert.deepEqual(buildErrorResponse(1, known), { jsonrpc: "2.0", id: 1, error });
  assert.deepEqual(buildErrorResponse(null, new Error("secret")), {
    jsonrpc: "2.0",
    error: { code: -32603, message: "Internal error" },
  });
});

test("checkSamplingMessages wants a result for each use of a tool, and takes an empty list", () => {
  checkSamplingMessages([]);
  const use = { type: "tool_use", id: "1", name: "a", input: {} };
  const result = { type: "tool_result", toolUseId: "1", content: [] };
  const [asked, answered] = [
    { role: "assistant", content: [use] },
    { role: "user", content: [result] },
  ];
  checkSamplingMessages([asked, answered]);
  assert.throws(() => checkSamplingMessages([answered]), TypeError);
  assert.throws(() => checkSamplingMessages([asked]), TypeError);
});

test("the latest revision is the last of those that are supported", () => {
  assert.equal(latestRevision, revisions.at(-1));
});
