import {
  hasSchemas,
  readFormerSchemas,
  type FormerFile,
} from "../changes/former/former-schemas.js";
import type { Contract } from "../changes/compare-locks.js";
import { lookAt } from "../write/disk.js";
import { isRecorded } from "../write/file-record.js";
import { maxManifestBytes, parseManifest } from "../write/manifest.js";
import { manifestPathOf } from "../write/plan.js";

/** Reads what clients rely on from an output folder; undefined if it has no manifest with a lock. */
export async function readFormerContract(folder: string): Promise<Contract | undefined> {
  for (const layout of ["project", "module"] as const) {
    const found = lookAt(folder, manifestPathOf(layout));
    if (found.kind !== "file" || found.content.length > maxManifestBytes) continue;
    const manifest = parseManifest(found.content);
    if (!manifest?.lock) continue;
    const files: FormerFile[] = [];
    for (const [path, records] of manifest.files) {
      if (!hasSchemas(path)) continue;
      const file = lookAt(folder, path);
      if (file.kind !== "file" || !isRecorded(path, file.content, records)) continue;
      files.push({ path, content: file.content });
    }
    return { lock: manifest.lock, schemas: await readFormerSchemas(files) };
  }
  return undefined;
}
