/** Links of the documentation lead to files and headings that exist. */
import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
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
  return !statSync(path.join(root, to)).isDirectory() && anchorsOf(readDocument(to)).has(anchor);
}

/** Returns the anchors that GitHub and the site give to the headings of a text. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = withoutCode(text, "fences").matchAll(/^#+ (.+)$/gm);
  const anchors = new Set<string>();
  for (const [, heading = ""] of headings) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

function withoutCode(text: string, which: "all" | "fences" = "all"): string {
  const prose = text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  return which === "fences" ? prose : prose.replaceAll(/`[^`\n]*`/g, "");
}
