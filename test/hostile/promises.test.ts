/** Each row of docs/security.md names a test that exists. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const text = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()))
  .filter(([promise]) => promise !== "Promise" && !/^-+$/.test(promise ?? ""));

for (const [promise = "", file = "", title = ""] of rows) {
  test(`docs/security.md: ${promise}`, () => {
    const path = new URL(`../../${file.replaceAll("`", "")}`, import.meta.url);
    assert.ok(existsSync(path), `${file} does not exist`);
    const found = readFileSync(path, "utf8").includes(title.replaceAll("\\|", "|"));
    assert.ok(title !== "" && found, `${file} has no test "${title}"`);
  });
}
