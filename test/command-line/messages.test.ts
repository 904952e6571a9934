/** Every wording of a refusal in the sources is printed by a case. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ts } from "ts-morph";
import { root } from "../support/cli.js";

const folder = path.join(root, "test/command-line");
const printed = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => readFileSync(path.join(folder, name), "utf8"))
  .join("\n");

/** The beginnings of wordings that no case of this folder causes, with the reason. */
const causedElsewhere: Readonly<Record<string, string>> = {
  "--only chooses a server of the configura": "diff: test/unit/changes",
  "--output: … can't be written: ….": "only a tool that answers with a file gets there",
  "Git can't read the revision: …": "diff: test/unit/changes",
  "Git has no file … in …. Paths are relati": "diff: test/unit/changes",
  "Invalid `auth` arguments. Usage: mcp-cod": "yargs has refused such words before",
  "The documents of … are too large.": "needs a large repository",
  'There is no completion for "…": choose …': "yargs has refused such a shell before",
  "… has more than … documents in ….": "needs a repository of many files",
  "… is not a revision of Git.": "options are refused before",
  "… …; nothing was written.": "a file appears while init, new or another command works",
};

test("every wording of a UsageError is printed by a case, or caused elsewhere", () => {
  const wordings = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => wordingsOf(readFileSync(path.join(root, "src", name), "utf8")));
  assert.ok(wordings.length > 40);
  const missing = wordings.filter((wording) => !patternOf(wording).test(printed));
  assert.deepEqual(
    [...new Set(missing.map((wording) => wording.slice(0, 40)))].sort(),
    Object.keys(causedElsewhere).sort(),
  );
});

/** Returns the literal messages, with values as `…`. Those that a function makes are tested with the function's command. */
function wordingsOf(source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(file) === "UsageError") {
      const wording = node.arguments?.[0] && textOf(node.arguments[0]);
      if (wording !== undefined) found.push(wording);
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest);
  visit(file);
  return found;
}

function textOf(message: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(message)) return message.text;
  if (!ts.isTemplateExpression(message)) return undefined;
  return [message.head.text, ...message.templateSpans.map(({ literal }) => literal.text)].join("…");
}

function patternOf(wording: string): RegExp {
  const parts = wording
    .split("…")
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^\\n]*"));
}
