import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { UserSource } from "../emit/compile.js";
import { absent } from "../write/disk.js";

/** Limits of what is read of a project, so that a run is not slow in a folder that holds many of them. */
const maxFiles = 5_000;
const maxFolders = 2_000;
const maxFileBytes = 1 << 20;

const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "coverage"]);

/**
 * Returns the folder of the project that a generated folder belongs to: the nearest above it with a tsconfig.json, a
 * package.json or a repository; undefined if there is none.
 */
export function projectFolder(generated: string): string | undefined {
  let folder = path.dirname(generated);
  for (;;) {
    const names = ["tsconfig.json", "package.json", ".git"];
    if (names.some((name) => existsSync(path.join(folder, name)))) return folder;
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

/**
 * Reads the TypeScript and JavaScript files of a project, sorted by path. Begins near the generated folder, because of a large
 * project not everything is read. Follows no links.
 *
 * @param project undefined for a generated folder that belongs to none. Then only the files beside it are read: what is below its
 * parent may be anything, such as all that a computer keeps in `/tmp`.
 */
export async function readProjectSources(
  project: string | undefined,
  generated: string,
): Promise<readonly UserSource[]> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  let near = path.dirname(generated);
  const root = project ?? near;
  for (;;) {
    await collect(near);
    if (near === root || !near.startsWith(root)) break;
    near = path.dirname(near);
  }
  return [...found]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([file, content]) => ({ path: file, content }));

  async function collect(folder: string): Promise<void> {
    if (seen.has(folder) || seen.size >= maxFolders) return;
    seen.add(folder);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        const isSkipped = skippedFolders.has(entry.name) || entry.name.startsWith(".");
        if (!isSkipped && project !== undefined) await collect(file);
      } else if (entry.isFile() && isSource(entry.name)) await read(file);
    }
  }

  async function read(file: string): Promise<void> {
    // A file may vanish while the folder is read.
    const size = (await stat(file).catch(absent))?.size ?? Infinity;
    if (found.size >= maxFiles || size > maxFileBytes) return;
    const content = await readFile(file, "utf8").catch(absent);
    const relative = path.relative(root, file).split(path.sep).join("/");
    if (content !== undefined) found.set(relative, content);
  }
}

function isSource(name: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
}
