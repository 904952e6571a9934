/** What holds for every table of parity: names are public, tests are there, and reasons are sentences. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";

/** What a seed document has and we have, by our names and a test that exercises it. */
export interface KeptRow {
  /** Names in the public API. */
  readonly ours: readonly string[];
  /** A file of test/ and the title of a test in it, without what a template fills in. */
  readonly test: readonly [file: string, title: string];
}

/** What a seed document has and we don't. */
export interface DroppedRow {
  /** The reason, as a sentence. */
  readonly dropped: string;
}

const api =
  readFileSync(path.join(root, "test/runtime/public-api.txt"), "utf8") +
  readFileSync(path.join(root, "src/index.ts"), "utf8");

/** Declares the tests of a table. */
export function checkRows(rows: readonly (KeptRow | DroppedRow)[]): void {
  const kept = rows.filter((row) => "ours" in row);

  test("our names are in the public API", () => {
    const names = kept.flatMap((row) => row.ours);
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(api)),
      [],
    );
  });

  test("the tests that rows name are there", () => {
    const missing = kept.filter(({ test: [file, title] }) => {
      const text = readFileSync(path.join(root, "test", file), "utf8");
      return !text.includes(title);
    });
    assert.deepEqual(
      missing.map((row) => row.test.join(": ")),
      [],
    );
  });

  test("what is dropped has a reason", () => {
    for (const row of rows) if ("dropped" in row) assert.match(row.dropped, /^[A-Z].{20,}\.$/);
  });
}
