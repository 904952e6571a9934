/** Every paragraph of the seed document in prose has our name and a test, or the reason why it is dropped. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { prose } from "./prose-rows.js";

const api = readFileSync(path.join(root, "test/runtime/public-api.txt"), "utf8");

test("our names for the prose are in the public API", () => {
  const names = prose.flatMap((row) => ("ours" in row ? row.ours : []));
  assert.deepEqual(
    names.filter((name) => !new RegExp(`\\b${name}\\b`).test(api)),
    [],
  );
});

test("the tests that rows of prose name are there", () => {
  const missing = prose.flatMap((row) => {
    if (!("test" in row)) return [];
    const [file, title] = row.test;
    const text = readFileSync(path.join(root, "test", file), "utf8");
    return text.includes(title) ? [] : [`${file}: ${title}`];
  });
  assert.deepEqual(missing, []);
});

test("prose that is dropped has a reason", () => {
  for (const row of prose) if ("dropped" in row) assert.match(row.dropped, /^[A-Z].{20,}\.$/);
});

const seeds = path.join(root, "../shared/seeds");
const skip = !existsSync(seeds) && "../shared/seeds is absent";

test("every paragraph of the prose has one row", { skip }, () => {
  const text = readFileSync(path.join(seeds, "003_c108eaebf94547d3.txt"), "utf8");
  const paragraphs = text.split("\n").filter((line) => line.trim() !== "");
  const beginnings = prose.flatMap(({ begins }) => begins);
  const rowsOf = (paragraph: string): number =>
    beginnings.filter((each) => paragraph.startsWith(each)).length;
  assert.deepEqual(
    paragraphs.filter((each) => rowsOf(each) !== 1).map((each) => each.slice(0, 60)),
    [],
  );
  assert.deepEqual(
    beginnings.filter((each) => !paragraphs.some((paragraph) => paragraph.startsWith(each))),
    [],
  );
});
