import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The sources of dist/; the lock file stands for the installed packages. */
const sources = [".build", "runtime", "src", "tsconfig.json", "package.json", "package-lock.json"];
/** What only the documentation is built of. Its build installs packages there, beside other runs that use dist/. */
const elsewhere = [".build/site", ".build/docs"];

/**
 * Returns a digest of every source's name and bytes. dist/ is stale if it differs.
 *
 * @param root folder of the repository
 */
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
  return readdirSync(path.join(root, name), { withFileTypes: true })
    .map((entry) => ({ entry, file: path.join(name, entry.name) }))
    .filter(({ file }) => !elsewhere.includes(file))
    .flatMap(({ entry, file }) => (entry.isDirectory() ? filesOf(root, file) : [file]))
    .sort();
}
