/** Every paragraph of the seed document in prose has our name and a test, or the reason why it is dropped. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { checkRows } from "./check-rows.js";
import { prose } from "./prose-rows.js";

checkRows(prose);

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
