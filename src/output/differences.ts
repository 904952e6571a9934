import path from "node:path";
import type { Diagnostic, LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { staleError, staleSteps } from "../write/check.js";
import { refusal, type Step, type WritePlan } from "../write/plan.js";
import { ignoredByGit, trackedByGit } from "./git-files.js";

/** Files whose differences are shown; of the others, only the names. */
const maxDiffs = 10;

/**
 * Returns an error for each file on disk that is not what a run would write, with a short diff. Files that git ignores are
 * left out, and so is `dist/`, unless it is checked in and another program than the sources are.
 */
export async function findDifferences(plan: WritePlan): Promise<readonly LocatedDiagnostic[]> {
  const others = plan.diagnostics.filter(({ code }) => code !== "out-edited");
  const stale = staleSteps(plan);
  const edited = plan.steps.filter((step) => step.action === "edited");
  const suspects: readonly Step[] = [...edited, ...stale.filter(({ role }) => role !== "build")];
  const built = await staleBuild(
    plan,
    stale.filter(({ role }) => role === "build"),
  );
  if (suspects.length + built.length === 0) return others;
  const ignored = await ignoredByGit(
    plan.outDir,
    [...suspects, ...built].map(({ path }) => path),
  );
  const found = [...suspects, ...built].filter(({ path }) => !ignored.has(path));
  if (isNew(plan, found)) return [...others, missingOutput(plan)];
  const errors = found.flatMap((step) =>
    step.action === "create" || step.action === "update" || step.action === "remove"
      ? [staleError(plan, step)]
      : refusal(step),
  );
  if (errors.length === 0) return others;
  const { unifiedDiff } = await import("./unified-diff.js");
  let left = maxDiffs;
  const shown = found.map((step) => {
    // What another compiler has printed differs in every line.
    const isUpdate =
      step.role !== "build" && (step.action === "update" || step.action === "edited");
    if (!isUpdate || step.content === undefined || left-- <= 0) return undefined;
    return unifiedDiff(step.path, step.previous, step.content);
  });
  return [
    ...others,
    ...errors.map((error, at): LocatedDiagnostic => {
      const excerpt = shown[at];
      return excerpt === undefined ? error : { ...error, excerpt };
    }),
  ];
}

/** Whether no run has written to the folder, so that every file is missing. */
function isNew({ steps }: WritePlan, found: readonly Step[]): boolean {
  const hasManifest = steps.some(({ role, action }) => role === "manifest" && action !== "create");
  return !hasManifest && found.length > 0 && found.every(({ action }) => action === "create");
}

function missingOutput({ outDir }: WritePlan): Diagnostic {
  return {
    code: "out-stale",
    severity: "error",
    message: `Nothing was generated in ${path.relative(process.cwd(), outDir) || "this folder"} yet.`,
    hint: "Run mcp-codegen to write the output, or name its folder with --out.",
  };
}

/**
 * Returns the steps for compiled files that are checked in (in a folder without a repository: that exist) and are not what the
 * sources compile to, whoever has compiled them.
 */
async function staleBuild(plan: WritePlan, steps: readonly Step[]): Promise<readonly Step[]> {
  if (steps.length === 0) return [];
  const tracked = await trackedByGit(plan.outDir, "dist");
  const found: Step[] = [];
  for (const step of steps) {
    if (tracked && !tracked.has(step.path)) continue;
    if (step.action === "update") {
      const { isSameProgram } = await import("./same-program.js");
      if (await isSameProgram(step.previous, step.content)) continue;
    }
    found.push(step);
  }
  return found;
}
