/** `check` in a repository, with real git and the real compiler. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { root, runCommand, type Finished } from "../support/cli.js";

const document = path.join(root, "examples/petstore/openapi.yaml");

let project: string;

before(async () => {
  project = mkdtempSync(path.join(tmpdir(), "check-command-"));
  cpSync(document, path.join(project, "openapi.yaml"));
  const generated = await run("openapi.yaml", "--out", "out");
  assert.equal(generated.code, 0, generated.stderr);
  // Neither our spaces nor our line ends: what the compiler prints differs from what a run writes.
  writeFileSync(
    path.join(project, "out/src/double.ts"),
    "export const double = (value: number): number => {\n\n  // twice\n  return value * 2\n}\n",
  );
  assert.equal((await run("openapi.yaml", "--out", "out")).code, 0);
  mkdirSync(path.join(project, "out/node_modules"));
  for (const name of ["@types", "undici-types"]) {
    symlinkSync(
      path.join(root, "node_modules", name),
      path.join(project, "out/node_modules", name),
    );
  }
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const built = spawnSync(process.execPath, [tsc, "-p", "out"], { cwd: project, encoding: "utf8" });
  assert.equal(built.stdout, "");
});

after(() => rmSync(project, { recursive: true, force: true }));

function run(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: project });
}

function check(...args: readonly string[]): Promise<Finished> {
  return run("check", "openapi.yaml", "--out", "out", ...args);
}

function git(...args: readonly string[]): void {
  const done = spawnSync("git", args, { cwd: project, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
}

test("a dist/ that tsc made is no finding, in a repository or without one, ignored or checked in", async () => {
  assert.equal((await check()).code, 0);
  git("init", "-q");
  assert.equal((await check()).code, 0);
  git("add", "-f", "out/dist");
  const checked = await check();
  assert.equal(checked.code, 0, checked.stderr);
});

test("a dist/ that is checked in and stale is a finding; one that git ignores is none", async () => {
  appendFileSync(path.join(project, "out/dist/double.js"), "export const triple = 3;\n");
  const checked = await check();
  assert.equal(checked.code, 1);
  assert.match(checked.stderr, /^error\[out-stale\]: dist\/double\.js is not what this run would/m);
  git("rm", "-rq", "-f", "--cached", "out/dist");
  assert.equal((await check()).code, 0);
});

test("files that git ignores are no finding", async () => {
  const file = path.join(project, "out/src/generated/types.ts");
  const text = readFileSync(file, "utf8");
  rmSync(file);
  assert.equal((await check()).code, 1);
  writeFileSync(path.join(project, ".gitignore"), "out/src/generated/\n");
  assert.equal((await check()).code, 0);
  rmSync(path.join(project, ".gitignore"));
  writeFileSync(file, text);
});

test("--json has the diff of each file, and --check does the same as the command", async () => {
  const file = path.join(project, "out/src/generated/types.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("name: string;", "name: number;"));
  const checked = await check("--json");
  assert.equal(checked.code, 1);
  const { ok, diagnostics } = JSON.parse(checked.stdout) as {
    ok: boolean;
    diagnostics: { code: string; excerpt?: string }[];
  };
  assert.equal(ok, false);
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["out-edited"],
  );
  assert.match(diagnostics[0]?.excerpt ?? "", /^-  name: number;\n\+  name: string;$/m);
  assert.equal(
    (await run("openapi.yaml", "--out", "out", "--check")).stderr,
    (await check()).stderr,
  );
  writeFileSync(file, text);
});
