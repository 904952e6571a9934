import { isObject, member, pointerKeys, valueAt, type JsonObject } from "../protocol/json.js";
import { nearestName } from "../contract/nearest-name.js";
import type { Violation } from "./violation.js";

/** Most sentences of an explanation; more would not help a model. */
const maxSentences = 10;
const maxShown = 80;

/** A violation, with what the sentences about it need. */
interface Finding {
  readonly violation: Violation;
  readonly params: Readonly<Record<string, unknown>>;
  /** Path of the argument, `filter[0].name`; empty for the arguments as a whole. */
  readonly name: string;
  /** Subject of the sentence. */
  readonly subject: string;
  /** End of the sentence: the value that was given. */
  readonly given: string;
  /** The schema that was checked; references point into its `$defs`. */
  readonly root: JsonObject;
}

/** Writes a sentence about a violation of a keyword. */
type Writer = (finding: Finding) => string;

const bounds = new Map([
  ["minimum", "at least"],
  ["exclusiveMinimum", "above"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "below"],
]);
/** Draft-04 has `exclusiveMinimum: true` beside `minimum`. */
const draft04Bounds = new Map([
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
]);

/** In draft-04 `exclusiveMinimum: true` changes the meaning of `minimum`, so only the comparison tells. */
const comparisons = new Map<unknown, string>([
  [">=", "at least"],
  [">", "above"],
  ["<=", "at most"],
  ["<", "below"],
]);

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["required", missingArgument],
  ["additionalProperties", unknownArgument],
  ["unevaluatedProperties", unknownArgument],
  ["propertyNames", wrongName],
  ["depth", ({ subject }) => `${subject} can't be checked: nested too deeply.`],
  [
    "budget",
    ({ subject }) =>
      `${subject} can't be checked, because that takes too much work. Send less at once: shorter lists, fewer conditions, less nesting.`,
  ],
  [
    "schema",
    ({ subject }) =>
      `${subject} must match the schema; where they don't takes too much work to tell.`,
  ],
  ["type", wrongValue],
  ["enum", wrongValue],
  ["const", wrongValue],
  ["anyOf", wrongAlternative],
  ["oneOf", wrongAlternative],
  ["pattern", mustBe(({ pattern }) => `match the pattern ${cut(String(pattern), 200)}`)],
  ...[...bounds.keys()].map((keyword): [string, Writer] => [
    keyword,
    mustBe(({ limit, comparison }) => `be ${comparisons.get(comparison)} ${String(limit)}`),
  ]),
  ["minLength", mustBe(({ limit }) => `have at least ${String(limit)} characters`)],
  ["maxLength", mustBe(({ limit }) => `have at most ${String(limit)} characters`)],
  ["minItems", ({ subject, params }) => `${subject} must have at least ${limitOf(params)} items.`],
  ["maxItems", ({ subject, params }) => `${subject} must have at most ${limitOf(params)} items.`],
  ["false schema", ({ subject }) => `${subject} is not allowed.`],
]);

/**
 * Explains to a model what is wrong with a tool's arguments: each argument by name, with what was expected.
 *
 * @param root the schema that was checked
 */
export function explainViolations(violations: readonly Violation[], root: JsonObject): string {
  const sentences = new Set<string>();
  const choices = new Set(violations.filter(isChoice).map((each) => each.instancePath));
  for (const violation of violations) {
    if (!isCoveredByChoice(violation, choices)) sentences.add(sentence(violation, root));
  }
  const shown = [...sentences].slice(0, maxSentences);
  const more = sentences.size - shown.length;
  return shown.join("\n") + (more > 0 ? `\n… and ${more} more.` : "");
}

function isChoice(violation: Violation): boolean {
  return violation.keyword === "anyOf" || violation.keyword === "oneOf";
}

/** Whether the sentence about an `anyOf` or `oneOf` explains an alternative's violation better. */
function isCoveredByChoice(violation: Violation, choices: ReadonlySet<string>): boolean {
  if (violation.keyword === "if") return true;
  // The sentence about `propertyNames` names the member.
  if (violation.keyword === "not" && violation.propertyName !== undefined) return true;
  const isOfValue = ["type", "enum", "const"].includes(violation.keyword);
  return isOfValue && choices.has(violation.instancePath);
}

function sentence(violation: Violation, root: JsonObject): string {
  const name = argumentName(violation.instancePath);
  const subject = name === "" ? "The arguments" : `\`${name}\``;
  const given = `, but it is ${show(violation.data)}`;
  const params = violation.params as Record<string, unknown>;
  const write = writers.get(violation.keyword) ?? otherViolation;
  return write({ violation, params, name, subject, given, root });
}

function mustBe(expected: (params: Finding["params"]) => string): Writer {
  return ({ subject, params, given }) => `${subject} must ${expected(params)}${given}.`;
}

function missingArgument({ violation, params, name, root }: Finding): string {
  const missing = String(params["missingProperty"]);
  const properties = member(asObject(violation.parentSchema), "properties");
  const expected = describe(member(asObject(properties), missing), root);
  return `\`${join(name, missing)}\` is missing: it must be ${expected}.`;
}

