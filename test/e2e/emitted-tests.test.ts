/** `--tests`: tests are generated like other files, and can fail. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
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
import { root, runCommand } from "../support/cli.js";
import { runEmittedTests } from "../support/emitted-tests.js";

const petstore = path.join(root, "examples/petstore/openapi.yaml");
const emitted = "out/test/operations.test.js";

let folder: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "emitted-tests-"));
});

after(() => rmSync(folder, { recursive: true, force: true }));

function generate(...words: string[]): ReturnType<typeof runCommand> {
  return runCommand([petstore, "--out", "out", ...words], { cwd: folder });
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(folder, file), "utf8");
  assert.ok(text.includes(from), `${file} has ${from}`);
  writeFileSync(path.join(folder, file), text.replace(from, to));
}

test("npm test runs them; the same input gives the same bytes", async () => {
  const first = await generate("--tests");
  assert.equal(first.code, 0, first.stderr);
  const { scripts } = JSON.parse(readFileSync(path.join(folder, "out/package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  assert.equal(scripts["test"], "node --test");
  const run = await runEmittedTests(path.join(folder, "out"));
  assert.deepEqual([run.passed, run.failed, run.skipped], [7, 0, 0], run.output);
  assert.match((await generate("--tests")).stderr, /nothing was written/);
});

test("a changed request or answer fails its test, and no other test", async () => {
  const operations = "out/dist/generated/operations.js";
  edit(operations, 'path: "/pets/{petId}/photo"', 'path: "/pets/{petId}/photo/"');
  edit(
    "out/test/operations.test.js",
    'status: 200,\n      type: "application/json"',
    "status: 500",
  );
  const run = await runEmittedTests(path.join(folder, "out"));
  assert.deepEqual([run.passed, run.failed], [5, 2], run.output);
  assert.match(run.output, /photo\//);
});

test("an edited file is reported, and a file that is no longer generated is removed", async () => {
  const check = await generate("--tests", "--check");
  assert.equal(check.code, 1);
  assert.match(check.stderr, /test\/operations\.test\.js was edited by hand/);
  assert.equal((await generate("--tests", "--force")).code, 0);
  assert.equal((await generate("--tests", "--check")).code, 0);
  assert.match((await generate("--check")).stderr, /test\/operations\.test\.js is no longer/);
  assert.equal((await generate()).code, 0);
  assert.equal(existsSync(path.join(folder, emitted)), false);
});

test("beside modules they are TypeScript that compiles under the strict flags", async () => {
  const project = path.join(folder, "module");
  mkdirSync(path.join(project, "node_modules"), { recursive: true });
  symlinkSync(root, path.join(project, "node_modules/mcp-codegen"));
  symlinkSync(path.join(root, "node_modules/@types"), path.join(project, "node_modules/@types"));
  writeFileSync(path.join(project, "package.json"), '{ "type": "module" }');
  const words = ["--layout", "module", "--runtime", "package", "--out", "src/api", "--tests"];
  const made = await runCommand([petstore, ...words], { cwd: project });
  assert.equal(made.code, 0, made.stderr);
  const compilerOptions = {
    target: "ES2022",
    module: "NodeNext",
    rootDir: "src",
    outDir: "out",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    declaration: true,
  };
  writeFileSync(
    path.join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["src"] }),
  );
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
  assert.equal(compiled.stdout, "");
  const run = await runEmittedTests(path.join(project, "out"));
  assert.deepEqual([run.passed, run.failed, run.skipped], [7, 0, 0], run.output);
});
