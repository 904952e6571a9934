import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import type { GeneratedFile } from "../emit/generated-file.js";
import { lockHolder, waitForOthers } from "./folder-lock.js";
import { manifestPathOf, planWrite, type PlanOptions, type WritePlan } from "./plan.js";

const maxAttempts = 5;

/** Plans as `planWrite` does, but again if another run wrote the folder in the meantime, which would look like edits. */
export async function planBetweenRuns(
  files: readonly GeneratedFile[],
  outDir: string,
  options: PlanOptions,
): Promise<WritePlan> {
  const root = await realpath(outDir).catch(() => path.resolve(outDir));
  const manifest = path.join(root, manifestPathOf(options.layout));
  for (let attempt = 1; ; attempt += 1) {
    await waitForOthers(root);
    const before = await stamp(manifest);
    const plan = await planWrite(files, outDir, options);
    const isSteady = lockHolder(root) === undefined && (await stamp(manifest)) === before;
    if (isSteady || attempt === maxAttempts) return plan;
  }
}

/** A run puts its manifest into place last. */
async function stamp(manifest: string): Promise<string> {
  const stat = await lstat(manifest, { bigint: true }).catch(() => undefined);
  return stat ? `${stat.ino} ${stat.mtimeNs}` : "";
}
