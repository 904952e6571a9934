import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { applyPlan } from "../../../src/write/apply.js";
import { checkPlan } from "../../../src/write/check.js";
import { planWrite, type PlanOptions, type WritePlan } from "../../../src/write/plan.js";
import { readUserSources } from "../../../src/write/user-sources.js";

const options: PlanOptions = { layout: "project", generatorVersion: "1.0.0" };
const manifestPath = "src/generated/.mcp-codegen.json";

const first: readonly GeneratedFile[] = [
  { path: "src/generated/types.ts", content: "export {};\n", role: "generated" },
  { path: "src/generated/server.ts", content: "export const a = 1;\n", role: "generated" },
  { path: "src/main.ts", content: "run();\n", role: "scaffold" },
  { path: "runtime/index.js", content: "export {};\n", role: "runtime" },
  { path: "dist/main.js", content: "run();\n", role: "build" },
];

let outer = "";
let out = "";

beforeEach(() => {
  outer = mkdtempSync(path.join(tmpdir(), "mcp-codegen-write-"));
  out = path.join(outer, "out");
});
afterEach(() => {
  rmSync(outer, { recursive: true, force: true });
});

function put(file: string, content: string): void {
  const target = path.join(out, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

function get(file: string): string {
  return readFileSync(path.join(out, file), "utf8");
}

/** Returns every file below `out` with its content. */
function snapshot(): Record<string, string> {
  const found: Record<string, string> = {};
  if (!existsSync(out)) return found;
  const entries = readdirSync(out, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const full = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.relative(out, full)] = readFileSync(full, "utf8");
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function write(
  files: readonly GeneratedFile[],
  more: Partial<PlanOptions> = {},
): Promise<WritePlan> {
  const plan = await planWrite(files, out, { ...options, ...more });
  assert.deepEqual(plan.diagnostics, []);
  assert.deepEqual(await applyPlan(plan), []);
  return plan;
}

function actions(plan: WritePlan): Record<string, string> {
  return Object.fromEntries(plan.steps.map((step) => [step.path, step.action]));
}

function changed(replaced: Record<string, string>): readonly GeneratedFile[] {
  return first.map((file) => ({ ...file, content: replaced[file.path] ?? file.content }));
}

test("a first run creates everything and a manifest, and nothing else", async () => {
  const plan = await write(first);
  assert.equal(plan.changed, true);
  assert.deepEqual(
    Object.keys(snapshot()),
    [...first.map((file) => file.path), manifestPath].sort(),
  );
  const hash = createHash("sha256").update("export {};\n").digest("hex");
  assert.deepEqual(JSON.parse(get(manifestPath)), {
    generator: "mcp-codegen 1.0.0",
    options: "",
    files: {
      "runtime/index.js": hash,
      "src/generated/server.ts": createHash("sha256").update("export const a = 1;\n").digest("hex"),
      "src/generated/types.ts": hash,
    },
    build: ["dist/main.js"],
    scaffold: ["src/main.ts"],
  });
});

test("planning writes nothing", async () => {
  await planWrite(first, out, options);
  assert.equal(existsSync(out), false);
});

test("a second run with the same files touches none", async () => {
  await write(first);
  const times = Object.keys(snapshot()).map((file) => statSync(path.join(out, file)).mtimeMs);
  const plan = await write(first);
  assert.equal(plan.changed, false);
  assert.deepEqual(checkPlan(plan), []);
  assert.deepEqual(
    Object.keys(snapshot()).map((file) => statSync(path.join(out, file)).mtimeMs),
    times,
  );
});

test("a changed document changes the files it affects", async () => {
  await write(first);
  const next = changed({ "src/generated/types.ts": "export type A = 1;\n" });
  const plan = await planWrite(next, out, options);
  assert.deepEqual(
    checkPlan(plan).map(({ code, message }) => ({ code, message })),
    [
      {
        code: "out-stale",
        message: "src/generated/types.ts is not what this run would write.",
      },
    ],
  );
  assert.equal(actions(plan)["src/generated/server.ts"], "unchanged");
  await applyPlan(plan);
  assert.equal(get("src/generated/types.ts"), "export type A = 1;\n");
});

test("what is no longer generated goes, with its folder, and the result equals a fresh one", async () => {
  const extra: GeneratedFile = { path: "runtime/old/a.js", content: "1;\n", role: "runtime" };
  const built: GeneratedFile = { path: "dist/tools/a.js", content: "1;\n", role: "build" };
  await write(first);
  const fresh = snapshot();
  rmSync(out, { recursive: true });
  await write([...first, extra, built]);
  const plan = await write(first);
  assert.deepEqual(snapshot(), fresh);
  assert.equal(actions(plan)["runtime/old/a.js"], "remove");
  assert.equal(existsSync(path.join(out, "runtime/old")), false);
  assert.equal(existsSync(path.join(out, "dist/tools")), false);
});

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

test("in a project of ours a rebuilt dist/ is not in the way", async () => {
  await write(first.filter((file) => file.role !== "build"));
  put("dist/main.js", "built by tsc\n");
  const plan = await write(first);
  assert.equal(actions(plan)["dist/main.js"], "update");
});

test("a checked-out project without dist/ is not stale, one with an old dist/ is", async () => {
  await write(first);
  const more: GeneratedFile = { path: "dist/b.js", content: "", role: "build" };
  assert.deepEqual(
    checkPlan(await planWrite([...first, more], out, options)).map((each) => each.message),
    ["dist/b.js is missing."],
  );
  rmSync(path.join(out, "dist"), { recursive: true });
  assert.deepEqual(checkPlan(await planWrite([...first, more], out, options)), []);
});

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

test("a run that fails midway leaves everything as it was", async () => {
  const extra: GeneratedFile = { path: "runtime/z/last.js", content: "1;\n", role: "runtime" };
  await write(first);
  const before = snapshot();
  const files = [...changed({ "src/generated/types.ts": "new\n" }), extra];
  const plan = await planWrite(files, out, options);
  // After planning, another program puts a file where a folder must be.
  put("runtime/z", "in the way");
  const [problem] = await applyPlan(plan);
  assert.equal(problem?.code, "out-unwritable");
  assert.deepEqual(snapshot(), { ...before, "runtime/z": "in the way" });
});

test("a move that fails puts back what was moved before", async () => {
  await write(first);
  const before = snapshot();
  const files = changed({ "src/generated/types.ts": "new\n", "src/generated/server.ts": "new\n" });
  const plan = await planWrite(files, out, options);
  // Renaming a file onto a folder fails.
  renameSync(path.join(out, "src/generated/server.ts"), path.join(outer, "kept"));
  mkdirSync(path.join(out, "src/generated/server.ts"));
  const [problem] = await applyPlan(plan);
  assert.equal(problem?.code, "out-unwritable");
  rmSync(path.join(out, "src/generated/server.ts"), { recursive: true });
  renameSync(path.join(outer, "kept"), path.join(out, "src/generated/server.ts"));
  assert.deepEqual(snapshot(), before);
});

test("a first run that fails says so and leaves nothing behind", async () => {
  writeFileSync(path.join(outer, "file"), "");
  const plan = await planWrite(first, path.join(outer, "file/out"), options);
  const [problem] = await applyPlan(plan);
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

test("the module layout keeps its manifest beside its files", async () => {
  const files: readonly GeneratedFile[] = [{ path: "types.ts", content: "", role: "generated" }];
  await write(files, { layout: "module" });
  assert.deepEqual(Object.keys(snapshot()), [".mcp-codegen.json", "types.ts"]);
});

test("the user's sources are the TypeScript below src/ that is not generated", async () => {
  await write(first);
  put("src/tools/b.ts", "b");
  put("src/tools/a.ts", "a");
  put("src/types.d.ts", "");
  put("src/data.json", "{}");
  put("other/c.ts", "");
  symlinkSync("../../..", path.join(out, "src/up"));
  assert.deepEqual(await readUserSources(out), [
    { path: "src/main.ts", content: "run();\n" },
    { path: "src/tools/a.ts", content: "a" },
    { path: "src/tools/b.ts", content: "b" },
  ]);
  assert.deepEqual(await readUserSources(path.join(outer, "nowhere")), []);
});
