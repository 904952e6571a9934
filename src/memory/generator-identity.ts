import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generatorVersion, packageRoot } from "../package-files.js";

/**
 * Returns what tells this build of the generator from every other one, also from those of the same version that its
 * developers make; undefined where the sources run.
 */
export function generatorIdentity(): string | undefined {
  const root = packageRoot();
  const dist = path.join(root, "dist");
  if (!fileURLToPath(import.meta.url).startsWith(dist + path.sep)) return undefined;
  const hash = createHash("sha256").update(`${generatorVersion()} ${process.version}`);
  for (const folder of [
    path.join(dist, "cli"),
    path.join(dist, "bundle"),
    path.join(root, "templates"),
  ]) {
    for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
      const { size, mtimeMs } = statSync(path.join(folder, name));
      hash.update(`\0${name} ${size} ${mtimeMs}`);
    }
  }
  return hash.digest("base64");
}
