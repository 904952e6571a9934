/** Programs in the documentation, compiled as a user would. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { root } from "../../support/cli.js";

/** Returns the TypeScript in a text of Markdown. */
export function programsIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? "");
}

/**
 * Compiles each program as a module, against the declarations of the bundle.
 *
 * @param preamble declarations for all of them
 * @returns what the compiler says; empty if all is well
 */
export function compilePrograms(
  t: TestContext,
  programs: readonly string[],
  preamble = "export {};\n",
): string {
  const folder = mkdtempSync(path.join(tmpdir(), "documented-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    types: ["node"],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    paths: { "mcp-codegen/runtime": [path.join(root, "dist/bundle/index.d.ts")] },
  };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(path.join(folder, "preamble.ts"), preamble);
  for (const [index, code] of programs.entries()) {
    writeFileSync(path.join(folder, `program-${index}.ts`), `${code}\nexport {};\n`);
  }
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  return stdout + stderr;
}
