import assert from "node:assert/strict";
import { test } from "node:test";
import { runInThisContext } from "node:vm";
import prettier from "prettier";
import { memberName, printLiteral, stringLiteral } from "../../../src/emit/literal.js";

const strings: readonly (readonly [given: string, want: string])[] = [
  ["plain", '"plain"'],
  ['say "hi"', "'say \"hi\"'"],
  [`it's "one"`, `'it\\'s "one"'`],
  ["${x} `y`", '"${x} `y`"'],
  ["a\nb\\c", '"a\\nb\\\\c"'],
  ["a\u2028b\u202ec", '"a\\u2028b\\u202ec"'],
  ["\u{e0041}", '"\\udb40\\udc41"'],
  ["\ud800", '"\\ud800"'],
  ["日本 👩‍💻", '"日本 👩‍💻"'],
];

test("a string literal reads as the string and hides no character", () => {
  for (const [given, want] of strings) {
    assert.equal(evaluate(stringLiteral(given)), given);
    assert.equal(stringLiteral(given), want);
  }
});

test("member names are quoted only when they have to be", () => {
  assert.equal(memberName("petId"), "petId");
  assert.equal(memberName("größe"), "größe");
  assert.equal(memberName("class"), "class");
  // U+113D0 is a letter since Unicode 16; compilers with older tables refuse it.
  assert.equal(memberName("𑏐"), '"𑏐"');
  assert.equal(memberName("pet-id"), '"pet-id"');
  assert.equal(memberName("1st"), '"1st"');
  assert.equal(memberName(""), '""');
});

const hostile: unknown = JSON.parse(
  '{"__proto__": {"polluted": true}, "constructor": 1, "a*/b": "*/", "`${x}`": null, "": [[], {}]}',
);

test("a literal has the own members of the value, whatever they are called", () => {
  const read = evaluate(printLiteral(hostile, 0, 0));
  assert.deepEqual(Object.entries(read as object), Object.entries(hostile as object));
  assert.equal(Object.getPrototypeOf(read), Object.prototype);
});

test("members without a value are left out", () => {
  assert.equal(printLiteral({ a: undefined, b: 1 }, 0, 0), "{ b: 1 }");
});

test("numbers that JSON text can hold but JSON can't write stay what they are", () => {
  assert.equal(printLiteral([JSON.parse("1e999"), -1.5, 1e21], 0, 0), "[Infinity, -1.5, 1e+21]");
});

const layouts: Readonly<Record<string, unknown>> = {
  short: { type: "string", minLength: 1 },
  "long object": { description: "x".repeat(60), properties: { a: { type: "string" } }, z: "y" },
  "long string under a long key": { description: "x".repeat(120) },
  "long string under a short key": { name: "x".repeat(120) },
  "string that just fits": { description: "x".repeat(81) },
  "string that just does not fit": { description: "x".repeat(82) },
  "objects in an array": { params: [{ in: "path" }, { in: "query" }] },
  "objects of several members in an array": {
    params: [
      { in: "path", name: "a" },
      { in: "query", name: "b" },
    ],
  },
  "many numbers": { enum: Array.from({ length: 60 }, (_, at) => at * 1000) },
  "many strings": { enum: Array.from({ length: 20 }, (_, at) => `value-${at}`) },
  "deep arrays": [[[["a".repeat(40)], ["b".repeat(40)]], [["c"]]]],
  // On one line each of these would take 101 columns.
  "an empty object at the edge": { one: { text: "x".repeat(70), empty: {} } },
  "an empty array at the edge": { one: { text: "x".repeat(70), empty: [] } },
  "quotes in text": { description: `${'"a" '.repeat(12)}'b'`, other: `it's ${"x".repeat(60)}` },
};

for (const [name, value] of Object.entries(layouts)) {
  test(`prettier has nothing to change: ${name}`, async () => {
    const code = `export const value: Thing = ${printLiteral(value, 0, Infinity)};\n`;
    assert.equal(code, await prettier.format(code, { parser: "typescript", printWidth: 100 }));
  });
}

function evaluate(code: string): unknown {
  return runInThisContext(`(${code})`);
}
