/** `--runtime-dir`: several servers of a repository import one copy of the runtime. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { root, runCommand, type Finished } from "../support/cli.js";

const petstore = path.join(root, "examples/petstore/openapi.yaml");
let repository: string;

function generate(...args: readonly string[]): Promise<Finished> {
  return runCommand([petstore, "--runtime-dir", "servers/runtime", ...args], { cwd: repository });
}

before(async () => {
  repository = mkdtempSync(path.join(tmpdir(), "shared-runtime-"));
  // A repository of CommonJS modules: the runtime must be read as ES modules all the same.
  writeFileSync(path.join(repository, "package.json"), "{}");
  for (const [out, ...more] of [
    ["servers/one", "--tests"],
    ["servers/two", "--name", "two"],
    ["packages/of/a/large/team/three", "--name", "three", "--tests"],
    ["app/src/generated", "--layout", "module"],
  ]) {
    const { code, stderr } = await generate("--out", out!, ...more);
    assert.equal(code, 0, stderr);
  }
});

after(() => rmSync(repository, { recursive: true, force: true }));

test("a server runs on the shared runtime, and so do its tests", () => {
  // The second is nested deeper than the folder that the command was run in.
  for (const out of ["servers/one", "packages/of/a/large/team/three"]) {
    const folder = path.join(repository, out);
    const help = spawnSync(process.execPath, ["dist/main.js", "--help"], { cwd: folder });
    assert.equal(help.status, 0, String(help.stderr));
    const tests = spawnSync(process.execPath, ["--test"], { cwd: folder, encoding: "utf8" });
    assert.equal(tests.status, 0, tests.stdout);
  }
});

test("no output has a runtime of its own, and each imports the folder by its path", () => {
  const imported = (file: string): string | undefined =>
    /from "([^"]*runtime[^"]*)"/.exec(readFileSync(path.join(repository, file), "utf8"))?.[1];
  assert.equal(imported("servers/one/src/generated/server.ts"), "../../../runtime/index.js");
  assert.equal(imported("servers/two/src/main.ts"), "../../runtime/index.js");
  assert.equal(imported("app/src/generated/server.ts"), "../../../servers/runtime/index.js");
  assert.throws(() => statSync(path.join(repository, "servers/one/runtime")));
});

test("an edit of the shared runtime is found by every server and overwritten by none", async () => {
  const core = path.join(repository, "servers/runtime/core.js");
  const before = readFileSync(core, "utf8");
  appendFileSync(core, "// edited");
  for (const more of [["--check"], []]) {
    const { code, stderr } = await generate("--out", "servers/two", "--name", "two", ...more);
    assert.equal(code, 1);
    assert.match(stderr, /In the shared runtime servers\/runtime: core\.js was edited by hand/);
  }
  writeFileSync(core, before);
  const { code } = await generate("--out", "servers/two", "--name", "two", "--check");
  assert.equal(code, 0);
});

test("a folder for the runtime makes no sense with a runtime that is imported from elsewhere", async () => {
  const { code, stderr } = await generate("--out", "servers/three", "--runtime", "package");
  assert.equal(code, 2);
  assert.match(stderr, /--runtime-dir needs --runtime bundled or readable/);
});
