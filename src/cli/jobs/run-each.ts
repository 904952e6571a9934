import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { UsageError } from "../usage-error.js";
import type { Job } from "./job.js";

/**
 * Runs a command for each of several documents, one after the other. Resolves to whether all of them succeeded; a failure
 * does not keep the others from running.
 *
 * @throws UsageError for options whose output is for one document
 */
export async function runEach(
  jobs: readonly Job[],
  run: (job: Job) => Promise<boolean>,
): Promise<boolean> {
  if (jobs.length === 1) return run(jobs[0]!);
  const alone = (["json", "print"] as const).find((name) => jobs.some((job) => job.options[name]));
  if (alone !== undefined) {
    throw new UsageError(`--${alone} is for one server: choose it with --only NAME.`);
  }
  let ok = true;
  for (const job of jobs) {
    if (!job.options.quiet) printError(`${escapeHidden(job.server ?? job.spec)}:\n`);
    ok = (await run(job)) && ok;
  }
  return ok;
}

/**
 * Returns the only document of a command that can't work on several.
 *
 * @throws UsageError that names the servers to choose from
 */
export function oneOf(jobs: readonly Job[]): Job {
  const [job, ...others] = jobs;
  if (job && others.length === 0) return job;
  const names = jobs.map(({ server = "" }) => server).join(", ");
  throw new UsageError(
    `The configuration has several servers: ${names}. Choose one with --only NAME.`,
  );
}
