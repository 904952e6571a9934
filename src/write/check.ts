import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Step, WritePlan } from "./plan.js";

/**
 * What is wrong with the output on disk: an error for each generated file that is stale, was edited by hand, or is not
 * ours. Empty when a run would change none. Compiled files count only where there are any: they are seldom checked in.
 */
export function checkPlan(plan: WritePlan): readonly Diagnostic[] {
  const build = plan.steps.filter((step) => step.role === "build");
  const isBuilt = build.some((step) => step.action === "update" || step.action === "unchanged");
  const stale = plan.steps.filter((step) => isStale(step, isBuilt));
  return [
    ...plan.diagnostics,
    ...stale.map((step): Diagnostic => ({
      code: "out-stale",
      severity: "error",
      message: `${step.path} ${whyStale[step.action]}.`,
      hint: "Generate again without --check.",
    })),
  ];
}

const whyStale: Partial<Record<Step["action"], string>> = {
  create: "is missing",
  update: "is not what this run would write",
  remove: "is no longer generated",
};

function isStale({ role, action }: Step, isBuilt: boolean): boolean {
  if (!Object.hasOwn(whyStale, action)) return false;
  switch (role) {
    case "generated":
    case "runtime":
      return true;
    case "build":
      return isBuilt && action !== "remove";
    // The user's to delete, and the record of what the other steps say.
    case "scaffold":
    case "manifest":
      return false;
  }
}
