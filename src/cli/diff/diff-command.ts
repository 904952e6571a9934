import { printOutput } from "../../../runtime/protocol/terminal/print.js";
import type { ContractChange, Impact } from "../../changes/change.js";
import { compareContracts } from "../../changes/compare-locks.js";
import type { Options } from "../../options/table.js";
import { formatChanges } from "../changes-report.js";
import { printDiagnostics } from "../report.js";
import { UsageError } from "../usage-error.js";
import type { CommandLine } from "../commands/command.js";
import { isRevisionFile, Revisions } from "./git-revision.js";
import { markdownReport } from "./markdown-report.js";
import { readSide } from "./read-side.js";

/**
 * Runs `diff`: prints what is different for clients between two servers, shaped by the options of the command line and those of
 * the server that the configuration makes of one of the documents. Resolves to false if a document can't be used, or there is
 * a change of the kind that `--fail-on` names.
 *
 * @throws UsageError for a revision that Git does not have, and for options that can't be combined
 */
export async function runDiff(before: string, now: string, line: CommandLine): Promise<boolean> {
  const { json, markdown } = line.given;
  if (json && markdown) throw new UsageError("Give either --json or --markdown.");
  const cwd = process.cwd();
  const revisions = new Revisions(cwd);
  try {
    const pathOf = async (operand: string): Promise<string> =>
      isRevisionFile(operand, cwd) ? revisions.pathOnDisk(operand) : operand;
    const { options, host } = await line.jobOf(now, [await pathOf(now), await pathOf(before)]);
    const common = { host, ofRevision: configured(options, line) };
    const old = await readSide(
      { ...common, operand: before, options: oldOptions(options) },
      revisions,
    );
    const current = await readSide({ ...common, operand: now, options }, revisions);
    const { quiet, verbose } = options;
    const diagnostics = [...old.diagnostics, ...current.diagnostics];
    printDiagnostics(diagnostics, { quiet: quiet || !verbose, verbose });
    if (!old.contract || !current.contract) return false;
    const changes = compareContracts(old.contract, current.contract);
    printOutput(report(changes, options));
    return !fails(changes, options["fail-on"]);
  } finally {
    await revisions.remove();
  }
}

/** Returns the options whose files the configuration names, and not the command line. */
function configured(options: Options, { given }: CommandLine): ReadonlySet<keyof Options> {
  const isConfigured = (name: "routes" | "overlay"): boolean =>
    options[name] !== undefined && given[name] === undefined && given[`old-${name}`] === undefined;
  return new Set((["routes", "overlay"] as const).filter(isConfigured));
}

function oldOptions(options: Options): Options {
  const { "old-routes": routes, "old-overlay": overlay } = options;
  return {
    ...options,
    ...(routes === undefined ? {} : { routes }),
    ...(overlay === undefined ? {} : { overlay }),
  };
}

function report(changes: readonly ContractChange[], options: Options): string {
  if (options.json) {
    const counts = (impact: Impact): number =>
      changes.filter((change) => change.impact === impact).length;
    const summary = {
      breaking: counts("breaking"),
      compatible: counts("compatible"),
      text: counts("text"),
    };
    return `${JSON.stringify({ summary, changes }, null, 2)}\n`;
  }
  if (options.markdown) return markdownReport(changes);
  return changes.length === 0
    ? "No changes for clients.\n"
    : formatChanges(changes, options.verbose);
}

function fails(changes: readonly ContractChange[], on: Options["fail-on"]): boolean {
  if (on === "none") return false;
  return on === "any" ? changes.length > 0 : changes.some(({ impact }) => impact === "breaking");
}
