import { realpathSync } from "node:fs";
import path from "node:path";
import { defined } from "../../../runtime/protocol/defined.js";
import type { Configuration, ConfiguredServer } from "../../config/configuration.js";
import type { LoadedConfig } from "../../config/load-config.js";
import { notForProjects } from "../../config/read-project.js";
import { locate } from "../../diagnostics/locate.js";
import type { SourceText } from "../../load/source.js";
import type { Host } from "../../read-surface.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { Command } from "../../options/option-row.js";
import { defaultOptions, type Options } from "../../options/table.js";
import { readStdin } from "../stdin.js";
import { UsageError } from "../usage-error.js";
import type { Given, Job, ProjectJobs, Work } from "./job.js";
import { withoutConsent } from "./consent-options.js";
import { UnusableInput } from "./unusable-input.js";

/** The configuration of one command, which is loaded once. */
export class CommandConfig {
  readonly #command: Command;
  readonly #given: Given;
  readonly #cwd = process.cwd();
  #files: ReadonlyMap<string, SourceText> = new Map();
  #loaded: Promise<Configuration | undefined> | undefined;

  constructor(command: Command, given: Given) {
    this.#command = command;
    this.#given = given;
  }

  /**
   * Returns the options of a command that names what it works on: those of `--config`, then those of the command line.
   *
   * @throws UsageError or UnusableInput for a configuration that can't be used
   */
  async options(): Promise<Options> {
    const configuration = await this.#forDocument();
    return complete(configuration ? this.#only(configuration).options : {}, this.#given);
  }

  /**
   * Returns what a command works on: the document that the command line names, or else the servers of the configuration.
   *
   * @throws UsageError or UnusableInput, also if there is neither
   */
  async jobs(spec: string | undefined): Promise<readonly Job[]> {
    if (spec !== undefined) {
      const configuration = await this.#forDocument();
      return [this.#job(configuration, configuration && this.#only(configuration), spec)];
    }
    const configuration = (await this.#named()) ?? (await this.#found());
    if (!configuration) throw new UsageError(nothingToDo);
    return this.#chosen(configuration).map((server) => {
      if (server.input === undefined) throw new UsageError(noInput(configuration, this.#cwd));
      return this.#job(configuration, server, server.input);
    });
  }

  /**
   * Returns what a command that writes works on: a project of several documents if the configuration has one and the command
   * line names no document, or else documents.
   *
   * @throws UsageError or UnusableInput, also for options that are not for a project
   */
  async work(spec: string | undefined): Promise<Work> {
    const jobs = await this.jobs(spec);
    const configuration = spec === undefined ? await this.#loaded : undefined;
    const { project: facts, servers = [], file: config = "" } = configuration ?? {};
    if (!facts) return { jobs };
    refuseForProjects(this.#given);
    const project: ProjectJobs = {
      facts,
      options: complete({ ...facts.options, out: facts.out, layout: "project" }, this.#given),
      documents: servers.map((server, index) => ({ server, job: jobs[index]! })),
      config,
      files: this.#files,
    };
    return { jobs, project };
  }

  /**
   * Returns a document that the command line names, with the options of the server of the configuration that is made of one of
   * the files: the document itself, or another version of it.
   *
   * @param files paths or URLs
   * @throws UsageError if several servers are made of it, and `--only` does not choose
   */
  async jobOf(spec: string, files: readonly string[]): Promise<Job> {
    const named = await this.#named();
    const configuration = named ?? (await this.#found());
    if (!configuration) {
      if (this.#given.only === undefined) return this.#job(undefined, undefined, spec);
      throw new UsageError("--only chooses a server of the configuration, and there is none.");
    }
    const isOneOf = ({ input }: ConfiguredServer): boolean =>
      input !== undefined && files.some((file) => this.#isSame(file, input));
    const servers = configuration.servers.filter(isOneOf);
    const isChosen = this.#given.only !== undefined || (named && servers.length === 0);
    if (!isChosen && servers.length === 0) return this.#job(undefined, undefined, spec);
    const server = this.#only(isChosen ? configuration : { ...configuration, servers });
    return this.#job(configuration, server, spec);
  }

  #isSame(one: string, other: string): boolean {
    if (/^https?:/i.test(one) || /^https?:/i.test(other)) return one === other;
    return realPath(path.resolve(this.#cwd, one)) === realPath(path.resolve(this.#cwd, other));
  }

  #job(
    configuration: Configuration | undefined,
    server: ConfiguredServer | undefined,
    spec: string,
  ): Job {
    const isNamed = this.#given.config !== undefined;
    const settings = server?.options ?? {};
    const isFollowed = spec === server?.input;
    return {
      spec,
      options: complete(isNamed ? settings : withoutConsent(settings, this.#command), this.#given),
      host: {
        cwd: this.#cwd,
        readStdin,
        ...defined({
          documents: configuration?.documents,
          configuration: isFollowed ? follows(configuration, server) : undefined,
          outFolder:
            configuration &&
            (path.relative(this.#cwd, path.dirname(configuration.file)) || undefined),
        }),
      },
      ...defined({
        server: spec === server?.input ? server.name : undefined,
        config: configuration?.file,
      }),
    };
  }

  #only(configuration: Configuration): ConfiguredServer {
    const [server, ...others] = this.#chosen(configuration);
    if (server && others.length === 0) return server;
    const names = configuration.servers.map(({ name }) => name).join(", ");
    throw new UsageError(
      `The configuration has several servers: ${names}. Choose one with --only NAME.`,
    );
  }

  #chosen({ servers }: Configuration): readonly ConfiguredServer[] {
    const { only } = this.#given;
    if (only === undefined) return servers;
    const names = servers.map(({ name }) => name);
    const unknown = only.find((name) => !names.includes(name));
    if (unknown === undefined) return servers.filter(({ name }) => only.includes(name));
    const suggestion = nearest(unknown, names);
    throw new UsageError(
      `The configuration has no server ${JSON.stringify(unknown)}. ${
        suggestion === undefined ? `It has ${names.join(", ")}.` : `Did you mean ${suggestion}?`
      }`,
    );
  }

  /** Returns the configuration whose options a document gets that the command line names. */
  async #forDocument(): Promise<Configuration | undefined> {
    const configuration = await this.#named();
    if (configuration || this.#given.only === undefined) return configuration;
    throw new UsageError(
      "--only chooses a server of a configuration: leave out the document, or give --config too.",
    );
  }

  #named(): Promise<Configuration | undefined> {
    const { config } = this.#given;
    if (config === undefined) return Promise.resolve(undefined);
    return (this.#loaded ??= this.#load(async ({ loadConfig }) =>
      loadConfig(path.resolve(this.#cwd, config), this.#cwd),
    ));
  }

  #found(): Promise<Configuration | undefined> {
    return (this.#loaded ??= this.#load(({ loadFoundConfig }) => loadFoundConfig(this.#cwd)));
  }

  async #load(
    load: (
      loader: typeof import("../../config/load-config.js"),
    ) => Promise<LoadedConfig | undefined>,
  ): Promise<Configuration | undefined> {
    const loaded = await load(await import("../../config/load-config.js"));
    if (!loaded) return undefined;
    const { configuration, files, diagnostics } = loaded;
    this.#files = files;
    const [unreadable] = diagnostics;
    if (unreadable?.code === "config-unreadable" && !unreadable.place) {
      throw new UsageError(unreadable.message);
    }
    if (!configuration) throw new UnusableInput(locate(diagnostics, files, this.#cwd));
    return configuration;
  }
}

/** @throws UsageError for options that are for one output */
function refuseForProjects(given: Given): void {
  const alone = notForProjects.find((name) => given[name] !== undefined);
  if (alone !== undefined) {
    throw new UsageError(`--${alone} is not for a project of several documents.`);
  }
  if (given.only !== undefined) {
    throw new UsageError("The servers of a project are generated together: leave out --only.");
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function follows(
  configuration: Configuration | undefined,
  server: ConfiguredServer | undefined,
): Host["configuration"] {
  if (!configuration || !server) return undefined;
  const { file, servers } = configuration;
  return servers.length > 1 ? { file, server: server.name } : { file };
}

/** The later of two sources takes precedence, and defaults come last. */
function complete(configured: Given, given: Given): Options {
  return { ...defaultOptions(), ...defined(configured), ...defined(given) };
}

const nothingToDo =
  "There is no document to work on, and no mcp-codegen.config.* in this folder or above it. Name a document, as in mcp-codegen openapi.yaml, or let mcp-codegen init write a configuration.";

function noInput({ file }: Configuration, cwd: string): string {
  return `${path.relative(cwd, file)} names no document: give it an \`input\`, or name a document on the command line.`;
}
