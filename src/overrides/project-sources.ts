import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { UserSource } from "../emit/compile.js";

/** Limits of what is read of a project, so that a run is not slow in a folder that holds many of them. */
const maxFiles = 5_000;
const maxFileBytes = 1 << 20;

const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "coverage"]);

/** Returns the folder of the project that a generated folder belongs to: the nearest with a tsconfig.json or package.json. */
export function projectFolder(generated: string): string {
  let folder = path.dirname(generated);
  for (;;) {
    const names = ["tsconfig.json", "package.json"];
    if (names.some((name) => existsSync(path.join(folder, name)))) return folder;
    const parent = path.dirname(folder);
    if (parent === folder) return path.dirname(generated);
    folder = parent;
  }
}

/** Reads the TypeScript and JavaScript files of a project, sorted by path. Follows no links. */
export async function readProjectSources(project: string): Promise<readonly UserSource[]> {
  const found: UserSource[] = [];
  await collect("");
  return found;

  async function collect(folder: string): Promise<void> {
    const entries = await readdir(path.join(project, folder), { withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const file = path.join(project, relative);
      if (found.length >= maxFiles) return;
      if (entry.isDirectory()) {
        const isSkipped = skippedFolders.has(entry.name) || entry.name.startsWith(".");
        if (!isSkipped) await collect(relative);
      } else if (entry.isFile() && isSource(entry.name)) {
        const { size } = await stat(file);
        if (size <= maxFileBytes) {
          found.push({ path: relative, content: await readFile(file, "utf8") });
        }
      }
    }
  }
}

function isSource(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
}
