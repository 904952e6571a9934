/** Each row of docs/security.md names a test that exists. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertTested, promisesIn } from "../support/promises.js";

const text = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");

for (const row of promisesIn(text)) {
  test(`docs/security.md: ${row[0]}`, () => assertTested(row));
}

test("the README's promises lead to chapters that have tests", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const links = [...readme.matchAll(/docs\/security\.md#([\w-]+)/g)].map(([, anchor]) => anchor);
  assert.ok(links.length > 0, "the README links to docs/security.md");
  const chapters = text.split(/^## /m).slice(1);
  const tested = chapters.filter((chapter) => /^\| Promise /m.test(chapter)).map(anchorOf);
  assert.deepEqual(new Set(links), new Set(tested));
});

/** The anchor that Markdown readers make of a heading. */
function anchorOf(chapter: string): string {
  const [heading = ""] = chapter.split("\n");
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(" ", "-");
}
