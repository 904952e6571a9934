import assert from "node:assert/strict";
import { test } from "node:test";
import { lostInteger, writtenIn } from "../../../src/load/written-scalars.js";
import { parseSource } from "../../../src/load/parse.js";

const url = "file:///work/api.yaml";

function valueOf(text: string, name = url): unknown {
  const parsed = parseSource(name, text);
  assert.deepEqual(parsed.diagnostics, []);
  return parsed.source?.value;
}

const values: readonly (readonly [name: string, text: string, value: unknown])[] = [
  ["JSON", '{"a":[1,null,true,"x"]}', { a: [1, null, true, "x"] }],
  ["block YAML", "a:\n  - 1\n  - ~\n", { a: [1, null] }],
  ["flow YAML in braces", "{a: 1, # note\n b: [x,],}", { a: 1, b: ["x"] }],
  [
    "dates as strings",
    "a: 2024-01-31\nb: 2024-01-31T10:00:00Z\n",
    { a: "2024-01-31", b: "2024-01-31T10:00:00Z" },
  ],
  ["yes and no as strings", "a: yes\nb: no\n", { a: "yes", b: "no" }],
  [
    "merge keys",
    "base: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n",
    { base: { x: 1, y: 2 }, a: { x: 1, y: 3 } },
  ],
  ["status codes as keys", "200: ok\n", { "200": "ok" }],
  [
    "keys as they are written",
    "1.0: a\n02: b\n0x10: c\n1e3: d\nTrue: e\n~: f\n'null': g\n9007199254740993: h\n2024-01-01: i\non: j\n.inf: k\n+1: l\n",
    {
      "1.0": "a",
      "02": "b",
      "0x10": "c",
      "1e3": "d",
      True: "e",
      "~": "f",
      null: "g",
      "9007199254740993": "h",
      "2024-01-01": "i",
      on: "j",
      ".inf": "k",
      "+1": "l",
    },
  ],
  [
    "keys that are one number beside each other",
    "{1: a, 1.0: b, 01: c}",
    { "1": "a", "1.0": "b", "01": "c" },
  ],
  [
    "keys in flow mappings and merged ones",
    "a: {<<: {1.0: x}, 2.0: y}\n",
    { a: { "1.0": "x", "2.0": "y" } },
  ],
  ["a document start and end", "%YAML 1.2\n---\na: 1\n...\n", { a: 1 }],
];

for (const [name, text, value] of values) {
  test(`reads ${name}`, () => assert.deepEqual(valueOf(text), value));
}

test("an alias is the same object as its anchor", () => {
  const value = valueOf("a: &x {n: 1}\nb: *x\n") as { a: object; b: object };
  assert.equal(value.a, value.b);
});

for (const text of [
  '{"__proto__": {"evil": 1}, "constructor": 2}',
  "__proto__: {evil: 1}\nconstructor: 2\n",
]) {
  test(`keys named like members of objects are own data: ${text.slice(0, 12)}`, () => {
    const value = valueOf(text) as Record<string, unknown>;
    assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(value["evil"], undefined);
  });
}

const many = (text: string, count: number): string =>
  Array.from({ length: count }, () => text).join("");

const faults: readonly (readonly [
  name: string,
  text: string,
  code: string,
  message: RegExp,
  at?: number,
])[] = [
  ["nothing", "  \n", "syntax", /empty/, 0],
  ["JSON cut short", '{"openapi":', "syntax", /ends too early: a value is missing/, 11],
  ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', "syntax", /Expected a comma or "}"/, 13],
  ["a stray bracket", '{"a": [1, 2}}', "syntax", /Expected a comma or "\]"/, 11],
  ["a string over two lines in .json", '["a\nb": 1]', "syntax", /./],
  ["a tab as indentation", "a:\n\tb: 1\n", "syntax", /tab/i, 3],
  ["bad indentation", "a:\n  b: 1\n c: 2\n", "syntax", /Not valid YAML: bad indentation/],
  ["two documents", "---\na: 1\n---\nb: 2\n", "syntax", /more than one YAML document/, 9],
  ["two documents without a first mark", "a: 1\n---\nb: 2\n", "syntax", /more than one/, 5],
  ["an unknown tag", "a: !include b.yaml\n", "syntax", /Unknown tag/],
  [
    "a key twice",
    "p:\n  get: 1\n  # note\n\n  other:\n    get: 4\n  get: 2\n",
    "duplicate-key",
    /"get" appears twice in the same mapping, first on line 2/,
    44,
  ],
  [
    "a quoted key twice",
    'p:\n  - "/a": 1\n    "/a": 2\n',
    "duplicate-key",
    /"\/a" appears twice.* line 2/,
  ],
  ["deep JSON", many("[", 5000), "syntax", /more than 200 levels/, 200],
  ["deep flow YAML", `a: ${many("[", 5000)}`, "syntax", /more than 200 levels/],
  [
    "deep block YAML",
    Array.from({ length: 500 }, (_, i) => `${" ".repeat(i)}a:\n`).join(""),
    "syntax",
    /more than 200 levels/,
  ],
  ["HTML", "<!doctype html>\n<html lang=en: x: y>\n", "syntax", /Not valid YAML/],
  ["deep text that is not JSON", `{"a": "x\n${many("[", 100_000)}`, "syntax", /./],
];

