import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** All that dist/ is made of; installed packages by the lock file. */
const sources = [".build", "runtime", "src", "tsconfig.json", "package.json", "package-lock.json"];

/** A digest of every source's name and bytes: another one means another dist/. @param root of the repository */
export function digestSources(root: string): string {
  const hash = createHash("sha256").update(process.version);
  for (const name of sources.flatMap((each) => filesOf(root, each))) {
    const bytes = readFileSync(path.join(root, name));
    hash.update(`\n${name} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

function filesOf(root: string, name: string): string[] {
  if (statSync(path.join(root, name)).isFile()) return [name];
  return readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
