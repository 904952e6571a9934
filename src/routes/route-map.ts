import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type {
  Confirmation,
  JsonSchema,
  Pagination,
  ToolAnnotations,
} from "../../runtime/contract/operation.js";

/** A route map as it is used: checked, with patterns compiled and durations in milliseconds. */
export interface RouteMap {
  /** Base name of its file, for messages: `routes.yaml`. */
  readonly label: string;
  /** In the order of the file. The first that matches an operation decides. */
  readonly rules: readonly Rule[];
  readonly defaults: Defaults;
}

export interface Rule {
  /** 1 for the first. */
  readonly number: number;
  readonly place: Place;
  /** Where the rule says `expose`, `name` and `uri`; the rule itself for what it doesn't say. */
  readonly places: { readonly expose: Place; readonly name: Place; readonly uri: Place };
  readonly match: Match;
  readonly settings: RouteSettings;
}

export type Expose = "tool" | "resource" | "template" | "exclude";

/** What can be said of an operation, in a rule as in `x-mcp`. Absent: not said. */
export interface RouteSettings {
  readonly expose?: Expose;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
  /** The tool is listed even where the others are only found by searching. */
  readonly pin?: boolean;
  /** For resources: a URI or URI template of the user's own. */
  readonly uri?: string;
  /** By the argument's name, or by where it is sent: `query:limit`. */
  readonly args?: ReadonlyMap<string, Located<ArgumentSettings>>;
  /** Of the body's media types, the one to send. */
  readonly contentType?: Located<string>;
  /** JMESPath, already compiled once. */
  readonly select?: string;
  /** Of what clients get: listed instead of what the document says. */
  readonly outputSchema?: Located<JsonSchema>;
  readonly limit?: number;
  /** False: it is not asked, whatever else says so. */
  readonly confirm?: false | Confirmation;
  readonly retries?: number;
  readonly cacheMs?: number;
  /** Its `arg` is written like the keys of `args`. */
  readonly paginate?: Located<Pagination>;
}

/** What can be said of one argument. `fix` and `default` are there even when their value is null. */
export interface ArgumentSettings {
  readonly hide?: true;
  readonly fix?: unknown;
  readonly default?: unknown;
  readonly rename?: string;
  readonly description?: string;
  readonly required?: true;
}

/** Something whose fault, found later, is reported where it was said. */
export interface Located<T> {
  readonly value: T;
  readonly place: Place;
  /** What a fault of it is: the user's own words must be obeyed, those of a document are left out. */
  readonly severity: Diagnostic["severity"];
}

/** What holds where neither a rule nor `x-mcp` says anything. */
export interface Defaults extends Pick<
  RouteSettings,
  "annotations" | "tags" | "timeoutMs" | "args" | "limit" | "retries" | "cacheMs"
> {
  readonly expose: "tool" | "exclude";
  /** For deprecated operations, before `expose`. */
  readonly deprecated?: "tool" | "exclude";
}

/** Conditions of a rule; all that are present must hold. */
export interface Match {
  /** Globs as written: one of them must be the whole path template. */
  readonly path?: readonly PathGlob[];
  /** Searched for anywhere in the path template. */
  readonly pathRegex?: RegExp;
  /** Upper case. */
  readonly method?: readonly string[];
  /** One of them must be the whole operationId. */
  readonly operationId?: readonly RegExp[];
  /** The operation has one of them. */
  readonly tag?: readonly string[];
  readonly deprecated?: boolean;
  /** Each must be there with that value; `undefined`: with any value but `false`. */
  readonly extension?: readonly (readonly [name: string, value: unknown])[];
}

export interface PathGlob {
  readonly glob: string;
  readonly regex: RegExp;
}
