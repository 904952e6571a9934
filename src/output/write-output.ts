import { defined } from "../../runtime/protocol/defined.js";
import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Lock } from "../changes/lock.js";
import { compileProject } from "../emit/compile.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { echoOptions } from "../options/echo.js";
import type { Options } from "../options/table.js";
import { checkOutput } from "../overrides/check-output.js";
import { generatorVersion, readRuntimeTypes } from "../package-files.js";
import { applyPlan } from "../write/apply.js";
import { checkMain } from "../write/check-main.js";
import { mergeRepaired, textChanges } from "../write/check.js";
import { planBetweenRuns } from "../write/plan-between-runs.js";
import type { WritePlan } from "../write/plan.js";
import { interrupted, recover } from "../write/recover.js";
import { splitChange } from "../write/split-change.js";
import { readUserSources } from "../write/user-sources.js";
import { findDifferences } from "./differences.js";
import { planSharedRuntime } from "./shared-runtime.js";

/** What a run changed on disk, or would change. */
export interface Outcome {
  /** The output folder as the user wrote it. */
  readonly out: string;
  readonly plan?: WritePlan;
  /** Of the folder of `--runtime-dir`. */
  readonly sharedRuntime?: WritePlan;
  /** False if nothing was written or `--check` found a difference; `diagnostics` then has an error. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Another run changed the folder in the meantime, so nothing was written. */
  readonly outdated?: true;
}

/** What is written, and where. */
export interface Output {
  /** The output folder as the user wrote it. */
  readonly out: string;
  readonly className: string;
  /** What clients rely on; absent for what has no server. */
  readonly lock?: Lock;
}

const maxAttempts = 10;

/**
 * Compiles the files of a project, then writes them, checks them or only plans, depending on the options. Begins again if
 * another run changes the folder in the meantime.
 */
export async function writeOutput(
  files: readonly GeneratedFile[],
  output: Output,
  options: Options,
): Promise<Outcome> {
  const { out } = output;
  const writes = !options.check && !options["dry-run"];
  const left = await (writes ? recover(out) : interrupted(out));
  if (left.some(({ severity }) => severity === "error"))
    return { out, ok: false, diagnostics: left };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await writeOnce(files, output, options);
    if (outcome.outdated && attempt < maxAttempts) continue;
    return { ...outcome, diagnostics: [...left, ...outcome.diagnostics] };
  }
}

async function writeOnce(
  files: readonly GeneratedFile[],
  { out, className, lock }: Output,
  options: Options,
): Promise<Outcome> {
  const isProject = options.layout === "project";
  const userSources = isProject ? await readUserSources(path.resolve(out)) : [];
  const overrides = await checkOutput({
    out,
    layout: options.layout,
    files,
    userSources,
    runtimeTypes: readRuntimeTypes,
    cwd: process.cwd(),
  });
  const warnings = [...checkMain(userSources, className), ...overrides];
  const isDead = overrides.some(({ severity }) => severity === "error");
  const outcome = (
    diagnostics: readonly Diagnostic[],
    plan?: WritePlan,
    sharedRuntime?: WritePlan,
  ): Outcome => ({
    out,
    ...defined({ plan, sharedRuntime }),
    ok: diagnostics.length === 0 && !isDead,
    diagnostics: [
      ...warnings,
      ...(plan ? [...splitChange(plan), ...textChanges(plan)] : []),
      ...diagnostics,
    ],
  });

  const compiled =
    isProject && options.build ? await compileProject(files, userSources) : undefined;
  if (compiled && compiled.diagnostics.length > 0) return outcome(compiled.diagnostics);
  const plan = await planBetweenRuns([...files, ...(compiled?.files ?? [])], out, {
    layout: options.layout,
    generatorVersion: generatorVersion(),
    optionsEcho: echoOptions(options),
    force: options.force,
    ...defined({ lock }),
  });
  const shared = await planSharedRuntime(options);
  const plans = shared ? [shared, plan] : [plan];
  if (options.check) {
    const differences = await Promise.all(plans.map(findDifferences));
    return outcome(differences.flat(), plan, shared);
  }
  const refused = plans.flatMap((each) => each.diagnostics);
  if (options["dry-run"] || isDead || refused.length > 0) return outcome(refused, plan, shared);
  for (const each of plans) {
    const applied = await applyPlan(each);
    if (applied.outdated) return outdated(out);
    if (applied.diagnostics.length > 0) return outcome(applied.diagnostics, plan, shared);
  }
  const written = outcome([], plan, shared);
  return { ...written, diagnostics: [...written.diagnostics, ...plans.flatMap(mergeRepaired)] };
}

function outdated(out: string): Outcome {
  const message =
    "Another program keeps changing the output folder while this run compares it. Nothing was written.";
  return {
    out,
    ok: false,
    diagnostics: [
      { code: "out-busy", severity: "error", message, hint: "Run again when it is done." },
    ],
    outdated: true,
  };
}
