/** The programs of the documentation compile. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { blocksOf, checkedBlocks } from "./blocks.js";
import { compilePrograms } from "./compile-programs.js";

const petstore = "examples/petstore/petstore-mcp/src";

test("the programs in TypeScript compile", (t) => {
  const blocks = checkedBlocks("ts");
  assert.ok(blocks.length >= 20);
  const programs = blocks.map(({ place, code, mark }) => ({
    name: place,
    code,
    beside: mark?.text ?? petstore,
  }));
  assert.equal(compilePrograms(t, programs), "");
});

for (const { place, code, mark } of blocksOf()) {
  if (mark?.kind !== "excerpt of") continue;
  test(`${place}: the excerpt is what ${mark.text} has`, () => {
    const source = readFileSync(path.join(root, mark.text), "utf8").split("\n");
    let from = 0;
    for (const line of code.trimEnd().split("\n")) {
      if (line.trim() === "…") continue;
      const found = source.indexOf(line, from);
      assert.ok(found >= 0, `"${line}" is not there, or not in this order`);
      from = found + 1;
    }
  });
}
