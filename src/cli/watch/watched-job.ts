import path from "node:path";
import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { displayFile } from "../../diagnostics/display.js";
import { generateInto, type Run } from "../../generate-into.js";
import type { ValidatedDocuments } from "../../load/input-read.js";
import { InputLog } from "../../watch/input-log.js";
import { printChanges } from "../changes-report.js";
import { reportRun, summaryOf } from "../generate-command.js";
import type { Job } from "../jobs/job.js";
import { ServedProcess } from "./served-process.js";

/** The runs for one document, and the server that runs between them. */
export class WatchedJob {
  readonly #job: Job;
  readonly #words: readonly string[];
  readonly #validated: ValidatedDocuments = new Map();
  #server: ServedProcess | undefined;
  #log = new InputLog();

  /** @param words arguments of the server */
  constructor(job: Job, words: readonly string[]) {
    this.#job = job;
    this.#words = words.length > 0 ? words : ["--http"];
  }

  /** The inputs of the last run. */
  get log(): InputLog {
    return this.#log;
  }

  /**
   * Runs, and starts the server again if its code is new.
   *
   * @param changed URLs of inputs; empty for the first run
   */
  async run(changed: ReadonlySet<string>): Promise<void> {
    const { spec, options, host } = this.#job;
    const log = new InputLog();
    if (!options.quiet) printError(this.#announce([...changed]));
    const run = await generateInto(spec, options, {
      ...host,
      validated: this.#validated,
      onRead: log.record,
      onChanges: (changes) => printChanges(changes, options),
    });
    const ok = reportRun(spec, options, run, await summaryOf(options, run));
    if (!ok) await log.addMissing(this.#log);
    this.#log = log;
    if (ok && options.serve) await this.#serve(run);
  }

  /** Ends the server. */
  async end(): Promise<void> {
    await this.#server?.stop();
  }

  async #serve({ outcome }: Run): Promise<void> {
    if (!outcome?.plan) return;
    const main = path.resolve(this.#job.host.cwd, outcome.out, "dist/main.js");
    this.#server ??= new ServedProcess([main, ...this.#words]);
    if (outcome.plan.changed || !this.#server.isRunning) await this.#server.restart();
  }

  /** Says which inputs changed, and for which of several servers the run is. */
  #announce(changed: readonly string[]): string {
    const { host, server } = this.#job;
    const names = changed.slice(0, shownFiles).map((url) => displayFile(url, host.cwd));
    const more = changed.length - names.length;
    const what = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""} changed.`;
    const lines = [...(changed.length > 0 ? ["", what] : []), ...(server ? [`${server}:`] : [])];
    return lines.map((line) => `${escapeHidden(line)}\n`).join("");
  }
}

const shownFiles = 3;
