import { isObject, member, pointerKeys, type JsonObject } from "../protocol/json.js";
import type { Violation } from "./validator.js";

/** More than this many sentences help nobody. */
const maxSentences = 10;
const maxShown = 80;

/**
 * Says what is wrong with a tool's arguments, for a model to correct: each argument by name with what was expected.
 *
 * @param root the schema that was checked, for what its references mean
 */
export function explainViolations(violations: readonly Violation[], root: JsonObject): string {
  const sentences = new Set<string>();
  const choices = new Set(violations.filter(isChoice).map((each) => each.instancePath));
  for (const violation of violations) {
    if (!isSaidByChoice(violation, choices)) sentences.add(sentence(violation, root));
  }
  const shown = [...sentences].slice(0, maxSentences);
  const more = sentences.size - shown.length;
  return shown.join("\n") + (more > 0 ? `\n… and ${more} more.` : "");
}

function isChoice(violation: Violation): boolean {
  return violation.keyword === "anyOf" || violation.keyword === "oneOf";
}

/** What the branches of a choice say about the value itself, the choice says better. */
function isSaidByChoice(violation: Violation, choices: ReadonlySet<string>): boolean {
  if (violation.keyword === "if") return true;
  const aboutKind = ["type", "enum", "const"].includes(violation.keyword);
  return aboutKind && choices.has(violation.instancePath);
}

function sentence(violation: Violation, root: JsonObject): string {
  const { keyword, instancePath, data, parentSchema } = violation;
  const params = violation.params as Record<string, unknown>;
  const name = argumentName(instancePath);
  const given = `, but it is ${show(data)}`;
  const subject = name === "" ? "The arguments" : `\`${name}\``;
  switch (keyword) {
    case "required": {
      const missing = String(params["missingProperty"]);
      const properties = member(asObject(parentSchema), "properties");
      const expected = describe(member(asObject(properties), missing), root);
      return `\`${join(name, missing)}\` is missing: it must be ${expected}.`;
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const extra = String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      const known = Object.keys(asObject(member(asObject(parentSchema), "properties")));
      const takes = known.length === 0 ? "none" : known.map((each) => `\`${each}\``).join(", ");
      return name === ""
        ? `There is no argument \`${cut(extra)}\`; the arguments are: ${takes}.`
        : `${subject} has no member \`${cut(extra)}\`; its members are: ${takes}.`;
    }
    case "depth":
      return `${subject} can't be checked: nested too deeply.`;
    case "type":
    case "enum":
    case "const":
      return `${subject} must be ${describe(parentSchema, root)}${given}.`;
    case "anyOf":
    case "oneOf":
      if (Array.isArray(params["passingSchemas"])) {
        return `${subject} fits several of the forms of which it must have one; say more or less.`;
      }
      return typeof data === "object" && data !== null
        ? `${subject} has none of the forms it may have.`
        : `${subject} must be ${describe(parentSchema, root)}${given}.`;
    case "format":
      return `${subject} must be a valid ${String(params["format"])}${given}.`;
    case "pattern":
      return `${subject} must match the pattern ${cut(String(params["pattern"]), 200)}${given}.`;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `${subject} must be ${bounds.get(keyword)} ${String(params["limit"])}${given}.`;
    case "minLength":
    case "maxLength":
      return `${subject} must have at ${keyword === "minLength" ? "least" : "most"} ${String(params["limit"])} characters${given}.`;
    case "minItems":
    case "maxItems":
      return `${subject} must have at ${keyword === "minItems" ? "least" : "most"} ${String(params["limit"])} items.`;
    case "false schema":
      return `${subject} is not allowed.`;
    default:
      return `${subject} ${violation.message ?? "is not valid"}${name === "" ? "" : given}.`;
  }
}

/** A schema in a few words: `an integer of at least 0`. */
function describe(schema: unknown, root: JsonObject, hops = 0): string {
  if (!isObject(schema)) return "a value";
  const ref = member(schema, "$ref");
  if (typeof ref === "string" && hops < 8) {
    const definitions = asObject(member(root, "$defs"));
    const target = member(definitions, ref.replace(/^#\/\$defs\//, ""));
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

const bounds = new Map([
  ["minimum", "at least"],
  ["exclusiveMinimum", "above"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "below"],
]);

function limits(schema: JsonObject): string {
  const format = member(schema, "format");
  const of = typeof format === "string" ? ` (${cut(format)})` : "";
  const stated = [...bounds]
    .filter(([keyword]) => typeof member(schema, keyword) === "number")
    .map(([keyword, words]) => `${words} ${String(schema[keyword])}`);
  return of + (stated.length === 0 ? "" : ` of ${stated.join(" and ")}`);
}

/** `/filter/0/name` as a person writes it: `filter[0].name`. */
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

/** A value, short. */
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
