/** Programs in the documentation, compiled as a user would. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { root } from "../support/cli.js";

export interface Program {
  /** Names the program in messages of the compiler. */
  readonly name: string;
  readonly code: string;
  /** Folder of the repository whose `generated/` is the program's. */
  readonly beside: string;
}

/** Declarations for programs that use a server declared by an earlier one. */
const preamble = `declare global {
  const server: import("mcp-codegen/runtime").McpServer;
  const z: typeof import("zod").z;
}
export {};
`;

const compilerOptions = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable", "ESNext.Disposable"],
  module: "NodeNext",
  types: ["node"],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  paths: {
    ...declarationsOfPackage(),
    "#mcp-runtime": [path.join(root, "dist/bundle/index.d.ts")],
  },
};

/** Returns the declarations of each import specifier of the package. */
function declarationsOfPackage(): Record<string, readonly string[]> {
  const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    exports: Record<string, string | { readonly types?: string }>;
  };
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) =>
      typeof target === "string" || target.types === undefined
        ? []
        : [[path.posix.join("mcp-codegen", name), [path.join(root, target.types)]]],
    ),
  );
}

/**
 * Compiles each program as a module, against the declarations of the bundle.
 *
 * @returns what the compiler says; empty if all is well
 */
export function compilePrograms(t: TestContext, programs: readonly Program[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "documented-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, preserveSymlinks: true } }),
  );
  writeFileSync(path.join(folder, "preamble.ts"), preamble);
  for (const { name, code, beside } of programs) {
    const own = path.join(folder, beside.replaceAll("/", "_"));
    if (mkdirSync(own, { recursive: true }) !== undefined) {
      symlinkSync(path.join(root, beside, "generated"), path.join(own, "generated"));
    }
    const file = `${name.replaceAll(/[^\w.-]/g, "_")}.ts`;
    writeFileSync(path.join(own, file), `${code}\nexport {};\n`);
  }
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  return stdout + stderr;
}
