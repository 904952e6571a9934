/** What newcomers want first is answered where the contents say, with something to copy. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { blocksOf, readDocument } from "./blocks.js";

const [, section = ""] = readDocument("docs/README.md").split("## Ten things people do first\n");
const tasks = [
  ...section.split("\n## ")[0]!.matchAll(/^\| (.+?) +\| \[.+\]\(([^)#]+).*\) +\|$/gm),
].map(([, task = "", file = ""]) => ({ task, file: path.posix.join("docs", file) }));

test("there are ten tasks", () => assert.equal(tasks.length, 10));

for (const { task, file } of tasks) {
  test(`${task}: ${file} answers it`, () => {
    assert.ok(existsSync(path.join(root, file)));
    assert.ok(blocksOf([file]).length > 0, "there is something to copy");
  });
}

test("every recipe is in the list of recipes and has a block that a test runs", () => {
  const links = [...readDocument("docs/recipes/README.md").matchAll(/\]\(([\w-]+\.md)\)/g)];
  assert.ok(links.length >= 15);
  for (const [, file = ""] of links) assert.ok(blocksOf([`docs/recipes/${file}`]).length > 0, file);
});
