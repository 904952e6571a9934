import { lostIntegerWithin } from "../load/written-scalars.js";
import { defined } from "../../runtime/protocol/defined.js";
import type { JsonSchema, Pagination } from "../../runtime/contract/operation.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { below } from "../diagnostics/place.js";
import { milliseconds } from "./duration.js";
import { jmesPathFault } from "./jmespath.js";
import type { ArgumentSettings, Located, RouteSettings } from "./route-map.js";

type Duration = string | number;

/** Settings as written, already checked against the schema. */
export interface WrittenSettings extends Pick<
  RouteSettings,
  | "expose"
  | "name"
  | "title"
  | "description"
  | "annotations"
  | "tags"
  | "scopes"
  | "unknownArguments"
  | "pin"
  | "uri"
  | "select"
  | "limit"
  | "retries"
> {
  readonly timeout?: Duration;
  readonly cache?: Duration;
  readonly args?: { readonly [argument: string]: ArgumentSettings };
  readonly contentType?: string;
  readonly outputSchema?: JsonSchema;
  readonly confirm?:
    boolean | string | { readonly message?: string; readonly otherwise?: "refuse" | "call" };
  readonly paginate?: Pagination;
}

/** Reads the settings of an object and reports faults with one severity and code. */
export class SettingReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #severity: Diagnostic["severity"];
  readonly #code: Diagnostic["code"];

  constructor(severity: Diagnostic["severity"], code: Diagnostic["code"]) {
    this.#severity = severity;
    this.#code = code;
  }

  /** Converts written settings, with durations in milliseconds. Invalid ones are reported and dropped. */
  read(written: WrittenSettings, place: Place): RouteSettings {
    const { timeout, cache, args, contentType, confirm, paginate, select, outputSchema, ...plain } =
      written;
    return {
      ...plain,
      ...defined({
        timeoutMs: timeout === undefined ? undefined : milliseconds(timeout),
        cacheMs: cache === undefined ? undefined : milliseconds(cache),
        args: args && this.#args(args, below(place, "args")),
        contentType:
          contentType === undefined
            ? undefined
            : this.#placed(contentType, below(place, "contentType")),
        confirm: confirm === undefined ? undefined : readConfirm(confirm),
        paginate: paginate && this.#placed(paginate, below(place, "paginate")),
        outputSchema: outputSchema && this.#placed(outputSchema, below(place, "outputSchema")),
        select:
          select !== undefined && this.#isQuery(select, below(place, "select"))
            ? select
            : undefined,
      }),
    };
  }

  #args(
    written: NonNullable<WrittenSettings["args"]>,
    place: Place,
  ): ReadonlyMap<string, Located<ArgumentSettings>> {
    const args = new Map<string, Located<ArgumentSettings>>();
    for (const [key, settings] of Object.entries(written)) {
      const at = below(place, key);
      const fault = conflict(settings);
      if (fault === undefined) args.set(key, this.#placed(settings, at));
      else this.#fault(`${quote(key)}: ${fault}`, at);
    }
    return args;
  }

  #isQuery(select: string, place: Place): boolean {
    const fault = jmesPathFault(select);
    if (fault !== undefined) this.#fault(`\`select\` is no JMESPath: ${fault}.`, place);
    return fault === undefined;
  }

  #placed<T>(value: T, place: Place): Located<T> {
    return { value, place, severity: this.#severity };
  }

  #fault(message: string, place: Place): void {
    const ignored = this.#severity === "error" ? "" : " It is ignored.";
    this.diagnostics.push({
      code: this.#code,
      severity: this.#severity,
      message: `${message}${ignored}`,
      place,
    });
  }
}

/** Returns why the settings of an argument exclude each other, if they do. */
function conflict(settings: ArgumentSettings): string | undefined {
  const said = Object.keys(settings);
  const lost = lostIntegerWithin(settings);
  if (lost !== undefined) {
    return `the integer ${lost.slice(0, 60)} is larger than JavaScript numbers can hold, and would be sent as its neighbour.`;
  }
  if (settings.hide && said.length > 1) return "`hide` does not go with other settings.";
  if (said.includes("fix") && said.length > 1) {
    return "`fix` does not go with other settings, because the argument is not listed.";
  }
  if (said.includes("default") && settings.required) {
    return "`default` does not go with `required`, because the argument is never missing.";
  }
  return undefined;
}

function readConfirm(
  written: NonNullable<WrittenSettings["confirm"]>,
): NonNullable<RouteSettings["confirm"]> {
  if (typeof written === "boolean") return written && {};
  if (typeof written === "string") return { message: written };
  const { message, otherwise } = written;
  return defined({ message, otherwise: otherwise === "call" ? otherwise : undefined });
}

function quote(text: string): string {
  return `\`${text.slice(0, 80)}\``;
}
