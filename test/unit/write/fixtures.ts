/** An output folder per test, and the files that are generated into it. */
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "node:test";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";
import { applyPlan } from "../../../src/write/apply.js";
import { planWrite, type PlanOptions, type WritePlan } from "../../../src/write/plan.js";

export const options: PlanOptions = { layout: "project", generatorVersion: "1.0.0" };

export const manifestPath = "src/generated/.mcp-codegen.json";

export const first: readonly GeneratedFile[] = [
  { path: "src/generated/types.ts", content: "export {};\n", role: "generated" },
  { path: "src/generated/server.ts", content: "export const a = 1;\n", role: "generated" },
  { path: "src/main.ts", content: "run();\n", role: "scaffold" },
  { path: "runtime/index.js", content: "export {};\n", role: "runtime" },
  { path: "dist/main.js", content: "run();\n", role: "build" },
];

export let outer = "";

export let out = "";

beforeEach(() => {
  outer = mkdtempSync(path.join(tmpdir(), "mcp-codegen-write-"));
  out = path.join(outer, "out");
});

afterEach(() => {
  rmSync(outer, { recursive: true, force: true });
});

export function put(file: string, content: string): void {
  const target = path.join(out, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

export function get(file: string): string {
  return readFileSync(path.join(out, file), "utf8");
}

/** Returns every file below `out` with its content. */
export function snapshot(): Record<string, string> {
  const found: Record<string, string> = {};
  if (!existsSync(out)) return found;
  const entries = readdirSync(out, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const full = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.relative(out, full)] = readFileSync(full, "utf8");
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export async function write(
  files: readonly GeneratedFile[],
  more: Partial<PlanOptions> = {},
): Promise<WritePlan> {
  const plan = await planWrite(files, out, { ...options, ...more });
  assert.deepEqual(plan.diagnostics, []);
  assert.deepEqual(await applyPlan(plan), { diagnostics: [] });
  return plan;
}

export function actions(plan: WritePlan): Record<string, string> {
  return Object.fromEntries(plan.steps.map((step) => [step.path, step.action]));
}

export function changed(replaced: Record<string, string>): readonly GeneratedFile[] {
  return first.map((file) => ({ ...file, content: replaced[file.path] ?? file.content }));
}
