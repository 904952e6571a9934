/** Tables of promises in the documentation, each row with the test that holds it. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";

/** Returns the rows of all tables of a text whose last columns are "Test file" and "Test", as their cells. */
export function promisesIn(text: string): readonly (readonly string[])[] {
  return text
    .split(/\n(?!\|)/)
    .map((block) => block.split("\n").filter((line) => line.startsWith("|")))
    .filter(([head = ""]) => /\| Test file +\| Test +\|$/.test(head))
    .flatMap((lines) => lines.slice(2))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** Checks that the last two cells of a row name a test that exists. */
export function assertTested(row: readonly string[]): void {
  const [file = "", title = ""] = row.slice(-2);
  const path = new URL(`../../${file.replaceAll("`", "")}`, import.meta.url);
  assert.ok(existsSync(path), `${file} does not exist`);
  const found = readFileSync(path, "utf8").includes(title.replaceAll("\\|", "|"));
  assert.ok(title !== "" && found, `${file} has no test "${title}"`);
}
