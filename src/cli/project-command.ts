import path from "node:path";
import { defined } from "../../runtime/protocol/defined.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import { printError } from "../../runtime/protocol/terminal/print.js";
import { generateProject, type DocumentRun, type ProjectRun } from "../generate-project.js";
import type { Options } from "../options/table.js";
import type { Host } from "../read-surface.js";
import { printChanges } from "./changes-report.js";
import { findingsLine } from "./findings-report.js";
import type { Job, ProjectJobs } from "./jobs/job.js";
import { createProgress } from "./progress.js";
import { printDiagnostics } from "./report.js";
import { formatSummary, summarise } from "./summary.js";
import { UsageError } from "./usage-error.js";

/**
 * Generates a project of several documents, or compares it with `--check`. Resolves to false if one of the documents can't be
 * used, or there is a difference.
 *
 * @throws UsageError for options whose output is for one document
 */
export async function runProject(
  jobs: ProjectJobs,
  forced: Partial<Options> = {},
): Promise<boolean> {
  const options = { ...jobs.options, ...forced };
  const alone = (["json", "print"] as const).find((name) => options[name]);
  if (alone !== undefined) {
    throw new UsageError(`--${alone} is for one server, not for a project of several documents.`);
  }
  const { ok } = await generateAndReport({ ...jobs, options }, {}, forced);
  return ok;
}

/** Generates a project, and prints what the run found and did. @param host adds to that of each document */
export async function generateAndReport(
  jobs: ProjectJobs,
  host: Partial<Host>,
  forced: Partial<Options> = {},
): Promise<ProjectRun> {
  const { options } = jobs;
  const progress = createProgress(options);
  const run = await generateProject({
    facts: jobs.facts,
    options,
    documents: jobs.documents.map(({ server, job }) => ({
      server,
      input: job.spec,
      options: { ...job.options, ...forced },
      host: { ...job.host, ...host, onProgress: progress.show },
    })),
    files: jobs.files,
    configuration: jobs.config,
    cwd: process.cwd(),
    ...defined({ onRead: host.onRead }),
    onChanges: (server, changes) => {
      progress.done();
      if (changes.length === 0 || options.quiet) return;
      printError(headingOf(server));
      printChanges(changes, options);
    },
  });
  progress.done();
  reportProject(run, jobs, options);
  return run;
}

/** Prints what a run of a project found and did. */
function reportProject(run: ProjectRun, jobs: ProjectJobs, options: Options): void {
  for (const [index, document] of run.documents.entries()) {
    reportDocument(document, jobs.documents[index]?.job, options);
  }
  const { outcome } = run;
  printDiagnostics([...run.diagnostics, ...(outcome?.diagnostics ?? [])], options);
  if (run.ok && !options.quiet) printError(closing(run, options));
}

function reportDocument(
  { server, stages, outcome }: DocumentRun,
  job: Job | undefined,
  options: Options,
): void {
  const { model, surface, routed, findings = [], diagnostics } = stages;
  const all = [...diagnostics, ...(outcome?.diagnostics ?? []), ...findings];
  if (!options.quiet) printError(headingOf(server));
  printDiagnostics(all, options);
  if (options.quiet || !model || !surface) return;
  const hasRoutes = job?.options.routes !== undefined;
  printError(formatSummary(summarise(model, surface, { routed: hasRoutes ? routed : undefined })));
  printError(findingsLine(findings, `mcp-codegen list --only ${server}`));
}

function headingOf(server: string): string {
  return `${escapeHidden(server)}:\n`;
}

function closing({ documents, outcome }: ProjectRun, options: Options): string {
  if (!outcome) return "";
  const { out } = outcome;
  const shown = path.resolve(out) === process.cwd() ? "this folder" : escapeHidden(out);
  const outcomes = [...documents.flatMap((each) => each.outcome ?? []), outcome];
  const files = outcomes.flatMap((each) =>
    (each.plan?.steps ?? [])
      .filter(({ action }) => action !== "unchanged")
      .map((step) => ({ action: step.action, path: path.join(each.out, step.path) })),
  );
  if (options["dry-run"]) {
    return files.map((each) => `would ${each.action} ${escapeHidden(each.path)}\n`).join("");
  }
  if (options.check || files.length === 0) {
    return `${shown} is up to date${options.check ? "" : ", nothing was written"}.\n`;
  }
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  const next = options.build
    ? `Run it: node ${path.join(escapeHidden(out), "dist/main.js")}  (--mock needs no API; --help lists the options)\n`
    : "";
  return `Wrote ${count} to ${shown}.\n${next}`;
}
