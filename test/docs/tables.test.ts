import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { chapters, tables, withTables } from "../../.build/docs/tables.js";
import { root } from "../support/cli.js";

for (const file of chapters()) {
  const name = path.relative(root, file);
  test(`${name} has the tables of the code`, async () => {
    const text = readFileSync(file, "utf8");
    assert.equal(text, await withTables(text), "run: npm run docs:tables");
  });
}

test("each table is shown", () => {
  const text = chapters()
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  for (const name of Object.keys(tables)) assert.ok(text.includes(`<!-- table ${name} -->`), name);
});
