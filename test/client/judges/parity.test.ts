/** Every capability of comparable projects' clients has a test that names it. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../support/cli.js";
import { parityRows } from "./parity-rows.js";

const rows = Object.entries(parityRows).flatMap(([area, texts]) =>
  texts.map((text) => `parity ${area}: ${text}`),
);
const named = testsBelow(path.join(root, "test/client")).flatMap(rowsNamedIn);

test("every row of areas J and K is named by a test", () => {
  const missing = rows.filter((row) => !named.some(({ text }) => text.startsWith(row)));
  assert.deepEqual(missing, []);
});

test("every row that a test names is one of the list", () => {
  const unknown = named.filter(({ text }) => !rows.some((row) => text.startsWith(row)));
  assert.deepEqual(unknown, []);
});

test("every comment that names a row stands above a test", () => {
  assert.deepEqual(
    named.filter(({ aboveTest }) => !aboveTest),
    [],
  );
});

const parity = path.join(root, "../shared/parity.md");
const skip = !existsSync(parity) && "../shared/parity.md is absent";

test("the list is that of ../shared/parity.md", { skip }, () => {
  const text = readFileSync(parity, "utf8");
  for (const [area, texts] of Object.entries(parityRows)) {
    const section = new RegExp(`^### ${area}\\. .*\\n([^]*?)(?=^### |^## )`, "m").exec(text)?.[1];
    const listed = [...(section ?? "").matchAll(/^\| \d{3} \| (.*?) \|/gm)].map(([, row]) => row);
    assert.deepEqual(listed, texts);
  }
});

interface NamedRow {
  readonly file: string;
  /** From `parity` on. */
  readonly text: string;
  /** Whether it is the title of a test, or in the comment above one. */
  readonly aboveTest: boolean;
}

function rowsNamedIn(file: string): readonly NamedRow[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) => {
    const text = /\bparity [JK]: .*/.exec(line)?.[0];
    if (text === undefined) return [];
    // A long title is on a line of its own, below `test(`.
    const before = `${lines[at - 1] ?? ""}${line}`;
    const after = lines.slice(at).find((each) => !isComment(each)) ?? "";
    const aboveTest = declaresTest(isComment(line) ? after : before);
    return [{ file: path.relative(root, file), text, aboveTest }];
  });
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/\*|\*)/.test(line);
}

function declaresTest(line: string): boolean {
  return /\b(test|describe|it)\(/.test(line);
}

function testsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.endsWith("parity.test.ts"))
    .map((name) => path.join(folder, name));
}