for (const [name, text, code, message, at] of faults) {
  test(`refuses ${name} at its place`, () => {
    const { source, diagnostics } = parseSource(url, text);
    assert.equal(source, undefined);
    assert.equal(diagnostics.length, 1);
    assert.equal(diagnostics[0]?.code, code);
    assert.equal(diagnostics[0]?.severity, "error");
    assert.match(diagnostics[0]?.message ?? "", message);
    if (at !== undefined) assert.equal(diagnostics[0]?.place?.offset, at);
  });
}

test("aliases of aliases are refused before anything walks them", () => {
  let text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (let level = 1; level < 12; level++) {
    text += `a${level}: &a${level} [${many(`*a${level - 1}, `, 10)}]\n`;
  }
  const { source, diagnostics } = parseSource(url, text);
  assert.equal(source, undefined);
  assert.match(diagnostics[0]?.message ?? "", /more than a million values/);
  assert.match(diagnostics[0]?.place?.pointer ?? "", /^\/a\d/);
});

test("an alias inside its own anchor is refused", () => {
  const { source, diagnostics } = parseSource(url, "a: &a\n  b:\n    c: *a\n");
  assert.equal(source, undefined);
  assert.match(diagnostics[0]?.message ?? "", /inside the value that it refers to/);
  assert.equal(diagnostics[0]?.place?.pointer, "/a/b/c");
});

test("an alias to the whole document is refused", () => {
  const { source, diagnostics } = parseSource(url, "&root [1, *root]\n");
  assert.equal(source, undefined);
  assert.equal(diagnostics[0]?.place?.pointer, "/1");
});

test("a long chain of aliases counts as deep nesting", () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `a${i}: &a${i} [${i ? `*a${i - 1}` : "1"}]\n`,
  );
  const { source, diagnostics } = parseSource(url, lines.join(""));
  assert.equal(source, undefined);
  assert.match(diagnostics[0]?.message ?? "", /more than 200 levels/);
});

test("a duplicate key in JSON is a warning with both lines", () => {
  const text = '{\n "a": {"x:\\"": 1,\n  "y": {"n": 1},\n  "y": 2}\n}';
  const { source, diagnostics } = parseSource("file:///work/api.json", text);
  assert.deepEqual(source?.value, { a: { 'x:"': 1, y: 2 } });
  assert.deepEqual(diagnostics, [
    {
      code: "duplicate-key",
      severity: "warning",
      message: 'The key "y" appears twice, first on line 3; the last one counts.',
      place: { file: "file:///work/api.json", pointer: "/a/y", offset: text.lastIndexOf('"y"') },
    },
  ]);
});

const texts: readonly (readonly [
  text: string,
  name: string,
  want: readonly (string | undefined)[],
])[] = [
  [
    "[08, 1.10, 1.0, 0x10, 0o7, +1, 1e3, True, ~, .5, 9007199254740993]",
    url,
    ["08", "1.10", "1.0", "0x10", "0o7", "+1", "1e3", "True", "~", ".5", "9007199254740993"],
  ],
  ["[8, 1.1, true, null, '1.0', y, 2024-01-01]", url, Array<undefined>(7).fill(undefined)],
  [
    '[1.10, 1.0, 1e3, 9007199254740993, -0, 7, "1.0"]',
    "file:///work/api.json",
    ["1.10", "1.0", "1e3", "9007199254740993", "-0", undefined, undefined],
  ],
];
for (const [text, name, want] of texts) {
  test(`the texts of ${text} are kept where values don't show them`, () => {
    const list = valueOf(text, name) as unknown[];
    assert.deepEqual(
      list.map((_, index) => writtenIn(list, index)),
      want,
    );
  });
}

test("the texts of nested, merged and repeated members are kept", () => {
  const value = valueOf("a: &a {v: 1.10}\nb: *a\nc: {<<: *a}\nd:\n  - {e: 02}\n") as never;
  const { a, b, c, d } = value as Record<"a" | "b" | "c", object> & { d: [object] };
  const found = [writtenIn(a, "v"), writtenIn(b, "v"), writtenIn(c, "v"), writtenIn(d[0], "e")];
  assert.deepEqual(found, ["1.10", "1.10", "1.10", "02"]);
});

test("integers that numbers can't hold are known", () => {
  const text =
    "[9007199254740993, 9007199254740992, 9223372036854775807, 100000000000000000000, 1e30, 0x20000000000001]";
  const list = valueOf(text) as unknown[];
  assert.deepEqual(
    list.map((_, index) => lostInteger(list, index)),
    ["9007199254740993", undefined, "9223372036854775807", undefined, undefined, undefined],
  );
});

for (const digits of [309, 310, 400, 401]) {
  test(`an integer of ${digits} digits in JSON is known as one that numbers can't hold`, () => {
    const integer = "9".repeat(digits);
    const list = valueOf(`[${integer}, -${integer}]`, "file:///work/api.json") as unknown[];
    assert.deepEqual([lostInteger(list, 0), lostInteger(list, 1)], [integer, `-${integer}`]);
  });
}
