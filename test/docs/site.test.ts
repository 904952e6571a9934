/** How the site is assembled. `npm run docs`, which `.ci/run` runs, builds it and fails for dead links. */
import assert from "node:assert/strict";
import { test } from "node:test";
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
