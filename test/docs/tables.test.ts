import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { environment } from "../../.build/docs/environment-table.js";
import { nextSteps } from "../../.build/docs/next-steps.js";
import { chapters, tables, withTables } from "../../.build/docs/tables.js";
import { codes } from "../../src/diagnostics/codes.js";
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

test("each diagnostic has a next step, and no other has", () => {
  const steps = Object.keys(nextSteps);
  const known = Object.keys(codes);
  assert.deepEqual(
    known.filter((code) => !steps.includes(code)),
    [],
    "Say what to do in .build/docs/next-steps.ts.",
  );
  assert.deepEqual(
    steps.filter((code) => !known.includes(code)),
    [],
  );
});

test("the environment variables are those that the code reads", () => {
  const read = ["src", "runtime"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      // What `migrate` reads is the environment of other tools, as their files have it.
      .filter((name) => name.endsWith(".ts") && !name.startsWith("migrate"))
      .flatMap((name) => variablesIn(readFileSync(path.join(root, folder, name), "utf8"))),
  );
  // These two mean what they mean to every program.
  const own = new Set(read.filter((name) => !["HOME", "PATH"].includes(name)));
  assert.deepEqual([...own].toSorted(), Object.keys(environment).toSorted());
});

test("the options that the limits name are options", () => {
  const limits = readFileSync(path.join(root, "docs/reference/limits.md"), "utf8");
  const sources = readFileSync(path.join(root, "dist/bundle/index.d.ts"), "utf8");
  const rows = limits.split("\n").filter((line) => /^\| .+ \| .+ \| `/.test(line));
  assert.ok(rows.length >= 20);
  for (const row of rows) {
    const named = (row.split(" | ").at(-1) ?? "").matchAll(/`(?:\w+: \{ )?(\w+)/g);
    for (const [, name = ""] of named) assert.match(sources, new RegExp(`\\b${name}\\b`), row);
  }
});

/** Returns the names of the variables that a source reads from the environment. */
function variablesIn(source: string): readonly string[] {
  const reads = source.matchAll(/\benv(?:\[|, )"([A-Z][A-Z0-9_]+)"/g);
  return [...reads].map(([, name = ""]) => name);
}
