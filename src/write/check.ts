import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { isChange, type Change, type WritePlan } from "./plan.js";

/**
 * Returns an error for each generated file on disk that is stale, was edited by hand or is not in the manifest. Missing
 * compiled files count only if others exist, because they are seldom checked in.
 */
export function checkPlan(plan: WritePlan): readonly Diagnostic[] {
  return [...plan.diagnostics, ...staleSteps(plan).map((step) => staleError(plan, step))];
}

/** Returns the steps that change what a user would have checked in. */
export function staleSteps({ steps, merge }: WritePlan): readonly Change[] {
  const build = steps.filter((step) => step.role === "build");
  const isBuilt = build.some((step) => step.action === "update" || step.action === "unchanged");
  const conflicted = conflictedIn(merge);
  return steps
    .filter(isChange)
    .filter((step) => conflicted.has(step.path) || isStale(step, isBuilt));
}

export function staleError({ merge }: WritePlan, { path, action }: Change): Diagnostic {
  const what = conflictedIn(merge).has(path) ? "has conflicts of a merge in Git" : whyStale[action];
  return {
    code: "out-stale",
    severity: "error",
    message: `${path} ${what}.`,
    hint: "Run mcp-codegen again to bring it up to date.",
  };
}

function conflictedIn(merge: WritePlan["merge"]): ReadonlySet<string> {
  return new Set(merge?.conflicted);
}

function listed(names: readonly string[]): string {
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** Warns about files that a merge in Git left with the lines of both branches, and that a run writes anew. */
export function mergeRepaired({ merge }: WritePlan): readonly Diagnostic[] {
  if (!merge) return [];
  const { manifest, conflicted } = merge;
  const message =
    conflicted.length > 0
      ? `A merge in Git left conflicts in ${listed(conflicted)}. This run wrote the code of both branches; no edits by hand were in conflict.`
      : `A merge in Git left entries of both branches in ${manifest}. This run put them in order.`;
  return [
    {
      code: "out-merged",
      severity: "warning",
      message,
      hint: "Review the result and add it to Git.",
    },
  ];
}

const whyStale: Readonly<Record<Change["action"], string>> = {
  create: "is missing",
  update: "is not what this run would write",
  remove: "is no longer generated",
};

function isStale({ role, action }: Change, isBuilt: boolean): boolean {
  switch (role) {
    case "generated":
    case "runtime":
      return true;
    case "build":
      return isBuilt && action !== "remove";
    // The user may delete scaffolded files, and the manifest only records the other steps.
    case "scaffold":
    case "manifest":
      return false;
  }
}
