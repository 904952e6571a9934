/** Links of the documentation lead to files and headings that exist. */
import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { anchorsOf } from "../../.build/docs/anchor.js";
import { root } from "../support/cli.js";
import { documents, readDocument } from "./blocks.js";

for (const file of documents()) {
  test(`${file}: its links lead somewhere`, () => {
    const dead = linksOf(readDocument(file)).filter((link) => !leadsSomewhere(file, link));
    assert.deepEqual(dead, []);
  });
}

test("every chapter is in the table of contents", () => {
  const contents = linksOf(readDocument("docs/README.md")).map((target) =>
    path.posix.normalize(`docs/${target.replace(/#.*/, "")}`),
  );
  const missing = documents().filter(
    (file) => file.startsWith("docs/") && file !== "docs/README.md" && !contents.includes(file),
  );
  assert.deepEqual(missing, []);
});

/** Returns the targets of the links in a text, without those of code. */
function linksOf(text: string): readonly string[] {
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

function leadsSomewhere(from: string, target: string): boolean {
  if (target.startsWith("https:")) return true;
  const [file = "", anchor] = target.split("#");
  const to = file === "" ? from : path.posix.join(path.posix.dirname(from), file);
  if (!existsSync(path.join(root, to))) return false;
  if (anchor === undefined) return true;
  return !statSync(path.join(root, to)).isDirectory() && headingsOf(readDocument(to)).has(anchor);
}

/** Returns the anchors of the headings of a text. */
function headingsOf(text: string): ReadonlySet<string> {
  const headings = withoutCode(text, "fences").matchAll(/^#+ (.+)$/gm);
  return anchorsOf([...headings].map(([, heading = ""]) => heading));
}

function withoutCode(text: string, which: "all" | "fences" = "all"): string {
  const prose = text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  return which === "fences" ? prose : prose.replaceAll(/`[^`\n]*`/g, "");
}
