import assert from "node:assert/strict";
import { test } from "node:test";
import { compileProject } from "../../../src/emit/compile.js";

/** Compiles files of the user. @returns The JavaScript by path */
async function compileUsers(
  sources: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const users = Object.entries(sources).map(([path, content]) => ({ path, content }));
  const { files, diagnostics } = await compileProject([], users);
  assert.deepEqual(diagnostics, []);
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

test("compiled code of the user imports JavaScript, however the sources name each other", async () => {
  const built = await compileUsers({
    "src/main.ts": [
      'import { a } from "./lib/a";',
      'import { b } from "./lib/b.ts";',
      'import { c } from "./lib/c.js";',
      'import "./lib";',
      'import "./lib/";',
      'import type { D } from "./lib/a.ts";',
      'import rules from "./rules.json" with { type: "json" };',
      'import { join } from "node:path";',
      'import zod from "zod";',
      'export * from "./lib/a";',
      "export { a as e } from './lib/a';",
      'export const late = async (name: D) => [await import("./lib/b.ts"), await import(name)];',
      'export const text = "./lib/a.ts" + `from "./lib/b.ts"`;',
      "export default [a, b, c, rules, join, zod, import.meta.url];",
    ].join("\n"),
    "src/lib/a.ts": 'export * from "../main.ts";',
    "src/lib/b.ts": 'export * from "..";',
    "src/lib/c.ts": 'export { d } from "./c.d.ts";',
    "src/lib/index.ts": 'import "./unknown";',
    "src/index.ts": "export {};",
  });
  assert.deepEqual((built["dist/main.js"] ?? "").split("\n").slice(0, -2), [
    'import { a } from "./lib/a.js";',
    'import { b } from "./lib/b.js";',
    'import { c } from "./lib/c.js";',
    'import "./lib/index.js";',
    'import "./lib/index.js";',
    'import rules from "./rules.json" with { type: "json" };',
    'import { join } from "node:path";',
    'import zod from "zod";',
    'export * from "./lib/a.js";',
    'export { a as e } from "./lib/a.js";',
    'export const late = async (name) => [await import("./lib/b.js"), await import(name)];',
    'export const text = "./lib/a.ts" + `from "./lib/b.ts"`;',
  ]);
  assert.equal(built["dist/lib/a.js"], 'export * from "../main.js";\n');
  assert.equal(built["dist/lib/b.js"], 'export * from "../index.js";\n');
  assert.equal(built["dist/lib/c.js"], 'export { d } from "./c.d.ts";\n');
  assert.equal(built["dist/lib/index.js"], 'import "./unknown";\n');
});
