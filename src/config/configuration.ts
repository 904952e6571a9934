import type { Place } from "../diagnostics/diagnostic.js";
import type { Options } from "../options/table.js";

/** A configuration that has been read and checked. */
export interface Configuration {
  /** Absolute path. */
  readonly file: string;
  /** At least one. */
  readonly servers: readonly ConfiguredServer[];
  /** Texts of documents that the configuration holds itself, by the URLs under which `input` and `options` name them. */
  readonly documents: ReadonlyMap<string, string>;
}

/** One server of a configuration. Its paths are relative to the working directory. */
export interface ConfiguredServer {
  /** What `--server` takes. */
  readonly name: string;
  readonly place: Place;
  /** A path or a URL. */
  readonly input?: string;
  /** The options that the configuration gives, without defaults. */
  readonly options: Partial<Options>;
}
