import { defined } from "../../runtime/protocol/defined.js";
import { printError, printOutput } from "../../runtime/protocol/terminal/print.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import path from "node:path";
import type { ContractChange } from "../changes/change.js";
import type { Diagnostic, LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { generate } from "../generate.js";
import { type Generation, type Host } from "../read-surface.js";
import { generateInto, type Run } from "../generate-into.js";
import { RunMemory } from "../memory/run-memory.js";
import type { Outcome } from "../output/write-output.js";
import type { Options } from "../options/table.js";
import type { WritePlan } from "../write/plan.js";
import { printChanges } from "./changes-report.js";
import { findingsLine } from "./findings-report.js";
import type { Job } from "./jobs/job.js";
import { stageJson } from "./print-stage.js";
import { createProgress } from "./progress.js";
import { printDiagnostics } from "./report.js";
import { countListTokens } from "./list-tokens.js";
import { formatSummary, summarise, type Summary } from "./summary.js";
import { refuseCombinations } from "./refuse-combinations.js";

/**
 * Runs the default command. Resolves to false if the document or the route map can't be used, or `--check` found a
 * difference.
 *
 * @throws UsageError for options that can't be combined
 */
export async function runGenerate({ spec, options, host: given }: Job): Promise<boolean> {
  refuseCombinations(options);
  const progress = createProgress(options);
  const host: Host = { ...given, onProgress: progress.show };
  if (options.print) {
    const stages = await generate(spec, options, host);
    progress.done();
    return printStage(options.print, stages, options);
  }
  const memory = RunMemory.of<Summary>(spec, options, host);
  const known = await memory?.recall();
  if (known && (!known.summary.isEstimate || !countsTokens(options))) {
    return reportRun(spec, options, known.run, known.summary);
  }
  const onChanges = (changes: readonly ContractChange[]): void => {
    progress.done();
    printChanges(changes, options);
  };
  const run = await generateInto(spec, options, {
    ...host,
    onChanges,
    ...defined({ onRead: memory?.record, disk: memory?.disk }),
  });
  progress.done();
  const summary = summaryOf(options, run);
  const ok = reportRun(spec, options, run, summary);
  if (summary) await memory?.remember(run, summary);
  return ok;
}

/** Returns the figures of a run; undefined if nothing can be generated. */
export function summaryOf(options: Options, { stages }: Run): Summary | undefined {
  const { surface, model } = stages;
  const tokens = countsTokens(options) ? countListTokens(stages) : undefined;
  const routed = options.routes === undefined ? undefined : stages.routed;
  return model && surface && summarise(model, surface, { tokens, routed });
}

function countsTokens({ quiet, json }: Options): boolean {
  return !quiet || json;
}

/** Prints what a run found and did. Returns whether the output is up to date now. */
export function reportRun(
  spec: string,
  options: Options,
  { stages, outcome }: Run,
  summary: Summary | undefined,
): boolean {
  const diagnostics = [...stages.diagnostics, ...(outcome?.diagnostics ?? [])];
  const ok = outcome?.ok ?? false;
  const { findings = [] } = stages;
  if (options.json) printOutput(resultJson(summary, outcome, { findings, diagnostics }, ok));
  else printDiagnostics([...diagnostics, ...findings], options);
  if (!options.json && !options.quiet && outcome && ok) {
    printError(closing(summary, outcome, options));
    printError(findingsLine(findings, `mcp-codegen list ${spec}`));
  }
  return ok;
}

function printStage(
  stage: NonNullable<Options["print"]>,
  stages: Generation,
  options: Options,
): boolean {
  const json = stageJson(stage, stages);
  printDiagnostics([...stages.diagnostics, ...(stages.findings ?? [])], options);
  printOutput(json ?? "");
  return json !== undefined;
}

function resultJson(
  summary: Summary | undefined,
  outcome: Outcome | undefined,
  reported: {
    readonly findings: readonly LocatedDiagnostic[];
    readonly diagnostics: readonly (LocatedDiagnostic | Diagnostic)[];
  },
  ok: boolean,
): string {
  const result = {
    ok,
    ...defined({ summary }),
    ...(outcome ? { out: outcome.out, files: fileChanges(outcome.plan) } : {}),
    ...defined({ changes: outcome?.changes }),
    ...reported,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function fileChanges(plan: WritePlan | undefined): readonly { path: string; action: string }[] {
  return (plan?.steps ?? []).map((step) => ({ path: step.path, action: step.action }));
}

function closing(figures: Summary | undefined, outcome: Outcome, options: Options): string {
  const { out, plan, sharedRuntime } = outcome;
  if (!figures || !plan) return "";
  const summary = `${sharedLine(sharedRuntime, options)}${formatSummary(figures)}`;
  const shownOut = escapeHidden(out);
  const touched = plan.steps.filter((step) => step.action !== "unchanged");
  const isHere = path.resolve(out) === process.cwd();
  const folder = isHere ? "This folder" : shownOut;
  if (options.check) return `${folder} is up to date.\n${summary}`;
  if (options["dry-run"]) {
    const lines = touched.map(
      (step) => `would ${step.action} ${escapeHidden(path.join(out, step.path))}\n`,
    );
    return `${lines.join("")}${summary}`;
  }
  if (!plan.changed) {
    const rest = sharedRuntime?.changed ? "" : ", nothing was written";
    return `${folder} is up to date${rest}.\n${summary}`;
  }
  const written = `Wrote ${touched.length} ${touched.length === 1 ? "file" : "files"} to ${isHere ? "this folder" : shownOut}.\n`;
  const next =
    options.layout === "project" && options.build
      ? `Run it: node ${path.join(shownOut, "dist/main.js")}  (--mock needs no API; --help lists the options)\n`
      : "";
  return `${written}${summary}${next}`;
}

/** Says that the runtime of several servers was written, because it is outside the output folder. */
function sharedLine(plan: WritePlan | undefined, options: Options): string {
  const folder = options["runtime-dir"];
  if (!plan?.changed || folder === undefined) return "";
  return `${options["dry-run"] ? "Would write" : "Wrote"} the runtime to ${escapeHidden(folder)}.\n`;
}
