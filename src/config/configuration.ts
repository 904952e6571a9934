import type { Place } from "../diagnostics/diagnostic.js";
import type { Options } from "../options/table.js";

/** A configuration that has been read and checked. */
export interface Configuration {
  /** Absolute path. */
  readonly file: string;
  /** At least one. */
  readonly servers: readonly ConfiguredServer[];
  /** The project of which the servers are parts. Absent: each has a project or a folder of its own. */
  readonly project?: ConfiguredProject;
  /** Texts of documents that the configuration holds itself, by the URLs under which `input` and `options` name them. */
  readonly documents: ReadonlyMap<string, string>;
}

/** What a project of several documents is called, and where it is written. */
export interface ProjectFacts {
  /** Machine name, `^[a-z][a-z0-9-]*$`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions?: string;
  /** Name of the class that mounts the servers. */
  readonly className: string;
  /** Its folder, relative to the working directory. */
  readonly out: string;
}

export interface ConfiguredProject extends ProjectFacts {
  readonly place: Place;
  /** What the configuration says beside `servers`, without defaults. */
  readonly options: Partial<Options>;
}

/** One server of a configuration. Its paths are relative to the working directory. */
export interface ConfiguredServer {
  /** What `--server` takes. */
  readonly name: string;
  readonly place: Place;
  /** A path or a URL. */
  readonly input?: string;
  /** Goes before the names of its tools in a project of several documents. */
  readonly prefix?: string;
  /** The options that the configuration gives, without defaults. */
  readonly options: Partial<Options>;
}
