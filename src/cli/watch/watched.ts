import path from "node:path";
import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import { printError } from "../../../runtime/protocol/terminal/print.js";
import { displayFile } from "../../diagnostics/display.js";
import type { InputRead, ValidatedDocuments } from "../../load/input-read.js";
import type { Options } from "../../options/table.js";
import type { Outcome } from "../../output/write-output.js";
import { InputLog } from "../../watch/input-log.js";
import { ServedProcess } from "./served-process.js";

/** What the runs of an output need. */
export interface RunInput {
  /** Documents that earlier runs fetched. */
  readonly validated: ValidatedDocuments;
  readonly onRead: (read: InputRead) => void;
}

/** What a run wrote. */
export interface Written {
  readonly ok: boolean;
  readonly outcome?: Outcome;
}

/** The runs for one output, and the server that runs between them. */
export abstract class Watched {
  readonly #words: readonly string[];
  readonly #validated: ValidatedDocuments = new Map();
  #server: ServedProcess | undefined;
  #log = new InputLog();

  /** @param words arguments of the server */
  constructor(words: readonly string[]) {
    this.#words = words.length > 0 ? words : ["--http"];
  }

  protected abstract readonly options: Options;
  protected abstract readonly cwd: string;
  /** Names the output among several. */
  protected abstract readonly server: string | undefined;

  /** Runs, and prints what the run found and did. */
  protected abstract generate(input: RunInput): Promise<Written>;

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
    const log = new InputLog();
    if (!this.options.quiet) printError(this.#announce([...changed]));
    const { ok, outcome } = await this.generate({
      validated: this.#validated,
      onRead: log.record,
    });
    if (!ok) await log.addMissing(this.#log);
    this.#log = log;
    if (ok && outcome && this.options.serve) await this.#serve(outcome);
  }

  /** Ends the server. */
  async end(): Promise<void> {
    await this.#server?.stop();
  }

  async #serve({ out, plan }: Outcome): Promise<void> {
    if (!plan) return;
    const main = path.resolve(this.cwd, out, "dist/main.js");
    this.#server ??= new ServedProcess([main, ...this.#words]);
    if (plan.changed || !this.#server.isRunning) await this.#server.restart();
  }

  /** Says which inputs changed, and for which of several servers the run is. */
  #announce(changed: readonly string[]): string {
    const names = changed.slice(0, shownFiles).map((url) => displayFile(url, this.cwd));
    const more = changed.length - names.length;
    const what = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""} changed.`;
    const server = this.server === undefined ? [] : [`${this.server}:`];
    const lines = [...(changed.length > 0 ? ["", what] : []), ...server];
    return lines.map((line) => `${escapeHidden(line)}\n`).join("");
  }
}

const shownFiles = 3;
