import path from "node:path";
import { defined } from "../../runtime/protocol/defined.js";
import type { Configuration, ConfiguredServer } from "../config/configuration.js";
import { configNames, findConfigs } from "../config/find-config.js";
import { loadFoundConfig, type LoadedConfig } from "../config/load-config.js";
import type { Diagnostic, LocatedDiagnostic } from "../diagnostics/diagnostic.js";
import { locate } from "../diagnostics/locate.js";
import { generateInto } from "../generate-into.js";
import { generateProject } from "../generate-project.js";
import { defaultOptions, type Options } from "../options/table.js";
import type { Host } from "../read-surface.js";
import { refusedCombination, withSettingNames } from "../refused-combination.js";
import { fileInput } from "../watch/file-input.js";

/** What a plugin observes of its runs. */
export type Observer = Required<Pick<Host, "onRead">>;

/** What a run reports, sorted by place where it has one. */
type Found = readonly LocatedDiagnostic[];

/** Generates the servers of `mcp-codegen.config.*`, or the project that they are parts of, as the command line does. */
export async function generateConfigured({ onRead }: Observer): Promise<Found> {
  const cwd = process.cwd();
  const files = findConfigs(cwd);
  const inputs = files.length > 0 ? files : configNames.map((name) => path.join(cwd, name));
  // Before it is loaded, so that a corrected mistake in it is noticed.
  for (const file of inputs) onRead(fileInput(file));
  const loaded = await loadFoundConfig(cwd);
  if (!loaded) {
    const message = "There is no mcp-codegen.config.* in this folder or above it.";
    const hint = "Give the plugin options, or let mcp-codegen init write a configuration.";
    return [{ code: "config-unreadable", severity: "error", message, hint }];
  }
  const { configuration, diagnostics } = loaded;
  const faults = configuration ? configuration.servers.flatMap(faultsOf) : [];
  const located = locate([...diagnostics, ...faults], loaded.files, cwd);
  if (!configuration || faults.length > 0) return located;
  const run = new ConfiguredRun(configuration, loaded.files, cwd, onRead);
  return [...located, ...(await run.generate())];
}

/** Returns why a server can't be generated. */
function faultsOf({ input, options, place }: ConfiguredServer): readonly Diagnostic[] {
  const base = { code: "config-invalid", severity: "error", place } as const;
  if (input === undefined) {
    return [
      { ...base, message: "The configuration names no document.", hint: "Give it an `input`." },
    ];
  }
  const refusal = refusedCombination(complete(options));
  return refusal === undefined ? [] : [{ ...base, message: withSettingNames(refusal) }];
}

/** A configuration without faults. */
class ConfiguredRun {
  readonly #configuration: Configuration;
  readonly #files: LoadedConfig["files"];
  readonly #cwd: string;
  readonly #onRead: Observer["onRead"];

  constructor(
    configuration: Configuration,
    files: LoadedConfig["files"],
    cwd: string,
    onRead: Observer["onRead"],
  ) {
    this.#configuration = configuration;
    this.#files = files;
    this.#cwd = cwd;
    this.#onRead = onRead;
  }

  async generate(): Promise<Found> {
    const { servers, project, file: configuration } = this.#configuration;
    if (!project) {
      const found: LocatedDiagnostic[] = [];
      for (const server of servers) found.push(...(await this.#server(server)));
      return found;
    }
    const { documents, outcome, diagnostics } = await generateProject({
      facts: project,
      options: complete({ ...project.options, out: project.out, layout: "project" }),
      documents: servers.map((server) => this.#run(server)),
      files: this.#files,
      configuration,
      cwd: this.#cwd,
      onRead: this.#onRead,
    });
    return [
      ...documents.flatMap((each) => this.#found(each.stages.diagnostics, each.outcome)),
      ...this.#found(diagnostics, outcome),
    ];
  }

  async #server(server: ConfiguredServer): Promise<Found> {
    const { input, options, host } = this.#run(server);
    const { stages, outcome } = await generateInto(input, options, host);
    return this.#found(stages.diagnostics, outcome);
  }

  #found(diagnostics: Found, outcome?: { readonly diagnostics: readonly Diagnostic[] }): Found {
    return [...diagnostics, ...locate(outcome?.diagnostics ?? [], new Map(), this.#cwd)];
  }

  #run(server: ConfiguredServer): {
    readonly server: ConfiguredServer;
    readonly input: string;
    readonly options: Options;
    readonly host: Host;
  } {
    const { documents, file, servers } = this.#configuration;
    const host: Host = {
      cwd: this.#cwd,
      documents,
      configuration: servers.length > 1 ? { file, server: server.name } : { file },
      outFolder: path.relative(this.#cwd, path.dirname(file)),
      onRead: this.#onRead,
    };
    return { server, input: server.input ?? "", options: complete(server.options), host };
  }
}

function complete(given: Partial<Options>): Options {
  return { ...defaultOptions(), ...defined(given) };
}
