/** Runs the real command line on one document and judges the outcome. */
import path from "node:path";
import { cliPath } from "../support/cli.js";
import { runProcess } from "../support/run-process.js";

const timeoutMs = 120_000;

/** The parts of the command's `--json` output that are used here. */
interface Report {
  /** Absent if the document is refused. */
  readonly summary?: Summary;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly at?: { readonly file: string; readonly line: number; readonly column: number };
  }[];
}

interface Summary {
  readonly excluded: readonly { readonly operation: string }[];
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
  readonly toolsListBytes: number;
}

export interface Generated {
  readonly report: Report | undefined;
  readonly seconds: number;
  /** The command ended with 1: the document is refused. */
  readonly refused: boolean;
  readonly problems: readonly string[];
}

/** Generates from `file` into `out`. */
export async function generateDocument(
  file: string,
  out: string,
  options: readonly string[],
): Promise<Generated> {
  // From the document's folder, so that places in messages are the same on every machine.
  const run = await runProcess(
    process.execPath,
    [cliPath, file, "--out", out, "--json", "--mode", "tools", ...options],
    {
      cwd: path.dirname(file),
      timeoutMs,
    },
  );
  const problems: string[] = [];
  if (run.timedOut) problems.push(`generating took longer than ${timeoutMs / 1000} s`);
  else if (run.code !== 0 && run.code !== 1) problems.push(`generating ended with ${run.code}`);
  if (hasStackTrace(run.stderr)) problems.push(`stack trace: ${run.stderr.slice(0, 500)}`);
  let report: Report | undefined;
  try {
    report = JSON.parse(run.stdout) as Report;
  } catch {
    problems.push(`--json printed no JSON: ${run.stdout.slice(0, 200)}${run.stderr.slice(0, 500)}`);
  }
  return { report, seconds: run.seconds, refused: run.code === 1, problems };
}

/** Returns skipped operations as `METHOD /path` → `code file:line:column`. One without a place is a problem. */
export function locateSkipped(report: Report): {
  readonly skipped: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
} {
  const skipped: Record<string, string> = {};
  const problems: string[] = [];
  for (const { operation, reason } of report.summary?.skipped ?? []) {
    const found = report.diagnostics.find(({ code, message }) => `${code}: ${message}` === reason);
    if (found?.at)
      skipped[operation] = `${found.code} ${found.at.file}:${found.at.line}:${found.at.column}`;
    else problems.push(`${operation} is skipped without a place: ${reason}`);
  }
  return { skipped, problems };
}

export function hasStackTrace(text: string): boolean {
  return /^\s+at .+:\d+:\d+\)?$/m.test(text);
}
