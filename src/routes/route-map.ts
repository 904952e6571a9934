import type { AddedScheme } from "../options/auth-option.js";
import type { NamedVariable } from "../options/env-option.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type {
  Confirmation,
  JsonSchema,
  Pagination,
  ToolAnnotations,
} from "../../runtime/contract/operation.js";

/** A validated route map, with compiled patterns and durations in milliseconds. */
export interface RouteMap {
  /** Base name of the file for messages, such as `routes.yaml`. */
  readonly label: string;
  /** Rules in the order of the file. The first one that matches an operation decides. */
  readonly rules: readonly Rule[];
  readonly defaults: Defaults;
  /** Authenticates operations whose security the document does not state. */
  readonly auth?: AddedScheme;
  /** Environment variables that the user names for values of the API. */
  readonly env?: readonly (NamedVariable & { readonly place: Place })[];
}

export interface Rule {
  /** Number of the rule, starting at 1. */
  readonly number: number;
  readonly place: Place;
  /** Places of the rule's `expose`, `name` and `uri`, or of the rule itself for absent settings. */
  readonly places: { readonly expose: Place; readonly name: Place; readonly uri: Place };
  readonly match: Match;
  readonly settings: RouteSettings;
}

export type Expose = "tool" | "resource" | "template" | "exclude";

/** `send`: as members of the body, if its schema does not forbid them. */
export type UnknownArguments = "refuse" | "send";

/** The settings of an operation, in a rule or in `x-mcp`. */
export interface RouteSettings {
  readonly expose?: Expose;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  readonly tags?: readonly string[];
  readonly timeoutMs?: number;
  /** List the tool even if the others can only be found by searching. */
  readonly pin?: boolean;
  /** The resource's URI or URI template. */
  readonly uri?: string;
  /** Settings by argument name or by place in the request, such as `query:limit`. */
  readonly args?: ReadonlyMap<string, Located<ArgumentSettings>>;
  /** Scopes that callers' tokens need. */
  readonly scopes?: readonly string[];
  /** What to do with arguments that the document does not describe. */
  readonly unknownArguments?: UnknownArguments;
  /** The media type in which the body is sent. */
  readonly contentType?: Located<string>;
  /** A valid JMESPath expression. */
  readonly select?: string;
  /** Output schema to list instead of the document's. */
  readonly outputSchema?: Located<JsonSchema>;
  readonly limit?: number;
  /** False: never ask, even if a weaker source says so. */
  readonly confirm?: false | Confirmation;
  readonly retries?: number;
  readonly cacheMs?: number;
  /** `arg` has the form of the keys of `args`. */
  readonly paginate?: Located<Pagination>;
}

/** The settings of an argument. `fix` and `default` are present even if their value is null. */
export interface ArgumentSettings {
  readonly hide?: true;
  readonly fix?: unknown;
  readonly default?: unknown;
  readonly rename?: string;
  readonly description?: string;
  readonly required?: true;
  /** Delimiters in the value are not percent-encoded. */
  readonly allowDelimiters?: true;
}

/** A setting with its place, for faults that are found later. */
export interface Located<T> {
  readonly value: T;
  readonly place: Place;
  /** Severity of a fault: settings of the user must be obeyed, those of a document may be dropped. */
  readonly severity: Diagnostic["severity"];
}

/** Settings of operations for which neither a rule nor `x-mcp` has one. */
export interface Defaults extends Pick<
  RouteSettings,
  | "annotations"
  | "tags"
  | "timeoutMs"
  | "args"
  | "scopes"
  | "unknownArguments"
  | "limit"
  | "retries"
  | "cacheMs"
> {
  readonly expose: "tool" | "exclude";
  /** Takes precedence over `expose` for deprecated operations. */
  readonly deprecated?: "tool" | "exclude";
}

/** Conditions of a rule. All present conditions must hold. */
export interface Match {
  /** One of the globs must match the whole path template. */
  readonly path?: readonly PathGlob[];
  /** Must match somewhere in the path template. */
  readonly pathRegex?: RegExp;
  /** In upper case. */
  readonly method?: readonly string[];
  /** One of them must match the whole operationId. */
  readonly operationId?: readonly RegExp[];
  /** The operation must have one of these tags. */
  readonly tag?: readonly string[];
  readonly deprecated?: boolean;
  /** Each must be present with the given value; `undefined` means any value but `false`. */
  readonly extension?: readonly (readonly [name: string, value: unknown])[];
}

export interface PathGlob {
  readonly glob: string;
  readonly regex: RegExp;
}
