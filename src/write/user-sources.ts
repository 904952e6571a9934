import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { UserSource } from "../emit/compile.js";
import { absent } from "./disk.js";

/** Maximum number of files; a larger project has a build of its own. */
const maxFiles = 2_000;

/** Reads the user's TypeScript files below `src/` of a generated project, sorted by path. Does not follow links. */
export async function readUserSources(outDir: string): Promise<readonly UserSource[]> {
  const found: UserSource[] = [];
  await collect(outDir, "src", found);
  return found.sort(byPath);
}

/** Compares paths by their code units. */
export function byPath(one: UserSource, other: UserSource): number {
  return one.path < other.path ? -1 : 1;
}

/** Whether `readUserSources` reads a file of the project. */
export function isUserSource(file: string): boolean {
  return file.startsWith("src/") && !file.startsWith("src/generated/") && isTypeScript(file);
}

async function collect(outDir: string, folder: string, found: UserSource[]): Promise<void> {
  const stat = await lstat(path.join(outDir, folder)).catch(absent);
  if (!stat?.isDirectory()) return;
  const read = readdir(path.join(outDir, folder), { withFileTypes: true });
  const entries = (await read.catch(absent)) ?? [];
  // Sorted, so that the same files are left out where there are too many.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const relative = `${folder}/${entry.name}`;
    if (entry.isDirectory() && relative !== "src/generated" && entry.name !== "node_modules") {
      await collect(outDir, relative, found);
    } else if (entry.isFile() && isTypeScript(entry.name) && found.length < maxFiles) {
      // A file may vanish while the folder is read.
      const content = await readFile(path.join(outDir, relative), "utf8").catch(absent);
      if (content !== undefined) found.push({ path: relative, content });
    }
  }
}

function isTypeScript(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts");
}
