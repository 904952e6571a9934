import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { runtimeFolder } from "../emit/runtime-folder.js";
import { isCarried } from "../emit/runtime-specifier.js";
import type { Options } from "../options/table.js";
import { generatorVersion, readRuntimeBundle } from "../package-files.js";
import { planBetweenRuns } from "../write/plan-between-runs.js";
import type { WritePlan } from "../write/plan.js";

/**
 * Plans the folder of `--runtime-dir`, which has a manifest of its own. Every server that shares the folder writes the same
 * bytes. Returns undefined without the option.
 */
export async function planSharedRuntime(options: Options): Promise<WritePlan | undefined> {
  const folder = options["runtime-dir"];
  if (folder === undefined || !isCarried(options.runtime)) return undefined;
  const files = runtimeFolder(readRuntimeBundle(options.runtime), "");
  return planBetweenRuns([...files, moduleType], folder, {
    layout: "module",
    generatorVersion: generatorVersion(),
    force: options.force,
  });
}

/** Says of problems that they are in the shared folder: the paths in them are relative to it. */
export function inSharedRuntime<Problem extends Diagnostic>(
  problems: readonly Problem[],
  folder = "",
): readonly Problem[] {
  return problems.map((problem) => ({
    ...problem,
    message: `In the shared runtime ${folder}: ${problem.message}`,
  }));
}

/** Makes Node read the files as ES modules whatever the repository's own package.json says. */
const moduleType: GeneratedFile = {
  path: "package.json",
  content: '{ "type": "module", "private": true }\n',
  role: "runtime",
};
