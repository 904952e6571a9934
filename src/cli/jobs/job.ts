import type { Host } from "../../read-surface.js";
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

/** What the command line gives, without defaults. */
export type Given = Partial<Options>;
