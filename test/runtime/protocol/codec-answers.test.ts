/** Answers of clients that the codec accepts or refuses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeElicitResult,
  decodeRoots,
  decodeSamplingResult,
} from "../../../runtime/protocol/codec/codec-answers.js";
import { ProtocolError } from "../../../runtime/protocol/protocol-error.js";
import { _meta, blocks } from "./codec-fixtures.js";

test("an elicitation result is accepted only if it is valid", () => {
  const content = { a: "x", b: 1.5, c: true, d: ["x"] };
  const rows: [given: unknown, want: unknown][] = [
    [
      { action: "accept", content, _meta },
      { action: "accept", content },
    ],
    [{ action: "accept" }, { action: "accept" }],
    [{ action: "decline", content: "whatever" }, { action: "decline" }],
    [{ action: "cancel" }, { action: "cancel" }],
    [{ action: "maybe" }, undefined],
    [{}, undefined],
    [Object.create({ action: "accept" }), undefined],
    [{ action: "accept", content: [] }, undefined],
    [{ action: "accept", content: { a: null } }, undefined],
    [{ action: "accept", content: { a: { b: 1 } } }, undefined],
    [{ action: "accept", content: { a: [1] } }, undefined],
    [null, undefined],
    [[], undefined],
  ];
  for (const [given, want] of rows) decoded(() => decodeElicitResult(given), want, given);
});

test("a sampling result is accepted only if it is valid and has content", () => {
  const text = { type: "text", text: "hi" };
  const use = { type: "tool_use", id: "1", name: "t", input: {} };
  const back = { type: "tool_result", toolUseId: "1", content: blocks };
  const base = { role: "assistant", model: "m" };
  const rows: [given: unknown, want: unknown][] = [
    [
      { ...base, content: text },
      { ...base, content: [text] },
    ],
    [
      { ...base, content: [text, use, back], stopReason: "toolUse", _meta, more: 1 },
      { ...base, content: [text, use, back], stopReason: "toolUse", _meta },
    ],
    [
      { ...base, content: [] },
      { ...base, content: [] },
    ],
    [{ ...base, role: "system", content: text }, undefined],
    [{ role: "user", content: text }, undefined],
    [base, undefined],
    [{ ...base, content: "hi" }, undefined],
    [{ ...base, content: { type: "text" } }, undefined],
    [{ ...base, content: { type: "image", data: "AAAA" } }, undefined],
    [{ ...base, content: { type: "video", data: "AAAA", mimeType: "x/y" } }, undefined],
    [{ ...base, content: [{ ...use, input: [] }] }, undefined],
    [{ ...base, content: [{ ...back, content: [{ type: "resource" }] }] }, undefined],
    [{ ...base, content: text, stopReason: 1 }, undefined],
    ["hi", undefined],
  ];
  for (const [given, want] of rows) decoded(() => decodeSamplingResult(given), want, given);
});

test("roots are taken only when all of them are file URIs", () => {
  const rows: [given: unknown, want: unknown][] = [
    [{ roots: [] }, []],
    [
      { roots: [{ uri: "file:///a", name: "a", _meta, more: 1 }, { uri: "FILE:///b" }] },
      [{ uri: "file:///a", name: "a", _meta }, { uri: "FILE:///b" }],
    ],
    [{ roots: [{ uri: "https://a.example" }] }, undefined],
    [{ roots: [{ uri: "file:///a", name: 1 }] }, undefined],
    [{ roots: [null] }, undefined],
    [{ roots: {} }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ];
  for (const [given, want] of rows) decoded(() => decodeRoots(given), want, given);
});

/** Checks a decoded value; `want` is undefined if the value must be refused. */
function decoded(decode: () => unknown, want: unknown, given: unknown): void {
  const shown = JSON.stringify(given);
  if (want !== undefined) return assert.deepEqual(decode(), want, shown);
  const refused = (error: unknown): boolean =>
    error instanceof ProtocolError && error.code === -32602;
  assert.throws(decode, refused, shown);
}
