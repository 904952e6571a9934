import { pathToFileURL } from "node:url";
import { longestTimerMs } from "../../../runtime/protocol/limits/time-limit.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { fileInput } from "../../watch/file-input.js";
import { InputLog } from "../../watch/input-log.js";
import { InputWatch } from "../../watch/watch-inputs.js";
import type { Work } from "../jobs/job.js";
import { UnusableInput } from "../jobs/unusable-input.js";
import { refuseCombinations } from "../refuse-combinations.js";
import { printDiagnostics } from "../report.js";
import { UsageError } from "../usage-error.js";
import type { Watched } from "./watched.js";
import { WatchedJob } from "./watched-job.js";
import { WatchedProject } from "./watched-project.js";

type ReadJobs = () => Promise<Work>;

/**
 * Runs `watch`: generates, and again whenever an input changes, until Ctrl-C. Resolves to true then. A document that can't
 * be used is told, and the output stays as it is.
 *
 * @param readJobs reads the configuration, which may change
 * @param words of the server that `--serve` runs
 * @throws UsageError for options that can't be combined
 */
export async function runWatch(readJobs: ReadJobs, words: readonly string[]): Promise<boolean> {
  const work = await readJobs();
  const { jobs } = work;
  refuseUnwatchable(work, words);
  const session = new WatchSession(readJobs, work, words);
  const polls = jobs.map(({ options }) => options.poll * 1000);
  const watch = new InputWatch({
    run: (changed) => session.run(changed),
    pollMs: Math.min(...polls, longestTimerMs),
  });
  const end = (): void => watch.close();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    await watch.watch();
  } finally {
    await session.end();
    for (const signal of signals) process.off(signal, end);
  }
  return true;
}

const leastPoll = 5;

function refuseUnwatchable({ jobs, project }: Work, words: readonly string[]): void {
  for (const { spec, options } of jobs) {
    refuseCombinations(options);
    if (spec === "-") {
      throw new UsageError("A document from stdin can't be watched: name a file or a URL.");
    }
    if (options.poll < leastPoll) {
      throw new UsageError(`--poll must be ${leastPoll} seconds or more.`);
    }
    if (words.length > 0 && !options.serve) {
      throw new UsageError("The words after -- are those of the server: add --serve.");
    }
    const isModule = options.layout === "module" && !project;
    if (options.serve && (isModule || !options.build)) {
      throw new UsageError(
        "--serve runs the compiled project: leave out --layout module and --no-build.",
      );
    }
  }
  if (words.length > 0 && jobs.length > 1 && !project) {
    throw new UsageError("The words after -- are for one server: choose it with --only NAME.");
  }
}

/** Returns what is generated: the project of all documents, or an output for each. */
function watchedOf({ jobs, project }: Work, words: readonly string[]): readonly Watched[] {
  return project
    ? [new WatchedProject(project, words)]
    : jobs.map((job) => new WatchedJob(job, words));
}

/** The documents of a watch. */
class WatchSession {
  readonly #readJobs: ReadJobs;
  readonly #words: readonly string[];
  #jobs: readonly Watched[];
  #config: string | undefined;
  #isQuiet: boolean;
  #watched = 0;

  constructor(readJobs: ReadJobs, work: Work, words: readonly string[]) {
    const { jobs } = work;
    this.#readJobs = readJobs;
    this.#words = words;
    this.#jobs = watchedOf(work, words);
    this.#config = jobs[0]?.config;
    this.#isQuiet = jobs.every(({ options }) => options.quiet);
  }

  async run(changed: ReadonlySet<string>): Promise<InputLog> {
    const log = new InputLog();
    const config = this.#config === undefined ? undefined : pathToFileURL(this.#config).href;
    const isReconfigured = config !== undefined && changed.has(config);
    if (this.#config !== undefined) log.record(fileInput(this.#config));
    if (isReconfigured) await this.#reconfigure();
    for (const job of this.#jobs) {
      const isAffected = changed.size === 0 || [...changed].some((url) => job.log.has(url));
      if (isAffected || (isReconfigured && job.log.urls.length === 0)) await job.run(changed);
      log.add(job.log);
    }
    const count = log.urls.length;
    if (count !== this.#watched && !this.#isQuiet) {
      printError(`Watching ${count === 1 ? "one input" : `${count} inputs`}. Ctrl-C ends it.\n`);
    }
    this.#watched = count;
    return log;
  }

  async end(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.end()));
  }

  /** Takes the jobs of the configuration as it is now; keeps the former ones if it can't be used. */
  async #reconfigure(): Promise<void> {
    try {
      const work = await this.#readJobs();
      refuseUnwatchable(work, this.#words);
      await this.end();
      this.#jobs = watchedOf(work, this.#words);
    } catch (error) {
      if (error instanceof UnusableInput) {
        printDiagnostics(error.diagnostics, { quiet: false, verbose: true });
      } else if (error instanceof UsageError) printError(`mcp-codegen: ${error.message}\n`);
      else throw error;
    }
  }
}
