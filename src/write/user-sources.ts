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
  return found;
}

async function collect(outDir: string, folder: string, found: UserSource[]): Promise<void> {
  const stat = await lstat(path.join(outDir, folder)).catch(absent);
  if (!stat?.isDirectory()) return;
  const entries = await readdir(path.join(outDir, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const relative = `${folder}/${entry.name}`;
    if (entry.isDirectory() && relative !== "src/generated" && entry.name !== "node_modules") {
      await collect(outDir, relative, found);
    } else if (entry.isFile() && isTypeScript(entry.name) && found.length < maxFiles) {
      found.push({
        path: relative,
        content: await readFile(path.join(outDir, relative), "utf8"),
      });
    }
  }
}

function isTypeScript(name: string): boolean {
  return name.endsWith(".ts") && !name.endsWith(".d.ts");
}
