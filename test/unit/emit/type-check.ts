import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { GeneratedFile } from "../../../src/emit/generated-file.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Returns the compiler's errors for generated files under flags that users may set. */
export function typeCheck(files: readonly GeneratedFile[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-codegen-types-"));
  try {
    for (const { path: file, content } of files) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
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
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ["src"] }));
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const run = spawnSync(process.execPath, [tsc, "-p", config], { cwd: folder, encoding: "utf8" });
    if (run.error) throw run.error;
    // The runtime's sources need not pass every flag, because users get its declarations.
    return run.stdout
      .split("\n")
      .filter((line) => line.startsWith("src/"))
      .join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
