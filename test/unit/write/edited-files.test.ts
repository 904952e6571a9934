/** Files that the user has edited or added. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { applyPlan } from "../../../src/write/apply.js";
import { checkPlan } from "../../../src/write/check.js";
import { planWrite } from "../../../src/write/plan.js";
import {
  options,
  manifestPath,
  first,
  outer,
  out,
  put,
  get,
  snapshot,
  write,
  actions,
  changed,
} from "./fixtures.js";

test("files of the user's, links and empty folders stay as they are, also by force", async () => {
  const extra: GeneratedFile = {
    path: "src/generated/sub/a.ts",
    content: "1;\n",
    role: "generated",
  };
  await write([...first, extra]);
  put("src/generated/custom.ts", "mine");
  put("src/generated/sub/keep.txt", "mine");
  put("notes.md", "mine");
  mkdirSync(path.join(out, "empty"));
  mkdirSync(path.join(outer, "outside"));
  symlinkSync("../outside", path.join(out, "link"));
  const before = statSync(path.join(out, "notes.md")).mtimeMs;
  await write(changed({ "src/generated/types.ts": "new\n" }), { force: true });
  assert.equal(get("src/generated/custom.ts"), "mine");
  assert.equal(get("src/generated/sub/keep.txt"), "mine");
  assert.equal(existsSync(path.join(out, "src/generated/sub/a.ts")), false);
  assert.equal(statSync(path.join(out, "notes.md")).mtimeMs, before);
  assert.deepEqual(readdirSync(path.join(out, "empty")), []);
  assert.equal(existsSync(path.join(out, "link")), true);
});

test("scaffolded files are written when absent and never again", async () => {
  await write(first);
  put("src/main.ts", "my own");
  const plan = await write(changed({ "src/main.ts": "other\n" }));
  assert.equal(get("src/main.ts"), "my own");
  assert.equal(actions(plan)["src/main.ts"], "unchanged");
  rmSync(path.join(out, "src/main.ts"));
  const again = await planWrite(first, out, options);
  assert.deepEqual(checkPlan(again), []);
  await applyPlan(again);
  assert.equal(get("src/main.ts"), "run();\n");
});

test("a scaffolded file that may be refreshed is, until the user touches it", async () => {
  const readme = (content: string): readonly GeneratedFile[] => [
    ...first,
    { path: "README.md", content, role: "scaffold", refresh: true },
  ];
  await write(readme("one\n"));
  await write(readme("two\n"));
  assert.equal(get("README.md"), "two\n");
  put("README.md", "my own\n");
  for (const force of [false, true]) {
    await write(readme("three\n"), { force });
    assert.equal(get("README.md"), "my own\n");
  }
});

test("a README that was there before stays the user's", async () => {
  put("README.md", "mine\n");
  for (const content of ["one\n", "two\n"]) {
    await write([...first, { path: "README.md", content, role: "scaffold", refresh: true }]);
    assert.equal(get("README.md"), "mine\n");
  }
});

test("a generated file edited by hand stops the run, unless forced", async () => {
  await write(first);
  put("src/generated/server.ts", "edited\n");
  const before = snapshot();
  for (const files of [first, changed({ "src/generated/server.ts": "new\n" })]) {
    const plan = await planWrite(files, out, options);
    assert.deepEqual(
      plan.diagnostics.map((each) => each.code),
      ["out-edited"],
    );
    assert.match(plan.diagnostics[0]?.message ?? "", /^src\/generated\/server\.ts /);
    assert.deepEqual(
      checkPlan(plan).map((each) => each.code),
      ["out-edited"],
    );
    await assert.rejects(applyPlan(plan));
  }
  assert.deepEqual(snapshot(), before);
  await write(first, { force: true });
  assert.equal(get("src/generated/server.ts"), "export const a = 1;\n");
});

test("an edited file that would be removed stops the run too", async () => {
  await write(first);
  put("runtime/index.js", "edited\n");
  const plan = await planWrite(first.slice(0, 3), out, options);
  assert.deepEqual(
    plan.diagnostics.map((each) => each.code),
    ["out-edited"],
  );
});

test("line ends that Git changed are no edit", async () => {
  await write(first);
  put("src/generated/server.ts", "export const a = 1;\r\n");
  assert.equal((await planWrite(first, out, options)).changed, false);
  await write(changed({ "src/generated/server.ts": "export const a = 2;\n" }));
  assert.equal(get("src/generated/server.ts"), "export const a = 2;\n");
});

test("a file of the same name that is not ours stops the run, unless forced", async () => {
  put("runtime/index.js", "yours\n");
  put("dist/main.js", "yours\n");
  const plan = await planWrite(first, out, options);
  assert.deepEqual(
    plan.diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [
      "out-not-ours: runtime/index.js can't be written: runtime/index.js is not in the manifest.",
      "out-not-ours: dist/main.js can't be written: dist/main.js is not in the manifest.",
    ],
  );
  await write(first, { force: true });
  assert.equal(get("runtime/index.js"), "export {};\n");
});

test("a file that is right already needs no manifest to be ours", async () => {
  await write(first);
  rmSync(path.join(out, manifestPath));
  const plan = await write(first);
  assert.deepEqual(
    plan.steps.filter((step) => step.action !== "unchanged").map((step) => step.path),
    [manifestPath],
  );
});
