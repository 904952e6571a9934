import { defined } from "../../runtime/protocol/defined.js";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import type { UserSource } from "../emit/compile.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import type { Options } from "../options/table.js";
import { checkOutput, type FixedSource, type OutputToCheck } from "../overrides/check-output.js";
import { readRuntimeTypes } from "../package-files.js";
import type { Step, WritePlan } from "../write/plan.js";

/** The user's files, as they are after `--fix`, and what is wrong with them. */
export interface UserCode {
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** An override is dead or does not fit, so nothing may be written. */
  readonly isDead: boolean;
  readonly sources: readonly UserSource[];
  /** Returns the plans for an output and for the files that `--fix` changes, in the order in which they are applied. */
  readonly plans: (output: WritePlan) => readonly WritePlan[];
}

/** Checks the user's files against what a run generates. */
export async function checkUserCode(
  files: readonly GeneratedFile[],
  out: string,
  sources: readonly UserSource[],
  options: Options,
  { cwd, disk }: Pick<OutputToCheck, "cwd" | "disk">,
): Promise<UserCode> {
  const { layout, fix } = options;
  const { diagnostics, project, fixed } = await checkOutput({
    out,
    layout,
    files,
    userSources: sources,
    runtimeTypes: readRuntimeTypes,
    cwd,
    fix,
    ...defined({ disk }),
  });
  const isAllowed = options["allow-dead-overrides"];
  const contents = new Map(fixed.map(({ path, content }) => [path, content]));
  return {
    diagnostics: isAllowed
      ? diagnostics.map((each) => ({ ...each, severity: "warning" }))
      : diagnostics,
    isDead: !isAllowed && diagnostics.some(({ severity }) => severity === "error"),
    sources: sources.map(({ path, content }) => ({
      path,
      content: contents.get(path) ?? content,
    })),
    plans: (output) => {
      if (fixed.length === 0) return [output];
      const steps = fixed.map(updateOf);
      if (layout === "project") {
        return [{ ...output, steps: [...steps, ...output.steps], changed: true }];
      }
      // A run that is killed in between leaves files that fit what the next run writes.
      const ofProject = {
        outDir: project,
        steps,
        changed: true,
        diagnostics: [],
      };
      return [ofProject, output];
    },
  };
}

function updateOf({ path, content, previous }: FixedSource): Step {
  return { path, role: "scaffold", action: "update", content, previous };
}
