import { defined } from "../../../runtime/protocol/defined.js";
import type { Options } from "../../options/table.js";
import type { ProjectJobs } from "../jobs/job.js";
import { generateAndReport } from "../project-command.js";
import { Watched, type RunInput, type Written } from "./watched.js";

/** The runs for a project of several documents. */
export class WatchedProject extends Watched {
  readonly #jobs: ProjectJobs;

  /** @param words arguments of the server */
  constructor(jobs: ProjectJobs, words: readonly string[]) {
    super(words);
    this.#jobs = jobs;
  }

  protected get options(): Options {
    return this.#jobs.options;
  }

  protected get cwd(): string {
    return process.cwd();
  }

  protected get server(): undefined {
    return undefined;
  }

  protected async generate(input: RunInput): Promise<Written> {
    const { ok, outcome } = await generateAndReport(this.#jobs, input);
    return { ok, ...defined({ outcome }) };
  }
}
