/** First and later runs. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { applyPlan } from "../../../src/write/apply.js";
import { checkPlan } from "../../../src/write/check.js";
import { planWrite } from "../../../src/write/plan.js";
import { readUserSources } from "../../../src/write/user-sources.js";
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

test("a first run creates everything and a manifest, and nothing else", async () => {
  const plan = await write(first);
  assert.equal(plan.changed, true);
  assert.deepEqual(
    Object.keys(snapshot()),
    [...first.map((file) => file.path), manifestPath].sort(),
  );
  const hashed = (text: string): string => createHash("sha256").update(text).digest("hex");
  // The second hash is of what formatters leave: the tokens, without semicolons.
  const record = (text: string, tokens: readonly string[]): string =>
    `${hashed(text)} ${hashed(tokens.join("\n")).slice(0, 16)}`;
  assert.deepEqual(JSON.parse(get(manifestPath)), {
    generator: "mcp-codegen 1.0.0",
    options: "",
    files: {
      "runtime/index.js": hashed("export {};\n"),
      "src/generated/server.ts": record("export const a = 1;\n", [
        "export",
        "const",
        "a",
        "=",
        "1",
      ]),
      "src/generated/types.ts": record("export {};\n", ["export", "{", "}"]),
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
