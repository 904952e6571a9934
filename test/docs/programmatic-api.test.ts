/** The programs of the chapter on the programmatic API behave as described. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { blocksOf } from "./blocks.js";

const printed: Readonly<Record<string, RegExp>> = {
  "generates and writes": /^true \S+petstore-mcp \d+\n$/,
  "generates in memory": /^\d+ 0\n$/,
};
const programs = blocksOf(["docs/programmatic-api.md"]);

for (const [index, title] of Object.keys(printed).entries()) {
  test(`a program ${title}`, () => {
    // In the folder of a document, with the package installed as a dependency.
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", programs[index]?.code ?? ""],
      { cwd: path.join(root, "examples/petstore"), encoding: "utf8" },
    );
    assert.match(stdout, printed[title] ?? /^$/, stderr);
  });
}
