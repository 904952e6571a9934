import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ts } from "ts-morph";
import { PrintedConstants } from "../../../src/changes/former/printed-constants.js";
import { printLiteral } from "../../../src/emit/literal.js";

function printed(name: string, value: unknown): string {
  return `// Header\n\nexport const ${name}: Operation<A, B[]> = ${printLiteral(value, 0, Infinity)};\n`;
}

test("a literal is read back as the value that was printed", () => {
  const json = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(
      fc.constantFrom("__proto__", "a b", "'", '"', "\u2028", "constructor"),
      fc.string(),
    ),
    fc.constantFrom(-1, 1e21, 1e-7, -0.5, "\n};\nexport const other: X = {", 'it\'s "quoted"'),
  );
  fc.assert(
    fc.property(json, json, (before, value) => {
      const text = printed("before", before) + printed("wanted", { value }) + printed("after", 1);
      const constants = new PrintedConstants(ts, text);
      // JSON has no -0.
      const plain = (one: unknown): unknown => JSON.parse(JSON.stringify(one));
      assert.deepEqual(plain(constants.value("wanted")), plain({ value }));
      assert.equal(constants.value("missing"), undefined);
    }),
  );
});

for (const code of [
  "process.exit(3)",
  "`a${1}`",
  "{ ...{} }",
  "{ a() {} }",
  "[, 1]",
  "{ get a() { return 1 } }",
  "(() => 1)()",
  "{ a }",
]) {
  test(`${code} has no value and is not run`, () => {
    assert.equal(new PrintedConstants(ts, `export const x: X = ${code};`).value("x"), undefined);
  });
}

test("what is nested deeper than the stack has no value", () => {
  const text = `export const x: X = ${"[".repeat(50_000)}${"]".repeat(50_000)};`;
  assert.equal(new PrintedConstants(ts, text).value("x"), undefined);
});
