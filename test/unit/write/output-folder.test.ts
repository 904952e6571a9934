/** Links, foreign manifests and failures in the output folder. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { applyPlan } from "../../../src/write/apply.js";
import { planWrite } from "../../../src/write/plan.js";
import {
  actions,
  options,
  manifestPath,
  first,
  get,
  outer,
  out,
  put,
  snapshot,
  write,
  changed,
} from "./fixtures.js";

test("links are never written through, not even by force", async () => {
  mkdirSync(path.join(outer, "outside"));
  mkdirSync(path.join(out, "src"), { recursive: true });
  symlinkSync("../../outside", path.join(out, "src/generated"));
  mkdirSync(path.join(out, "runtime"));
  writeFileSync(path.join(outer, "outside/index.js"), "theirs");
  symlinkSync("../../outside/index.js", path.join(out, "runtime/index.js"));
  const plan = await planWrite(first, out, { ...options, force: true });
  assert.deepEqual(
    plan.diagnostics.map((each) => each.message),
    [
      "src/generated/types.ts can't be written: src/generated is a symbolic link.",
      "src/generated/server.ts can't be written: src/generated is a symbolic link.",
      "runtime/index.js can't be written: runtime/index.js is a symbolic link.",
      `${manifestPath} can't be written: src/generated is a symbolic link.`,
    ],
  );
  assert.deepEqual(readdirSync(path.join(outer, "outside")), ["index.js"]);
});

test("an output folder that is a link is the folder it points to", async () => {
  mkdirSync(path.join(outer, "real"));
  symlinkSync("real", out);
  await write(first);
  assert.equal(existsSync(path.join(outer, "real/src/main.ts")), true);
});

test("a file where the output folder should be is an error", async () => {
  writeFileSync(out, "");
  const plan = await planWrite(first, out, options);
  assert.deepEqual(
    plan.diagnostics.map((each) => each.code),
    ["out-unwritable"],
  );
});

test("a manifest that others wrote gives no power over files outside", async () => {
  writeFileSync(path.join(outer, "precious"), "x");
  put("dist/notes.txt", "x");
  const hash = createHash("sha256").update("x").digest("hex");
  const inside = { "../precious": hash, "/etc/passwd": hash, "a\\..\\..\\precious": hash };
  put(
    manifestPath,
    JSON.stringify({
      generator: "mcp-codegen 1.0.0",
      files: { ...inside, "src/../../precious": hash, ".git/config": hash },
      build: ["../precious", "precious", 7, "dist/../../precious"],
      scaffold: "src/main.ts",
    }).replace("{", '{"__proto__": {"files": {}},'),
  );
  const plan = await write(first);
  assert.deepEqual(
    plan.steps.filter((step) => step.action === "remove"),
    [],
  );
  assert.equal(readFileSync(path.join(outer, "precious"), "utf8"), "x");
});

for (const text of ["", "null", "[]", "{", '{"files": 1}', '{"generator": "other", "files": {}}']) {
  test(`a manifest that reads ${text || "as nothing"} counts as none`, async () => {
    put(manifestPath, text);
    put("src/generated/types.ts", "yours\n");
    const plan = await planWrite(first, out, options);
    assert.deepEqual(
      plan.diagnostics.map((each) => each.code),
      ["out-not-ours"],
    );
  });
}

test("a file renamed in case only has its new name afterwards, and one file", async () => {
  const upper: GeneratedFile = { path: "runtime/Address.js", content: "1;\n", role: "runtime" };
  const lower: GeneratedFile = { ...upper, path: "runtime/address.js" };
  await write([...first, upper]);
  const plan = await write([...first, lower]);
  assert.deepEqual(readdirSync(path.join(out, "runtime")), ["address.js", "index.js"]);
  assert.deepEqual(
    plan.steps.filter((step) => step.action === "remove"),
    [],
  );
  await write([...first, upper]);
  assert.deepEqual(readdirSync(path.join(out, "runtime")), ["Address.js", "index.js"]);
});

test("a file renamed in case only never replaces another one that has the new name", async (t) => {
  const upper: GeneratedFile = { path: "runtime/Address.js", content: "1;\n", role: "runtime" };
  const lower: GeneratedFile = { ...upper, path: "runtime/address.js" };
  await write([...first, upper]);
  const before = await planWrite([...first, lower], out, options);
  put("runtime/address.js", "mine\n");
  if (get("runtime/Address.js") === "mine\n") {
    t.skip("the disk ignores case");
    return;
  }
  assert.deepEqual(await applyPlan(before), { diagnostics: [], outdated: true });
  const problems = async (): Promise<readonly string[]> => {
    const plan = await planWrite([...first, lower], out, options);
    assert.equal(actions(plan)["runtime/Address.js"], "remove");
    return plan.diagnostics.map(({ message }) => message);
  };
  assert.deepEqual(await problems(), [
    "runtime/address.js can't be written: runtime/address.js is not in the manifest.",
  ]);
  assert.equal(get("runtime/address.js"), "mine\n");
  rmSync(path.join(out, "runtime/address.js"));
  symlinkSync(path.join(out, "src/main.ts"), path.join(out, "runtime/address.js"));
  assert.deepEqual(await problems(), [
    "runtime/address.js can't be written: runtime/address.js is a symbolic link.",
  ]);
});

test("a run that fails midway leaves everything as it was", async (t) => {
  const extra: GeneratedFile = { path: "runtime/z/last.js", content: "1;\n", role: "runtime" };
  await write([...first, { path: "runtime/old.js", content: "old\n", role: "runtime" }]);
  const before = snapshot();
  const files = [
    ...changed({ "src/generated/types.ts": "new\n", "src/generated/server.ts": "new\n" }),
    extra,
  ];
  const plan = await planWrite(files, out, options);
  // The moves of a run are the renames within the output folder after the lock's.
  for (let failing = 0; failing < 7; failing += 1) {
    let renames = 0;
    const original = fs.renameSync;
    t.mock.method(fs, "renameSync", (from: string, to: string) => {
      if (renames++ === failing) throw Object.assign(new Error("no"), { code: "EIO", path: to });
      original(from, to);
    });
    syncBuiltinESMExports();
    const { diagnostics } = await applyPlan(plan).finally(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    const [problem] = diagnostics;
    if (renames <= failing) {
      assert.equal(problem, undefined);
      assert.equal(failing, 6, "all moves were tried");
      return;
    }
    assert.equal(problem?.code, "out-unwritable");
    assert.match(problem.message, /EIO\. Nothing was changed\.$/);
    assert.deepEqual(snapshot(), before, `at ${failing}`);
  }
});

test("a folder that another program changes after it was compared is not written", async () => {
  await write(first);
  const files = changed({ "src/generated/types.ts": "new\n", "src/generated/server.ts": "new\n" });
  const edits: readonly (() => void)[] = [
    () => put("src/generated/server.ts", "edited\n"),
    () => rmSync(path.join(out, "src/generated/types.ts")),
    () => put("runtime/z", "in the way of a folder"),
  ];
  for (const edit of edits) {
    await write(first, { force: true });
    const more: GeneratedFile = { path: "runtime/z/last.js", content: "1;\n", role: "runtime" };
    const plan = await planWrite([...files, more], out, options);
    edit();
    const before = snapshot();
    assert.deepEqual(await applyPlan(plan), { diagnostics: [], outdated: true });
    assert.deepEqual(snapshot(), before);
    rmSync(path.join(out, "runtime/z"), { force: true });
  }
});

test("a first run that fails says so and leaves nothing behind", async () => {
  writeFileSync(path.join(outer, "file"), "");
  const plan = await planWrite(first, path.join(outer, "file/out"), options);
  const [problem] = (await applyPlan(plan)).diagnostics;
  assert.equal(problem?.code, "out-unwritable");
  assert.deepEqual(readdirSync(outer), ["file"]);
});

test("a path that leaves the output folder is an error of ours", async () => {
  for (const wrong of ["../a.ts", "/a.ts", "a//b.ts", "C:/a.ts", "a\\b.ts", ".git/hooks/a", ""]) {
    await assert.rejects(
      planWrite([{ path: wrong, content: "", role: "generated" }], out, options),
    );
  }
});
