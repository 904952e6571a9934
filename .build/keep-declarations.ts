import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ts } from "ts-morph";

/**
 * Removes compiled modules that are rolled up elsewhere, and keeps the declaration files that `entries` need.
 *
 * @param compiled the folder with the compiled src/ and runtime/
 * @param entries declaration files in it
 */
export function keepDeclarations(compiled: string, entries: readonly string[]): void {
  const kept = new Set<string>();
  for (const entry of entries) visit(path.join(compiled, entry), kept);
  for (const folder of ["src", "runtime"]) {
    for (const each of readdirSync(path.join(compiled, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      const file = path.join(each.parentPath, each.name);
      if (each.isFile() && !kept.has(file)) rmSync(file);
    }
  }
}

function visit(file: string, kept: Set<string>): void {
  if (kept.has(file)) return;
  kept.add(file);
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
  for (const { fileName } of importedFiles) {
    if (!fileName.startsWith(".")) continue;
    visit(path.join(path.dirname(file), fileName.replace(/\.js$/, ".d.ts")), kept);
  }
}
