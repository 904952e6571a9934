import { defined } from "../../runtime/protocol/defined.js";
import path from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ContractChange } from "../changes/change.js";
import { compileProject, type Compilation } from "../emit/compile.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { echoOptions } from "../options/echo.js";
import type { Options } from "../options/table.js";
import { generatorVersion } from "../package-files.js";
import { applyPlan } from "../write/apply.js";
import { checkImports } from "../write/check-imports.js";
import { checkMain } from "../write/check-main.js";
import { checkScripts } from "../write/check-scripts.js";
import { mergeRepaired } from "../write/check.js";
import type { ObservedDisk } from "../write/observed-disk.js";
import { planBetweenRuns } from "../write/plan-between-runs.js";
import type { WritePlan } from "../write/plan.js";
import { interrupted, recover } from "../write/recover.js";
import { splitChange } from "../write/split-change.js";
import { readUserSources } from "../write/user-sources.js";
import { findDifferences } from "./differences.js";
import { compareFormer, type FormerComparison, type NewServer } from "./former-contract.js";
import { inSharedRuntime, planSharedRuntime } from "./shared-runtime.js";
import { checkUserCode, type UserCode } from "./user-code.js";

/** Called before anything is written. */
export type OnChanges = (changes: readonly ContractChange[]) => void;

/** What a run changed on disk, or would change. */
export interface Outcome {
  /** The output folder as the user wrote it. */
  readonly out: string;
  readonly plan?: WritePlan;
  /** Of the folder of `--runtime-dir`. */
  readonly sharedRuntime?: WritePlan;
  /** False if nothing was written or `--check` found a difference; `diagnostics` then has an error. */
  readonly ok: boolean;
  /** What is different for clients. Absent if there was no former output, or it is not known. */
  readonly changes?: readonly ContractChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** Another run changed the folder in the meantime, so nothing was written. */
  readonly outdated?: true;
}

/** What is written, and where. */
export interface Output {
  /** The output folder as the user wrote it. */
  readonly out: string;
  readonly className: string;
  /** File names in messages are relative to this folder. */
  readonly cwd: string;
  /** Absent for what is no server, and for a project whose documents have manifests of their own. */
  readonly server?: NewServer;
  /** Generated files below `src/` that have manifests of their own: they are compiled, and not written. */
  readonly modules?: readonly GeneratedFile[];
  /** The options in the manifest, if they are not those of the run. */
  readonly optionsEcho?: string;
  /** Keeps what the check of the user's classes finds on the disk. */
  readonly disk?: ObservedDisk;
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
  onChanges?: OnChanges,
): Promise<Outcome> {
  const { out } = output;
  const writes = !options.check && !options["dry-run"];
  const left = await (writes ? recover(out) : interrupted(out));
  if (left.some(({ severity }) => severity === "error"))
    return { out, ok: false, diagnostics: left };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await writeOnce(files, output, options, onChanges);
    if (outcome.outdated && attempt < maxAttempts) continue;
    return { ...outcome, diagnostics: [...left, ...outcome.diagnostics] };
  }
}

/** Reads and checks what the folder holds of the user's. */
async function examineUsers(
  files: readonly GeneratedFile[],
  { out, className, modules = [], ...where }: Output,
  options: Options,
): Promise<{ readonly users: UserCode; readonly warnings: readonly Diagnostic[] }> {
  const isProject = options.layout === "project";
  const written = isProject ? await readUserSources(path.resolve(out)) : [];
  const users = await checkUserCode([...files, ...modules], out, written, options, where);
  const scripts = isProject ? checkScripts(files, path.resolve(out)) : [];
  const warnings = [
    ...checkMain(users.sources, className),
    ...checkImports(users.sources, options["import-extension"]),
    ...scripts,
    ...users.diagnostics,
  ];
  return { users, warnings };
}

async function writeOnce(
  files: readonly GeneratedFile[],
  output: Output,
  options: Options,
  onChanges?: OnChanges,
): Promise<Outcome> {
  const { out, server } = output;
  const { users, warnings } = await examineUsers(files, output, options);
  const outcome = (
    diagnostics: readonly Diagnostic[],
    plan?: WritePlan,
    sharedRuntime?: WritePlan,
    former?: FormerComparison,
  ): Outcome => ({
    out,
    ...defined({ plan, sharedRuntime, changes: former?.changes }),
    ok: diagnostics.length === 0 && !users.isDead,
    diagnostics: [
      ...warnings,
      ...(former?.notes ?? []),
      ...(plan ? splitChange(plan) : []),
      ...diagnostics,
    ],
  });

  const compiled = await compile(files, output, options, users);
  if (compiled && compiled.diagnostics.length > 0) return outcome(compiled.diagnostics);
  const plan = await planBetweenRuns([...files, ...(compiled?.files ?? [])], out, {
    layout: options.layout,
    generatorVersion: generatorVersion(),
    optionsEcho: output.optionsEcho ?? echoOptions(options),
    force: options.force,
    ...defined({ lock: server?.contract.lock }),
  });
  const shared = await planSharedRuntime(options);
  const plans = [...(shared ? [shared] : []), ...users.plans(plan)];
  const former = server && (await compareFormer(plan, files, server, options));
  if (former?.changes) onChanges?.(former.changes);
  const applied = await complete(plans, shared, former?.refusals ?? [], options, users.isDead);
  if (applied === "outdated") return outdated(out);
  const done = outcome(applied, plans.at(-1), shared, former);
  const isWritten = done.ok && !options.check && !options["dry-run"];
  const repaired = isWritten ? plans.flatMap(mergeRepaired) : [];
  return { ...done, diagnostics: [...done.diagnostics, ...repaired] };
}

/** Compiles a project. Undefined for modules, and if the options say not to. */
async function compile(
  files: readonly GeneratedFile[],
  { modules = [] }: Output,
  { layout, build }: Options,
  users: UserCode,
): Promise<Compilation | undefined> {
  if (layout !== "project" || !build) return undefined;
  return compileProject([...files, ...modules], users.sources);
}

/** Writes, unless the options say not to or something is wrong. @param refusals of the changes for clients */
async function complete(
  plans: readonly WritePlan[],
  shared: WritePlan | undefined,
  refusals: readonly Diagnostic[],
  options: Options,
  isDead: boolean,
): Promise<readonly Diagnostic[] | "outdated"> {
  const named = (plan: WritePlan, problems: readonly Diagnostic[]): readonly Diagnostic[] =>
    plan === shared ? inSharedRuntime(problems, options["runtime-dir"]) : problems;
  if (options.check) {
    const differences = await Promise.all(
      plans.map(async (plan) => named(plan, await findDifferences(plan))),
    );
    return [...refusals, ...differences.flat()];
  }
  const refused = [...refusals, ...plans.flatMap((each) => named(each, each.diagnostics))];
  if (options["dry-run"] || isDead || refused.length > 0) return refused;
  return applyPlans(plans);
}

async function applyPlans(
  plans: readonly WritePlan[],
): Promise<readonly Diagnostic[] | "outdated"> {
  for (const plan of plans) {
    const applied = await applyPlan(plan);
    if (applied.outdated) return "outdated";
    if (applied.diagnostics.length > 0) return applied.diagnostics;
  }
  return [];
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
