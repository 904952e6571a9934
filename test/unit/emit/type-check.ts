import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/**
 * Returns the compiler's errors for the generated files of projects, by the projects' names, under flags that users may set. One
 * run of the compiler checks them all, because most of its time goes into the runtime's sources.
 */
export function typeCheck<Name extends string>(
  projects: Readonly<Record<Name, readonly GeneratedFile[]>>,
): Record<Name, string> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-codegen-types-"));
  const names = Object.keys(projects) as Name[];
  try {
    for (const name of names) {
      for (const { path: file, content } of projects[name]) {
        mkdirSync(path.dirname(path.join(folder, name, file)), { recursive: true });
        writeFileSync(path.join(folder, name, file), content);
      }
    }
    const compilerOptions = {
      target: "ES2022",
      lib: ["ES2023"],
      module: "NodeNext",
      noEmit: true,
      declaration: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      isolatedDeclarations: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [path.join(root, "node_modules/@types")],
      paths: { "#mcp-runtime": [path.join(root, "runtime/codegen/index.ts")] },
    };
    const config = path.join(folder, "tsconfig.check.json");
    writeFileSync(
      config,
      JSON.stringify({ compilerOptions, include: names.map((name) => `${name}/src`) }),
    );
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const run = spawnSync(process.execPath, [tsc, "-p", config], { cwd: folder, encoding: "utf8" });
    if (run.error) throw run.error;
    // The runtime's sources need not pass every flag, because users get its declarations.
    const lines = run.stdout.split("\n");
    const errorsOf = (name: Name): string =>
      lines.filter((line) => line.startsWith(`${name}/`)).join("\n");
    return Object.fromEntries(names.map((name) => [name, errorsOf(name)])) as Record<Name, string>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
