/** The first program of the chapter on the programmatic API behaves as described. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { root } from "../support/cli.js";
import { blocksOf } from "./blocks.js";

test("the program generates in memory", () => {
  const [block] = blocksOf(["docs/programmatic-api.md"]);
  const code = block?.code ?? "";
  assert.match(code, /generate\("openapi.yaml"/);
  // In the folder of a document, with the package installed as a dependency.
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", `${code}\nconsole.log(files.length, diagnostics.length);`],
    { cwd: path.join(root, "examples/petstore"), encoding: "utf8" },
  );
  assert.equal(stderr, "");
  assert.match(stdout, /^\d+ 0\n$/);
});
