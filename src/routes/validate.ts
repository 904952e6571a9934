import { defined } from "../../runtime/protocol/defined.js";
import { compileChecker } from "../../runtime/schema/check/compile.js";
import type { Validate, Violation } from "../../runtime/schema/violation.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import { nearest } from "../diagnostics/nearest.js";
import { quoteList, showValue, spell, withArticle } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";
import { routeMapSchema } from "./route-map-schema.js";

/** A field or value that the schema does not allow. */
export interface Fault {
  /** JSON Pointer (RFC 6901) from the checked value to the invalid part. */
  readonly pointer: string;
  readonly message: string;
  readonly hint?: string;
}

type Part = "routeMap" | "xMcp" | "xSpeakeasyMcp";

/** Steps of one check: a route map may have thousands of rules. */
const maxSteps = 5_000_000;

const validators = new Map<Part, Validate>();

/** Validates a value against {@link routeMapSchema} or its `xMcp` part. Returns the faults. */
export function validate(part: Part, value: unknown): readonly Fault[] {
  const errors = validatorOf(part)(value).filter((error) => error.keyword !== "if");
  const whole = part === "routeMap" ? "The route map" : "it";
  const mixed = new Set(errors.filter(isMixed).map((error) => error.instancePath));
  return errors
    .filter((error) => !(error.keyword === "required" && mixed.has(error.instancePath)))
    .map((error) => toFault(error, whole));
}

/** Converts the faults of a file to diagnostics. */
export function toDiagnostics(
  faults: readonly Fault[],
  root: Place,
  severity: "error" | "warning",
  code: Diagnostic["code"],
): Diagnostic[] {
  return faults.map(({ pointer, message, hint }) => ({
    code,
    severity,
    message,
    place: { file: root.file, pointer: root.pointer + pointer },
    ...defined({ hint }),
  }));
}

function validatorOf(part: Part): Validate {
  const known = validators.get(part);
  if (known) return known;
  const checker = compileChecker(
    part === "routeMap" ? routeMapSchema : { $ref: `#/$defs/${part}`, $defs: routeMapSchema.$defs },
  );
  const validator: Validate = (value) => checker.thorough({ left: maxSteps })(value);
  validators.set(part, validator);
  return validator;
}

const { rule, routeEntry } = routeMapSchema.$defs;

function isMixed(error: Violation): boolean {
  if (error.keyword !== "additionalProperties") return false;
  const field = String(error.params["additionalProperty"]);
  const known = Object.keys((error.parentSchema as { properties: object }).properties);
  return known.includes("pattern") && Object.hasOwn(rule.properties, field);
}

function toFault(error: Violation, whole: string): Fault {
  const { instancePath: pointer, keyword, data } = error;
  const at = pointer === "" ? whole : spell(pointer);
  const schema = error.parentSchema as { type?: unknown; enum?: readonly unknown[] };
  switch (keyword) {
    case "additionalProperties": {
      const field = String(error.params["additionalProperty"]);
      const known = Object.keys((error.parentSchema as { properties: object }).properties);
      const fault = { pointer: `${pointer}/${escapeToken(field)}` };
      if (isMixed(error)) {
        return {
          ...fault,
          message: `${at} mixes the two forms of a rule: \`${field}\` does not go with ${quoteList(fieldsOfEntry(data))}.`,
          hint: "Write `match` with `expose`, `name` …, or `pattern` with `expose_as`, `name_override` ….",
        };
      }
      const suggestion = nearest(field, known);
      return {
        ...fault,
        message: `${at} has no field \`${field}\`.`,
        hint: suggestion
          ? `Did you mean \`${suggestion}\`?`
          : `Allowed fields: ${known.map((name) => `\`${name}\``).join(", ")}.`,
      };
    }
    case "required":
      return {
        pointer,
        message: `${at} lacks \`${String(error.params["missingProperty"])}\`.`,
        ...defined({
          hint:
            error.params["missingProperty"] === "match"
              ? "`match: {}` matches every operation."
              : undefined,
        }),
      };
    case "enum": {
      const allowed = (schema.enum ?? []).map(String);
      const suggestion = typeof data === "string" ? nearest(data, allowed) : undefined;
      return {
        pointer,
        message: `${at} is ${showValue(data)}; it must be one of ${allowed.join(", ")}.`,
        ...defined({ hint: suggestion ? `Did you mean \`${suggestion}\`?` : undefined }),
      };
    }
    case "type":
      return {
        pointer,
        message: `${at} is ${showValue(data)}; it must be ${[schema.type]
          .flat()
          .map((type) => withArticle(String(type)))
          .join(" or ")}.`,
      };
    case "propertyNames":
    case "pattern":
      return {
        pointer,
        message: `${at} is ${showValue(data)}, which is not allowed.`,
        hint: patternHint(pointer),
      };
    default:
      return { pointer, message: `${at} ${error.message ?? "is not allowed"}.` };
  }
}

function patternHint(pointer: string): string {
  if (/\/(timeout|cache)$/.test(pointer)) {
    return "Write `500ms`, `5s`, `2m` or a number of milliseconds.";
  }
  if (pointer.includes("/paginate/")) return "Write a JSON Pointer, such as `/data/items`.";
  if (pointer.endsWith("/rename")) return "Names have 1 to 64 letters, digits, `_`, `.` and `-`.";
  if (pointer.includes("/extension")) return "Names of extensions start with `x-`.";
  return "Names have 1 to 64 letters, digits, `_` and `-`.";
}

function fieldsOfEntry(value: unknown): string[] {
  return Object.keys(value as object).filter(
    (key) => Object.hasOwn(routeEntry.properties, key) && key !== "method",
  );
}
