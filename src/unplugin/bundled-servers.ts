import type { LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { formatDiagnostic } from "../diagnostics/format.js";
import { generateServer, type ServerOptions } from "../generate-server.js";
import { InputLog } from "../watch/input-log.js";
import { InputWatch } from "../watch/watch-inputs.js";
import { generateConfigured, type Observer } from "./configured-servers.js";

/** One server, or several. Without options, the plugin generates those of `mcp-codegen.config.*`. */
export type McpCodegenOptions = ServerOptions | readonly ServerOptions[];

/** A problem to report by the bundler. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** The whole message, with its place and the lines around it. */
  readonly text: string;
  readonly diagnostic: LocatedDiagnostic;
}

/** The servers of a build. */
export class BundledServers {
  readonly #options: McpCodegenOptions | undefined;
  #log: InputLog | undefined;
  #problems: readonly Problem[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(options: McpCodegenOptions | undefined) {
    this.#options = options;
  }

  /** Absolute paths of the files that the last run read. */
  get inputs(): ReadonlySet<string> {
    return new Set(this.#log?.paths().keys());
  }

  /** Generates, unless every input is as it was at the last time. One run ends before the next begins. */
  async generate(): Promise<void> {
    const run = this.#running.then(() => this.#update());
    this.#running = run.catch(() => undefined);
    await run;
  }

  /** Generates, and returns what is to be told: a warning once, an error for as long as it holds. */
  async update(): Promise<{ problems: readonly Problem[]; inputs: ReadonlySet<string> }> {
    await this.generate();
    const problems = this.#problems;
    this.#problems = problems.filter(({ severity }) => severity === "error");
    return { problems, inputs: this.inputs };
  }

  /** Generates whenever an input changes, and calls `onProblems` after each run. */
  watch(onProblems: (problems: readonly Problem[]) => void): InputWatch {
    const watch = new InputWatch({
      run: async () => {
        const { problems } = await this.update();
        onProblems(problems);
        return this.#log ?? new InputLog();
      },
    });
    void watch.watch().catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      onProblems([problemOf({ code: "out-unwritable", severity: "error", message })]);
    });
    return watch;
  }

  async #update(): Promise<void> {
    if (this.#log && (await this.#log.changed(this.#log.urls)).size === 0) return;
    const log = new InputLog();
    const host = { onRead: log.record };
    const diagnostics = await (this.#options === undefined
      ? generateConfigured(host)
      : generateAll([this.#options].flat(), host));
    const isBroken = diagnostics.some(({ severity }) => severity === "error");
    if (isBroken && this.#log) await log.addMissing(this.#log);
    this.#log = log;
    this.#problems = diagnostics.flatMap((each) => (isTold(each) ? [problemOf(each)] : []));
  }
}

async function generateAll(
  servers: readonly ServerOptions[],
  host: Observer,
): Promise<readonly LocatedDiagnostic[]> {
  const found: LocatedDiagnostic[] = [];
  for (const server of servers) found.push(...(await generateServer(server, host)).diagnostics);
  return found;
}

function isTold({ severity }: LocatedDiagnostic): boolean {
  return severity !== "info";
}

function problemOf(diagnostic: LocatedDiagnostic): Problem {
  const severity = diagnostic.severity === "error" ? "error" : "warning";
  return { severity, text: formatDiagnostic(diagnostic), diagnostic };
}
