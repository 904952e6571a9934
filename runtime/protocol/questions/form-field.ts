/** Checks form fields and their values. Forms are simple enough to do without a JSON Schema library. */
import { isObject, member, type JsonObject } from "../json.js";

/** A kind of field: its allowed keywords and the check of its values. */
interface FieldKind {
  readonly keywords: readonly string[];
  /** Returns the fault of a value, such as "must be a number"; undefined if it is valid. */
  problem(field: JsonObject, value: unknown): string | undefined;
}

const common = ["type", "title", "description", "default"];
const anyNumber = { keywords: [...common, "minimum", "maximum"], problem: numberProblem };

const fieldKinds = {
  choice: { keywords: [...common, "enum", "enumNames", "oneOf"], problem: choiceProblem },
  text: { keywords: [...common, "minLength", "maxLength", "format"], problem: textProblem },
  number: anyNumber,
  boolean: { keywords: common, problem: booleanProblem },
  choices: { keywords: [...common, "minItems", "maxItems", "items"], problem: choicesProblem },
} satisfies Record<string, FieldKind>;

/**
 * Returns the fault of a form field, such as "must be an object"; undefined if clients can show it.
 *
 * @see MCP 2026-07-28, Elicitation, Requested Schema
 */
export function fieldProblem(field: unknown): string | undefined {
  if (!isObject(field)) return "must be an object";
  const kind = kindOf(field);
  if (!kind)
    return `has the type ${JSON.stringify(member(field, "type"))}, which forms don't support`;
  const unknown = Object.keys(field).find((name) => !kind.keywords.includes(name));
  if (unknown !== undefined) return `has \`${unknown}\`, which forms don't support`;
  if (kind === fieldKinds.choice && !choicesOf(field)) {
    return "must list its values: strings in `enum`, or `oneOf` with `const` and `title`";
  }
  if (kind === fieldKinds.choices && !(isObject(field["items"]) && choicesOf(field["items"]))) {
    return "must list its values: strings in `items.enum`, or `items.anyOf` with `const` and `title`";
  }
  const format = member(field, "format");
  if (format !== undefined && !isFormat(format)) {
    return `has the format ${JSON.stringify(format)}; allowed are ${Object.keys(textFormats).join(", ")}`;
  }
  if (member(field, "default") === undefined) return undefined;
  const wrong = valueProblem(field, field["default"]);
  return wrong && `has a default that ${wrong}`;
}

/** Returns the fault of the value of a valid field; undefined if the value is valid. */
export function valueProblem(field: JsonObject, value: unknown): string | undefined {
  return kindOf(field)?.problem(field, value);
}

/** Returns the kind of a field by its type; undefined if forms have none of this type. */
export function kindOf(field: JsonObject): FieldKind | undefined {
  switch (member(field, "type")) {
    case "string":
      return Object.hasOwn(field, "enum") || Object.hasOwn(field, "oneOf")
        ? fieldKinds.choice
        : fieldKinds.text;
    case "number":
    case "integer":
      return fieldKinds.number;
    case "boolean":
      return fieldKinds.boolean;
    case "array":
      return fieldKinds.choices;
    default:
      return undefined;
  }
}

/** Returns the values of a choice; undefined if the list is malformed. */
function choicesOf(field: JsonObject): readonly string[] | undefined {
  const titled = member(field, "oneOf") ?? member(field, "anyOf");
  const values = Array.isArray(titled)
    ? titled.map((each) =>
        isObject(each) && typeof each["title"] === "string" ? each["const"] : 0,
      )
    : member(field, "enum");
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every((each) => typeof each === "string") ? values : undefined;
}

function choiceProblem(field: JsonObject, value: unknown): string | undefined {
  const choices = choicesOf(field) ?? [];
  return choices.includes(value as string) ? undefined : `must be one of ${list(choices)}`;
}

function choicesProblem(field: JsonObject, value: unknown): string | undefined {
  const choices = choicesOf(field["items"] as JsonObject) ?? [];
  if (!Array.isArray(value) || !value.every((each) => choices.includes(each as string))) {
    return `must be an array of ${list(choices)}`;
  }
  const { minItems, maxItems } = field;
  return rangeProblem(value.length, minItems, maxItems, "have", " values");
}

function booleanProblem(_field: JsonObject, value: unknown): string | undefined {
  return typeof value === "boolean" ? undefined : "must be true or false";
}

function numberProblem(field: JsonObject, value: unknown): string | undefined {
  const integer = field["type"] === "integer";
  if (integer ? !Number.isInteger(value) : !Number.isFinite(value)) {
    return integer ? "must be an integer" : "must be a number";
  }
  return rangeProblem(value as number, field["minimum"], field["maximum"], "be", "");
}

function textProblem(field: JsonObject, value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string";
  const format = member(field, "format") as keyof typeof textFormats | undefined;
  if (format !== undefined && !textFormats[format](value)) return `must be in the format ${format}`;
  const { minLength, maxLength } = field;
  if (minLength === undefined && maxLength === undefined) return undefined;
  // JSON Schema measures length in code points.
  return rangeProblem(Array.from(value).length, minLength, maxLength, "have", " characters");
}

function rangeProblem(
  value: number,
  least: unknown,
  most: unknown,
  verb: string,
  unit: string,
): string | undefined {
  if (typeof least === "number" && value < least) return `must ${verb} at least ${least}${unit}`;
  if (typeof most === "number" && value > most) return `must ${verb} at most ${most}${unit}`;
  return undefined;
}

const textFormats = {
  // Before the `@` a quoted text may hold spaces and other `@`. RFC 5321 section 4.1.2.
  email: (value: string) => /^(?:"(?:[^"\\\p{Cc}]|\\[ -~])*"|[^\s@"]+)@[^\s@]+$/u.test(value),
  uri: (value: string) => /^[a-z][a-z0-9+.-]*:\S*$/i.test(value) && URL.canParse(value),
  date: isCalendarDate,
  "date-time": (value: string) => {
    const [date, time] = [value.slice(0, 10), value.slice(10)];
    const hours = "([01]\\d|2[0-3]):[0-5]\\d";
    return (
      isCalendarDate(date) &&
      new RegExp(`^[Tt]${hours}:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]${hours})$`).test(time)
    );
  },
};

export function isFormat(value: unknown): boolean {
  return typeof value === "string" && Object.hasOwn(textFormats, value);
}

/** Whether the date exists; 2026-02-30 does not. */
function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function list(choices: readonly string[]): string {
  return choices.map((each) => JSON.stringify(each)).join(", ");
}