function unknownArgument({ violation, params, name, subject }: Finding): string {
  const { additionalProperty, unevaluatedProperty, propertyName } = params;
  const extra = String(additionalProperty ?? unevaluatedProperty ?? propertyName);
  const known = Object.keys(asObject(member(asObject(violation.parentSchema), "properties")));
  const names = known.length === 0 ? "none" : known.map((each) => `\`${each}\``).join(", ");
  const nearest = nearestName(extra.slice(0, 64), known, Math.min(3, Math.floor(extra.length / 2)));
  const meant = nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`;
  return name === ""
    ? `There is no argument \`${cut(extra)}\`; the arguments are: ${names}.${meant}`
    : `${subject} has no member \`${cut(extra)}\`; its members are: ${names}.${meant}`;
}

/** A list of forbidden names is how an open object refuses some members. */
function wrongName(finding: Finding): string {
  const names = member(asObject(finding.violation.parentSchema), "propertyNames");
  return isObject(member(asObject(names), "not"))
    ? unknownArgument(finding)
    : otherViolation(finding);
}

function wrongValue({ violation, subject, given, root }: Finding): string {
  return `${subject} must be ${describe(violation.parentSchema, root)}${given}.`;
}

function wrongAlternative(finding: Finding): string {
  const { violation, params, subject } = finding;
  if (Array.isArray(params["passingSchemas"])) {
    return `${subject} matches more than one \`${violation.keyword}\` alternative; add or remove properties so that it matches exactly one.`;
  }
  // Without a nearest alternative, the type says nothing about an object among objects.
  const own = articles.get(Array.isArray(violation.data) ? "array" : typeof violation.data) ?? "";
  const isSameType = describe(violation.parentSchema, finding.root).includes(own);
  return typeof violation.data === "object" && violation.data !== null && isSameType
    ? `${subject} matches none of the \`${violation.keyword}\` alternatives.`
    : wrongValue(finding);
}

function otherViolation({ violation, name, subject, given }: Finding): string {
  const message = cut(violation.message ?? "is not valid", 500);
  return `${subject} ${message}${name === "" ? "" : given}.`;
}

function limitOf(params: Finding["params"]): string {
  return String(params["limit"]);
}

/** Describes a schema in a few words: `an integer of at least 0`. */
function describe(schema: unknown, root: JsonObject, hops = 0): string {
  if (!isObject(schema)) return "a value";
  const ref = member(schema, "$ref");
  if (typeof ref === "string" && hops < 8) {
    const target = ref.startsWith("#/") ? valueAt(root, pointerKeys(ref)) : undefined;
    if (target !== undefined) return describe(target, root, hops + 1);
  }
  const allowed = member(schema, "enum");
  if (Array.isArray(allowed)) {
    const values = allowed.slice(0, 30).map((each) => show(each));
    return `one of ${values.join(", ")}${allowed.length > 30 ? " …" : ""}`;
  }
  if (Object.hasOwn(schema, "const")) return show(schema["const"]);
  const choices = member(schema, "anyOf") ?? member(schema, "oneOf");
  if (Array.isArray(choices) && hops < 8) {
    return orList(choices.slice(0, 10).map((each) => describe(each, root, hops + 1)));
  }
  const type = member(schema, "type");
  const types = (Array.isArray(type) ? type : [type]).map((each) => articles.get(each as string));
  const words = orList(types.filter((each) => each !== undefined)) || "a value";
  return words + limits(schema);
}

const articles = new Map([
  ["string", "a string"],
  ["integer", "an integer"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
]);

function limits(schema: JsonObject): string {
  const format = member(schema, "format");
  const of = typeof format === "string" ? ` (${cut(format)})` : "";
  const stated = [...bounds]
    .filter(([keyword]) => typeof member(schema, keyword) === "number")
    .map(([keyword, words]) => {
      const exclusive = draft04Bounds.get(keyword) ?? keyword;
      const stricter = member(schema, exclusive) === true ? bounds.get(exclusive) : words;
      return `${stricter} ${String(schema[keyword])}`;
    });
  return of + (stated.length === 0 ? "" : ` of ${stated.join(" and ")}`);
}

/** Writes a JSON Pointer as JavaScript does: `filter[0].name` for `/filter/0/name`. */
function argumentName(pointer: string): string {
  let name = "";
  for (const key of pointerKeys(pointer)) {
    name = /^\d+$/.test(key) && name !== "" ? `${name}[${key}]` : join(name, key);
  }
  return cut(name, 200);
}

function join(parent: string, key: string): string {
  return parent === "" ? key : `${parent}.${key}`;
}

function orList(words: readonly string[]): string {
  const unique = [...new Set(words)];
  const last = unique.pop() ?? "";
  return unique.length === 0 ? last : `${unique.join(", ")} or ${last}`;
}

/** Shows a value in short. */
function show(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isObject(value)) return "an object";
  return cut(JSON.stringify(value) ?? "undefined");
}

function cut(text: string, length = maxShown): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
