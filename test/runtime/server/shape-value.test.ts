/** Parts of an answer that clients select, and the first items of its lists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readContents } from "../../../runtime/server/results/read-resource.js";
import { shapeValue } from "../../../runtime/server/operations/shape-value.js";
import type { Value } from "../../../runtime/server/results/value.js";

const json = (value: unknown): Value => ({ kind: "json", value });

const rows: readonly (readonly [select: string, value: unknown, expected: unknown])[] = [
  ["a", { a: 1 }, 1],
  ["a.b[*].c", { a: { b: [{ c: 1 }, { d: 2 }, { c: 3 }] } }, [1, 3]],
  ["b", { a: 1 }, null],
  ["constructor", { a: 1 }, null],
  ["a.toString", { a: {} }, null],
  ['"__proto__"', { a: 1 }, null],
  ["length(@)", [1, 2], 2],
  ["sort_by(@, &n)[0].n", [{ n: 2 }, { n: 1 }], 1],
  ["@", null, null],
];

for (const [select, value, expected] of rows) {
  test(`select ${select} of ${JSON.stringify(value)}`, async () => {
    const shaped = await shapeValue({ select }, json(value));
    assert.equal(shaped.kind, "json");
    assert.deepEqual(JSON.parse(JSON.stringify(shaped.value ?? null)), expected);
  });
}

test("a selected text is a text; what is no JSON stays whole", async () => {
  assert.deepEqual(await shapeValue({ select: "a" }, json({ a: "x" })), {
    kind: "text",
    text: "x",
  });
  const text: Value = { kind: "text", text: "x" };
  assert.equal(await shapeValue({ select: "a", limit: 1 }, text), text);
  const empty: Value = { kind: "empty" };
  assert.equal(await shapeValue({ select: "a", limit: 1 }, empty), empty);
});

test("integers keep their digits, wherever they go", async () => {
  const source = '{"ids":[9007199254740993,-9007199254740995,1],"text":"9007199254740993 \\" 1"}';
  const value: Value = { kind: "json", value: JSON.parse(source), source };
  const selected = await shapeValue({ select: "{all: ids, text: text}" }, value);
  assert.equal(
    (selected as { source?: string }).source,
    '{"all":[9007199254740993,-9007199254740995,1],"text":"9007199254740993 \\" 1"}',
  );
  const cut = await shapeValue({ limit: 1 }, value);
  assert.match((cut as { source?: string }).source ?? "", /^\{"ids":\[9007199254740993\],/);
  const joined = await shapeValue({ select: "join('+', ids[:2].to_string(@))" }, value);
  assert.deepEqual(joined, { kind: "text", text: "9007199254740993+-9007199254740995" });
});

test("the limit holds for lists at every depth, and notes say what is missing", async () => {
  const value = { a: [[1, 2, 3], [4]], b: { c: [5, 6] }, d: [] };
  const shaped = await shapeValue({ limit: 2 }, { ...json(value), notes: ["before"] } as Value);
  assert.deepEqual(shaped, {
    kind: "json",
    value: { a: [[1, 2], [4]], b: { c: [5, 6] }, d: [] },
    notes: ["before", "Only the first 2 of 3 items of a[0] are shown."],
  });
  const wide = Array.from({ length: 30 }, () => [1, 2]);
  const { notes = [] } = await shapeValue({ limit: 1 }, json({ wide }));
  assert.deepEqual(notes, [
    "Only the first 1 of 30 items of wide are shown.",
    "Only the first 1 of 2 items of wide[0] are shown.",
  ]);
  const many = Object.fromEntries(wide.map((list, index) => [`l${index}`, list]));
  assert.match((await shapeValue({ limit: 1 }, json(many))).notes?.at(-1) ?? "", /^20 more lists/);
});

test("the limit counts what is selected", async () => {
  const shaped = await shapeValue({ select: "a[?@ > `1`]", limit: 1 }, json({ a: [1, 2, 3] }));
  assert.deepEqual(shaped.kind === "json" && shaped.value, [2]);
  assert.deepEqual(shaped.notes, ["Only the first 1 of 2 items are shown."]);
});

test("a selection that fails, grows without end or takes long says so", async () => {
  await assert.rejects(shapeValue({ select: "length(a)" }, json({ a: 1 })), {
    name: "ToolError",
    message: /The call succeeded, but `select` failed on its response: Invalid type/,
  });
  const nested = `a${" | [@, @]".repeat(40)}`;
  await assert.rejects(shapeValue({ select: nested }, json({ a: 1 })), {
    name: "ToolError",
    message: /larger than/,
  });
  const doubling = `a${" | [@, @][]".repeat(60)}`;
  await assert.rejects(shapeValue({ select: doubling }, json({ a: [1] })), {
    name: "ToolError",
    message: /took longer than|failed/,
  });
});

test("notes about shortened lists stand beside the content of a resource", async () => {
  const { contents } = readContents(
    await shapeValue({ limit: 1 }, json([1, 2])),
    "a://b",
    undefined,
  );
  assert.deepEqual(contents, [
    { uri: "a://b", mimeType: "application/json", text: "[1]" },
    {
      uri: "a://b#notes",
      mimeType: "text/plain",
      text: "Only the first 1 of 2 items are shown.",
    },
  ]);
});
