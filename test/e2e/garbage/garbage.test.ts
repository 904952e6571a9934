/** Values of calls are garbage when their answer is written, and must be collected without a full collection. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../support/cli.js";
import { runProcess } from "../../support/run-process.js";

const program = path.join(root, "test/e2e/garbage/program.js");

for (const revision of ["2025-11-25", "2026-07-28"]) {
  test(`large values of calls die young, ${revision}`, async () => {
    const run = await runProcess(process.execPath, [program, revision, "6000"], { cwd: root });
    assert.equal(run.stderr, "");
    // There were four as long as something old referred to one call in many, and V8 kept all that this referred to.
    assert.equal(run.stdout, "0\n");
  });
}
