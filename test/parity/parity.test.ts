/** Every public symbol of the seed documents has our name and a test, or the reason why it is dropped. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { rows } from "./rows.js";

const api =
  readFileSync(path.join(root, "test/runtime/public-api.txt"), "utf8") +
  readFileSync(path.join(root, "src/index.ts"), "utf8");
const isPublic = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(api);

test("our names are in the public API", () => {
  const names = rows.flatMap((row) => ("ours" in row ? row.ours : []));
  assert.deepEqual(
    names.filter((name) => !isPublic(name)),
    [],
  );
});

test("the tests that rows name are there", () => {
  const missing = rows.flatMap((row) => {
    if (!("test" in row)) return [];
    const [file, title] = row.test;
    const text = readFileSync(path.join(root, "test", file), "utf8");
    return text.includes(title) ? [] : [`${file}: ${title}`];
  });
  assert.deepEqual(missing, []);
});

test("what is dropped has a reason", () => {
  for (const row of rows) if ("dropped" in row) assert.match(row.dropped, /^[A-Z].{20,}\.$/);
});

test("a symbol has one row", () => {
  const symbols = rows.flatMap((row) => row.symbols);
  assert.equal(new Set(symbols).size, symbols.length);
});

/** Words in the places of symbols that are none. */
const headings = /^(?:Attributes|Constructor|Methods|Properties|lauren_mcp|classmethod)$/;

const seeds = path.join(root, "../shared/seeds");
const skip = !existsSync(seeds) && "../shared/seeds is absent";

test("every symbol of the seeds has a row", { skip }, () => {
  const known = new Set(rows.flatMap((row) => row.symbols));
  const missing = readdirSync(seeds).flatMap((file) => {
    const text = readFileSync(path.join(seeds, file), "utf8");
    const symbols = [
      ...text.matchAll(/^#{3,5} `?(\w+)`?$/gm),
      ...text.matchAll(/^- `(Mcp\w+Error|McpError|JsonRpcParseError)`/gm),
      // The documents that were pages have no headings; their symbols stand above their declarations.
      ...text.matchAll(/^(\w+)\n+(?:@dataclass|class \1|def \1|from enum)/gm),
      ...text.matchAll(/^(\w+)\n(?:dataclass\n)?¶$/gm),
    ].map(([, symbol]) => symbol!);
    return symbols
      .filter((symbol) => !known.has(symbol) && !headings.test(symbol))
      .map((symbol) => `${file.slice(0, 3)} ${symbol}`);
  });
  assert.deepEqual([...new Set(missing)], []);
});
