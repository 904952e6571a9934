import { defined } from "../../../runtime/protocol/defined.js";
import { generateInto } from "../../generate-into.js";
import type { Options } from "../../options/table.js";
import { printChanges } from "../changes-report.js";
import { reportRun, summaryOf } from "../generate-command.js";
import type { Job } from "../jobs/job.js";
import { Watched, type RunInput, type Written } from "./watched.js";

/** The runs for one document. */
export class WatchedJob extends Watched {
  readonly #job: Job;

  /** @param words arguments of the server */
  constructor(job: Job, words: readonly string[]) {
    super(words);
    this.#job = job;
  }

  protected get options(): Options {
    return this.#job.options;
  }

  protected get cwd(): string {
    return this.#job.host.cwd;
  }

  protected get server(): string | undefined {
    return this.#job.server;
  }

  protected async generate(input: RunInput): Promise<Written> {
    const { spec, options, host } = this.#job;
    const run = await generateInto(spec, options, {
      ...host,
      ...input,
      onChanges: (changes) => printChanges(changes, options),
    });
    const ok = reportRun(spec, options, run, summaryOf(options, run));
    return { ok, ...defined({ outcome: run.outcome }) };
  }
}
