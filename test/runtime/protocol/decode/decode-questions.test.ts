import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  SamplingContent,
  SamplingResult,
} from "../../../../runtime/protocol/client-requests.js";
import {
  decodeElicitResult,
  decodeRoots,
  decodeSamplingResult,
} from "../../../../runtime/protocol/codec/codec-answers.js";
import {
  canElicit,
  canSample,
  encodeElicitParams,
  encodeSamplingParams,
} from "../../../../runtime/protocol/codec/codec-requests.js";
import {
  decodeElicitParams,
  decodeSamplingParams,
} from "../../../../runtime/protocol/codec/decode-questions.js";
import { decodeCreatedTask, decodeTask } from "../../../../runtime/protocol/codec/decode-tasks.js";
import {
  encodeElicitResult,
  encodeRoots,
  encodeSamplingResult,
} from "../../../../runtime/protocol/codec/encode-answers.js";
import type { JsonObject } from "../../../../runtime/protocol/json.js";
import { ProtocolError } from "../../../../runtime/protocol/protocol-error.js";
import { revisions } from "../../../../runtime/protocol/revisions.js";
import { form, manyOf, talk, visit } from "../codec-fixtures.js";

function wire(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

for (const revision of revisions) {
  test(`what a server of ${revision} asks is read, and the answer is written for it`, () => {
    for (const asked of [form, manyOf, visit]) {
      if (!canElicit(asked, revision)) continue;
      assert.equal(
        decodeElicitParams(wire(encodeElicitParams(asked, revision))).message,
        asked.message,
      );
    }
    if (canSample(talk, revision)) {
      assert.equal(decodeSamplingParams(wire(encodeSamplingParams(talk, revision))).maxTokens, 10);
    }
    const answer = { role: "assistant", model: "m", stopReason: "endTurn" } as const;
    const text = { type: "text", text: "x" } as const;
    const one = wire(encodeSamplingResult({ ...answer, content: text }, revision));
    assert.deepEqual(decodeSamplingResult(one), { ...answer, content: [text] });
    assert.deepEqual(one["content"], text);
    const two = wire(encodeSamplingResult({ ...answer, content: [text, text] }, revision));
    const { content } = decodeSamplingResult(two);
    const joined = [{ type: "text", text: "x\nx" }];
    assert.deepEqual(content, revision < "2025-11-25" ? joined : [text, text]);
    assert.equal(Array.isArray(two["content"]), revision >= "2025-11-25");
    const roots = [{ uri: "file:///a", name: "a", _meta: { x: 1 } }];
    const told = decodeRoots(wire(encodeRoots(roots, revision)));
    assert.deepEqual(told, revision < "2025-06-18" ? [{ uri: "file:///a", name: "a" }] : roots);
  });
}

test("only an accepted form has content", () => {
  const content = { a: 1 };
  assert.deepEqual(encodeElicitResult({ action: "decline", content }), { action: "decline" });
  assert.deepEqual(decodeElicitResult(encodeElicitResult({ action: "accept", content })), {
    action: "accept",
    content,
  });
});

test("an answer that an older revision can't carry is refused, and nothing is lost silently", () => {
  const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
  const answer = (content: readonly SamplingContent[]): SamplingResult => ({
    role: "assistant",
    model: "m",
    content,
  });
  const use = { type: "tool_use", id: "1", name: "t", input: {} } as const;
  for (const content of [[], [image, image], [use]]) {
    assert.throws(() => encodeSamplingResult(answer(content), "2025-06-18"), TypeError);
  }
  assert.deepEqual(encodeSamplingResult(answer([image]), "2025-06-18")["content"], {
    type: "image",
    data: "AAAA",
    mimeType: "image/png",
  });
});

test("a malformed question is refused with the place", () => {
  const text = { role: "user", content: { type: "text", text: "x" } };
  const cases: [() => unknown, RegExp][] = [
    [() => decodeElicitParams({}), /`params`\.message must be a string/],
    [() => decodeElicitParams({ message: "x" }), /`requestedSchema` must have `"type": "object"`/],
    [() => decodeElicitParams({ message: "x", mode: "url", url: "file:///etc" }), /http or https/],
    [() => decodeElicitParams({ message: "x", mode: "voice" }), /`mode` must be form or url/],
    [() => decodeSamplingParams({ messages: [text] }), /`maxTokens` must be a positive integer/],
    [() => decodeSamplingParams({ messages: [], maxTokens: 1 }), /`messages` must not be empty/],
    [
      () => decodeSamplingParams({ messages: [text], maxTokens: 1, tools: [{ name: 1 }] }),
      /`params`\.tools\[0\]\.name must be a string/,
    ],
    [
      () => decodeSamplingParams({ messages: [text], maxTokens: 1, stopSequences: "x" }),
      /`params`\.stopSequences must be an array/,
    ],
  ];
  for (const [read, message] of cases) {
    assert.throws(read, (error) => {
      assert.ok(error instanceof ProtocolError);
      assert.equal(error.code, -32602);
      assert.match(error.message, message);
      return true;
    });
  }
});

test("tasks of both kinds are read into one shape", () => {
  const times = { createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z" };
  const legacy = {
    taskId: "1",
    status: "working",
    ...times,
    ttl: 60_000,
    pollInterval: 500,
    more: 1,
  };
  const newest = { taskId: "1", status: "working", ...times, more: 1 };
  const timed = { ...newest, ttlMs: 60_000, pollIntervalMs: 500 };
  assert.deepEqual(decodeCreatedTask({ task: legacy }, "2025-11-25")?.task, timed);
  assert.deepEqual(decodeTask({ ...legacy, _meta: {} }, "2025-11-25").task, timed);
  const flat = { ...timed, resultType: "task", _meta: {} };
  assert.deepEqual(decodeCreatedTask(flat, "2026-07-28")?.task, timed);
  const done = { ...flat, status: "completed", resultType: "complete", result: { content: [] } };
  assert.equal(decodeCreatedTask(done, "2026-07-28"), undefined);
  assert.deepEqual(decodeTask(done, "2026-07-28").result, { content: [] });
  assert.equal(decodeTask({ ...newest, ttlMs: null }, "2026-07-28").task.ttlMs, null);
  assert.equal(decodeCreatedTask({ content: [], task: legacy }, "2025-06-18"), undefined);
  assert.throws(
    () => decodeCreatedTask({ task: { taskId: "1", status: "lost" } }, "2025-11-25"),
    /^MalformedMessage: result\.task\.status must be one of working, /,
  );
});
