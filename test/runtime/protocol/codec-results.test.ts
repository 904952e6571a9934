/** Members that the codec adds to results, and the limit of completions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeCompletion } from "../../../runtime/protocol/codec/codec-results.js";
import { ResultWriter } from "../../../runtime/protocol/codec/codec-writer.js";
import { structuredText } from "../../../runtime/protocol/codec/written-result.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { _meta, server, cache } from "./codec-fixtures.js";

test("no completion has more than 100 values", () => {
  const values = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const { completion } = encodeCompletion({ values }) as { completion: Record<string, unknown> };
  assert.equal((completion["values"] as unknown[]).length, 100);
  assert.deepEqual([completion["total"], completion["hasMore"]], [150, true]);
  const told = encodeCompletion({ values, total: 900 })["completion"] as JsonObject;
  assert.equal(told["total"], 900);
});

test("results have a type, the server's name and cache hints", () => {
  const writer = new ResultWriter(server);
  const key = "io.modelcontextprotocol/serverInfo";
  const write = (...args: Parameters<ResultWriter["write"]>): unknown =>
    JSON.parse(writer.write(...args));
  const rows: [unknown, unknown][] = [
    [write({}, "2026-07-28"), { resultType: "complete", _meta: { [key]: server } }],
    [write({ a: undefined }, "2026-07-28"), { resultType: "complete", _meta: { [key]: server } }],
    [
      write({ a: 1, _meta: { b: 2, [key]: "another" } }, "2026-07-28", { cache }),
      { a: 1, resultType: "complete", ...cache, _meta: { b: 2, [key]: server } },
    ],
    [
      write({ a: 1 }, "2026-07-28", {
        resultType: "input_required",
        serverInfo: { name: "x", version: "2" },
      }),
      { a: 1, resultType: "input_required", _meta: { [key]: { name: "x", version: "2" } } },
    ],
    [
      write({ a: 1, resultType: "task", ttlMs: 1, cacheScope: "public" }, "2026-07-28"),
      { a: 1, resultType: "complete", _meta: { [key]: server } },
    ],
    [write({ a: 1, resultType: "complete", ...cache }, "2025-11-25", { cache }), { a: 1 }],
    [write({ a: 1, _meta }, "2024-11-05"), { a: 1, _meta }],
    [
      write({}, "2026-07-28", { cache: { ttlMs: -1.5, cacheScope: "private" } }),
      { resultType: "complete", ttlMs: 0, cacheScope: "private", _meta: { [key]: server } },
    ],
  ];
  for (const [got, want] of rows) assert.deepEqual(got, want);
  assert.equal(writer.write({}, "2025-11-25"), "{}");
});

test("a result of one text is written like any other", () => {
  const writer = new ResultWriter(server);
  const text = 'say "hi"\n\u2028';
  class Block {
    readonly type = "text";
    readonly text = text;
    toJSON(): object {
      return { type: "text", text: "as the block says" };
    }
  }
  const results: readonly object[] = [
    { content: [{ type: "text", text }] },
    { content: [{ text, type: "text" }], isError: undefined },
    { content: [{ type: "text", text }], isError: true },
    { content: [{ type: "text", text, annotations: { priority: 1 } }] },
    {
      content: [
        { type: "text", text },
        { type: "text", text },
      ],
    },
    { content: [{ type: "text", text: undefined }] },
    { content: [{ type: "image", text }] },
    { content: [new Block()] },
    { content: [null] },
    { content: [] },
  ];
  for (const result of results) {
    const plain = JSON.parse(JSON.stringify(result)) as object;
    const older = JSON.parse(writer.write(result as JsonObject, "2025-11-25")) as object;
    assert.deepEqual(older, plain);
    const newer = JSON.parse(writer.write(result as JsonObject, "2026-07-28")) as object;
    const facts = { "io.modelcontextprotocol/serverInfo": server };
    assert.deepEqual(newer, { ...plain, resultType: "complete", _meta: facts });
  }
});

test("a long result that is written already has the same text in parts", () => {
  const writer = new ResultWriter(server);
  const resultOf = (length: number): JsonObject => {
    const value = { text: 'é"\u2028'.repeat(length) };
    const text = JSON.stringify(value);
    const content = [{ type: "text", text }];
    return { content, structuredContent: value, [structuredText]: text } as JsonObject;
  };
  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const long = resultOf(10_000);
    const parts = writer.partsOf(long, revision);
    assert.equal(parts?.join(""), writer.write(long, revision));
    assert.equal(writer.partsOf(resultOf(10), revision), undefined);
    const { [structuredText as never]: _, ...plain } = long;
    assert.equal(writer.partsOf(plain, revision), undefined);
  }
});
