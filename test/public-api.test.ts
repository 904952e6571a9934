/** The runtime's public declarations, compared with a report in git so that every change of them is reviewed. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ts } from "ts-morph";
import { root } from "./support/cli.js";

const reportFile = path.join(root, "test/runtime/public-api.txt");

test("the runtime's public API is that of the report", () => {
  const file = path.join(root, "dist/bundle/index.d.ts");
  const actual = withoutComments(readFileSync(file, "utf8"));
  if (process.env["UPDATE_API"]) writeFileSync(reportFile, actual);
  const reported = readFileSync(reportFile, "utf8");
  const change = [
    ...linesMissingIn(actual, reported).map((line) => `- ${line}`),
    ...linesMissingIn(reported, actual).map((line) => `+ ${line}`),
  ];
  assert.ok(
    actual === reported,
    `The runtime's public API differs from test/runtime/public-api.txt:\n${change.join("\n")}\n` +
      "If that is intended, run `npm run build`, then this test with UPDATE_API=1; review the diff and add it to CHANGELOG.md.",
  );
});

function withoutComments(declarations: string): string {
  const source = ts.createSourceFile("index.d.ts", declarations, ts.ScriptTarget.ES2022);
  const text = ts.createPrinter({ removeComments: true }).printFile(source);
  // One exported name a line.
  return text.replace(/^export \{.*\};$/m, (list) => list.replaceAll(", ", ",\n    "));
}

function linesMissingIn(text: string, other: string): string[] {
  const lines = new Set(text.split("\n"));
  return other.split("\n").filter((line) => !lines.has(line));
}
