/** Every public symbol of the seed documents has our name and a test, or the reason why it is dropped. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { checkRows } from "./check-rows.js";
import { rows } from "./rows.js";

checkRows(rows);

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
