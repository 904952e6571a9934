import type { Host } from "../../read-surface.js";
import type { ConfiguredProject, ConfiguredServer } from "../../config/configuration.js";
import type { SourceText } from "../../load/source.js";
import type { Options } from "../../options/table.js";

/** One document that a command works on. */
export interface Job {
  /** A path, a URL or `-` for stdin. */
  readonly spec: string;
  readonly options: Options;
  readonly host: Host;
  /** The name of the server in the configuration. Absent for a document that the command line names. */
  readonly server?: string;
  /** Absolute path of the configuration that was read, if any. */
  readonly config?: string;
}

/** The documents of a command, and the project of which all of them are parts. */
export interface ProjectJobs {
  readonly facts: ConfiguredProject;
  /** Those of the project as a whole. */
  readonly options: Options;
  readonly documents: readonly { readonly server: ConfiguredServer; readonly job: Job }[];
  /** Absolute path of the configuration. */
  readonly config: string;
  /** The texts of the configuration, for places in it. */
  readonly files: ReadonlyMap<string, SourceText>;
}

/** What a command that writes works on. */
export interface Work {
  readonly jobs: readonly Job[];
  /** The project that all the jobs belong to. */
  readonly project?: ProjectJobs;
}

/** What the command line gives, without defaults. */
export type Given = Partial<Options>;
