import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { root, runCommand } from "../support/cli.js";

const cwd = path.join(root, "test/golden/petstore");

test("shells get a script that they can read", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout, code } = await runCommand(["completion", shell], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /mcp-codegen --get-yargs-completions/);
    if (shell === "bash") assert.equal(spawnSync("bash", ["-n"], { input: stdout }).status, 0);
  }
  const { stdout } = await runCommand(["--get-yargs-completions", "mcp-codegen", "wa"], { cwd });
  assert.match(stdout, /^watch$/m);
});
