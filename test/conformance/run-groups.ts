/** Runs groups of scenarios, prints what came out, and counts it. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Group } from "./plan.js";
import {
  countFailed,
  countPassed,
  formatFindings,
  formatGroup,
  formatHeader,
  type GroupResult,
} from "./report.js";
import { readResults, type ScenarioResult } from "./results.js";
import type { Suite } from "./suite.js";

/** What the suite tests, while a group runs. */
export interface Subject {
  /** Arguments that tell the suite what to test. */
  readonly args: readonly string[];
  /** Ends it, after the last scenario. @returns problems */
  close(): Promise<readonly string[]>;
}

export interface Job {
  /** Name of what is tested. */
  readonly tested: string;
  readonly group: Group;
  open(): Promise<Subject>;
  /** Judges a scenario by what is tested. Default: as it is. */
  readonly judge?: (result: ScenarioResult) => ScenarioResult;
}

/**
 * Runs the jobs and sets the exit code: 1 if anything failed or nothing passed.
 *
 * @param atATime number of groups that run at once
 * @param out where the suite's results are kept; default: they are removed
 */
export async function runGroups(
  suite: Suite,
  jobs: readonly Job[],
  atATime: number,
  out?: string,
): Promise<void> {
  const folder = out ?? mkdtempSync(path.join(os.tmpdir(), "conformance-"));
  const queue = [...jobs];
  const results: GroupResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await runOne(suite, next, folder);
      results.push(result);
      process.stdout.write(formatGroup(result));
    }
  };
  process.stdout.write(formatHeader());
  await Promise.all(Array.from({ length: atATime }, work));
  process.stdout.write(`\n${formatFindings(results)}`);
  if (out === undefined) rmSync(folder, { recursive: true, force: true });

  const passed = results.reduce((total, result) => total + countPassed(result), 0);
  const failed = results.reduce((total, result) => total + countFailed(result), 0);
  process.stdout.write(`Checks, over all groups:\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function runOne(
  suite: Suite,
  { tested, group, open, judge = (result) => result }: Job,
  out: string,
): Promise<GroupResult> {
  const start = performance.now();
  const folder = path.join(out, `${tested} ${group.name}`.replaceAll(" ", "-"));
  const problems: string[] = [];
  let scenarios: GroupResult["scenarios"] = [];
  try {
    const subject = await open();
    for (const command of group.commands) {
      const run = await suite.test([...subject.args, "-o", folder, ...command]);
      if (run.timedOut) problems.push(`The suite hangs: ${command.join(" ")}`);
    }
    problems.push(...(await subject.close()));
    scenarios = readResults(folder, suite.side, group.scenarios).map(judge);
  } catch (error) {
    problems.push(String(error));
  }
  const seconds = (performance.now() - start) / 1000;
  return { tested, group: group.name, seconds, scenarios, problems };
}
