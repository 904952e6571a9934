/** Route maps as their authors write them, in a file or as a value. */
import type { Defaults, RouteSettings } from "./route-map.js";
import type { WrittenSettings } from "./settings.js";

/** Conditions of a rule. All that are present must hold; of a list, one. */
export interface RouteMatch {
  /** Globs of the path template: `/pets/**`. */
  readonly path?: string | readonly string[];
  /** A regular expression of ECMAScript that matches somewhere in the path template. */
  readonly pathRegex?: string;
  /** The HTTP method, or several of them. */
  readonly method?: string | readonly string[];
  /** Globs of the `operationId`. */
  readonly operationId?: string | readonly string[];
  /** A tag of the operation, or several of which it has one. */
  readonly tag?: string | readonly string[];
  /** Whether the document marks the operation as deprecated. */
  readonly deprecated?: boolean;
  /** The name of an extension such as `x-internal`, or names with the values that they must have. */
  readonly extension?: string | { readonly [name: string]: unknown };
}

/** A rule of a route map: which operations it concerns, and what becomes of them. */
export interface RouteRule extends WrittenSettings {
  /** Which operations the rule is for. */
  readonly match: RouteMatch;
}

/** A rule in its short form: one pattern, and three settings. */
export interface RouteEntry {
  /** A regular expression of ECMAScript that matches somewhere in the path template. */
  readonly pattern: string;
  /** One method; absent or null: all. */
  readonly method?: string | null;
  /** Default: `tool`. */
  readonly expose_as?: RouteSettings["expose"];
  /** The name of the tool or resource. */
  readonly name_override?: string | null;
  /** Its description for models. */
  readonly description_override?: string | null;
}

/** Settings of operations for which no rule has one. */
export type RouteDefaults = Pick<Partial<Defaults>, "expose" | "deprecated"> &
  Pick<
    WrittenSettings,
    | "annotations"
    | "tags"
    | "timeout"
    | "args"
    | "scopes"
    | "unknownArguments"
    | "limit"
    | "retries"
    | "cache"
  >;

/** A route map: its rules, of which the first that matches an operation decides, or the rules with defaults. */
export type WrittenRouteMap =
  | readonly (RouteRule | RouteEntry)[]
  | {
      readonly $schema?: string;
      readonly routes?: readonly (RouteRule | RouteEntry)[];
      readonly defaults?: RouteDefaults;
      readonly auth?: string;
      readonly env?: { readonly [name: string]: string };
    };
