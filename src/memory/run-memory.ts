/**
 * Remembers runs after which an output was up to date. A run with the same inputs, options and generator over the same files
 * would find nothing to do, so that it needs to read no document. Everything is compared by its bytes; what is remembered
 * says only what to compare them with.
 */
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../read-surface.js";
import type { Run } from "../generate-into.js";
import type { InputRead } from "../load/input-read.js";
import { optionTable, type OptionName, type Options } from "../options/table.js";
import { isSameAnswer, ObservedDisk, type DiskAnswer } from "../write/observed-disk.js";
import { cacheFolder, pruneCache } from "./cache-folder.js";
import { generatorIdentity } from "./generator-identity.js";
import {
  digestOf,
  inputStates,
  isSameInput,
  isSameOutput,
  outputState,
  type InputState,
  type OutputState,
} from "./run-state.js";

/** A run that found nothing to do. `Summary` is what is printed of it. */
export interface RememberedRun<Summary> {
  readonly run: Run;
  readonly summary: Summary;
}

interface Entry<Summary> {
  readonly inputs: readonly InputState[];
  /** What the check of the user's classes found on the disk. */
  readonly around: readonly DiskAnswer[];
  readonly output: OutputState;
  /** The output folder as the user wrote it. */
  readonly out: string;
  readonly steps: readonly { readonly path: string; readonly role: "generated" }[];
  readonly diagnostics: readonly LocatedDiagnostic[];
  readonly findings: readonly LocatedDiagnostic[];
  readonly summary: Summary;
}

/** Options that don't matter to a run that has nothing to do. */
const withoutEffect: ReadonlySet<string> = new Set<OptionName>([
  "check",
  "dry-run",
  "force",
  "json",
  "quiet",
  "verbose",
]);

/** Returns the name by which a run is remembered. Runs that may differ in what they write have different names. */
export function runName(identity: string, input: string, options: Options, host: Host): string {
  // What parsed the command line adds members of its own, such as the name of the command.
  const shaping = Object.entries(options)
    .filter(([name]) => name in optionTable && !withoutEffect.has(name))
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  // The configuration is named in the output, as the way to generate it again.
  const { cwd, outFolder, documents, configuration = null } = host;
  const key = [identity, input, cwd, outFolder, [...(documents ?? [])], configuration, shaping];
  return digestOf(JSON.stringify(key)).replace(/[+/=]/g, "_");
}

export class RunMemory<Summary> {
  readonly #file: string;
  readonly #since = Date.now();
  readonly #reads: InputRead[] = [];
  /** For `WritingHost.disk`. */
  readonly disk = new ObservedDisk();

  private constructor(file: string) {
    this.#file = file;
  }

  /** Returns the memory of runs with these inputs; undefined where runs can't be compared. */
  static of<Summary>(input: string, options: Options, host: Host): RunMemory<Summary> | undefined {
    const isLocal = input !== "-" && !/^https?:/i.test(input);
    // What is around a module, and shared runtimes, also decide about a run.
    if (!isLocal || options.layout !== "project" || options["runtime-dir"] !== undefined) {
      return undefined;
    }
    const identity = generatorIdentity();
    const folder = identity === undefined ? undefined : cacheFolder("runs");
    if (identity === undefined || folder === undefined) return undefined;
    return new RunMemory(path.join(folder, `${runName(identity, input, options, host)}.json`));
  }

  /** For `Host.onRead`. */
  readonly record = (read: InputRead): void => {
    this.#reads.push(read);
  };

  /** Returns what a run would find now, if it would find nothing to do. */
  async recall(): Promise<RememberedRun<Summary> | undefined> {
    const entry = this.#read();
    if (!entry || !entry.inputs.every(isSameInput) || !(await isSameOutput(entry.output))) {
      return undefined;
    }
    if (!entry.around.every(isSameAnswer)) return undefined;
    const { out, output, steps, diagnostics, findings, summary } = entry;
    const plan = {
      outDir: output.folder,
      steps: steps.map((step) => ({ ...step, action: "unchanged" }) as const),
      changed: false,
      diagnostics: [],
    };
    const run: Run = {
      stages: { diagnostics, findings },
      outcome: { out, plan, ok: true, changes: [], diagnostics: [] },
    };
    this.#touch();
    return { run, summary };
  }

  /** Remembers a run after which the output is up to date, unless it had more to say than a next one would. */
  async remember({ stages, outcome }: Run, summary: Summary): Promise<void> {
    const { plan, ok = false, diagnostics = [], out = "" } = outcome ?? {};
    if (!plan || !ok || diagnostics.length > 0) return;
    const sources = this.#reads.find(({ url }) => url.endsWith("/src/"));
    if (sources?.result.kind !== "text") return;
    const inputs = inputStates(
      this.#reads.filter((read) => read !== sources),
      this.#since,
    );
    // The path of the output may contain links, which may lead elsewhere later.
    const isThere = this.disk.realpath(path.resolve(out)) === this.disk.realpath(plan.outDir);
    const around = this.disk.answers;
    const output = inputs && (await outputState(plan, sources.result.text, this.#since));
    if (!output || !around || !isThere) return;
    const entry: Entry<Summary> = {
      inputs,
      around,
      output,
      out,
      steps: plan.steps.flatMap(({ path: file, action, role }) =>
        action === "remove" ? [] : [{ path: file, role: role as "generated" }],
      ),
      diagnostics: stages.diagnostics,
      findings: stages.findings ?? [],
      summary,
    };
    this.#write(entry);
  }

  #read(): Entry<Summary> | undefined {
    try {
      return JSON.parse(readFileSync(this.#file, "utf8")) as Entry<Summary>;
    } catch {
      return undefined;
    }
  }

  #write(entry: Entry<Summary>): void {
    const draft = `${this.#file}.${process.pid}`;
    try {
      writeFileSync(draft, JSON.stringify(entry), { flag: "wx", mode: 0o600 });
      renameSync(draft, this.#file);
      pruneCache(path.dirname(this.#file));
    } catch {
      // Without a memory, the next run takes longer.
      rmSync(draft, { force: true });
    }
  }

  /** Keeps the entry from being removed as long unused. */
  #touch(): void {
    try {
      utimesSync(this.#file, new Date(), new Date());
    } catch {
      // Another run has removed it.
    }
  }
}
