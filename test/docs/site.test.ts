/** How the site is assembled. `npm run docs`, which `.ci/run` runs, builds it and fails for dead links. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { digestSources } from "../../.build/digest-sources.js";
import { pageOf, withPageLinks } from "../../.build/site/pages.js";
import { sidebarOf } from "../../.build/site/sidebar.js";
import { readDocument } from "./blocks.js";

test("chapters, the README and other files have their places on the site", () => {
  assert.equal(pageOf("README.md"), "index.md");
  assert.equal(pageOf("docs/README.md"), "contents.md");
  assert.equal(pageOf("docs/route-maps.md"), "route-maps.md");
  assert.equal(pageOf("docs/recipes/README.md"), "recipes/index.md");
  assert.equal(pageOf("examples/files/server.ts"), "files/examples/files/server.ts.md");
});

test("links lead to pages, and what they lead to outside the chapters is listed", () => {
  const listed: string[] = [];
  const text =
    "[a](../route-maps.md#settings) [b](../../README.md) [c](../../examples/files) [d](https://e.example/f.md) [e](#here)";
  assert.equal(
    withPageLinks("docs/reference/limits.md", text, (file) => listed.push(file)),
    "[a](../route-maps.md#settings) [b](../index.md) [c](../files/examples/files.md) [d](https://e.example/f.md) [e](#here)",
  );
  assert.deepEqual(listed, ["examples/files"]);
});

test("the sidebar has the chapters of the contents", () => {
  const groups = sidebarOf(readDocument("docs/README.md"));
  const links = groups.flatMap(({ items = [] }) => items.map(({ link }) => link));
  assert.ok(links.includes("/quick-start"));
  assert.ok(links.includes("/reference/command-line"));
  assert.equal(new Set(links).size, links.length);
});

test("building the site leaves dist/ up to date, which runs beside it use", () => {
  const root = mkdtempSync(path.join(os.tmpdir(), "digest-"));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const file of ["tsconfig.json", "package.json", "package-lock.json"]) write(file, "{}");
  for (const file of [".build/build.ts", "runtime/server/a.ts", "src/index.ts"]) write(file, "1");
  try {
    const before = digestSources(root);
    write(".build/site/node_modules/vitepress/index.js", "1");
    write(".build/site/pages/index.md", "1");
    assert.equal(digestSources(root), before);
    write("runtime/server/a.ts", "2");
    assert.notEqual(digestSources(root), before);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
