/** Names the arguments of an operation in a few tokens, with their types: `labels: string[]`. */
import { isObject, member, unescapeToken, type JsonObject } from "../../protocol/json.js";
import { indexedNames, type AnyOperation } from "../../contract/operation-reference.js";
import { stemOf, wordsOf } from "./words.js";

/** Most arguments that are named, and most characters of those that are optional. */
const maxRequired = 20;
const maxOptional = 6;
const maxOptionalCharacters = 200;
/** Most characters of a type; a longer one is named `object`, or left out. */
const maxType = 80;
/** Most values of an enumeration. */
const maxValues = 8;
/** Most members of an object that are named. */
const maxMembers = 6;
/** How deep objects are written out, and how deep types are looked into at all. */
const maxDepth = 2;
const maxNesting = 4;
/** Most alternatives of a type that are looked at. */
const maxBranches = 6;

/** The arguments of an operation, each as `name`, if it is a text, or `name: type`. */
export interface ArgumentList {
  readonly required: readonly string[];
  /**
   * Those that a question speaks of, then the others; not those that most operations have, if there are too many. Absent for an
   * operation without optional arguments.
   */
  readonly optional?: readonly string[];
}

/**
 * Lists the arguments that a schema describes.
 *
 * @param common arguments of most operations, such as the size of a page
 * @param question its words decide which optional arguments are named
 */
export function argumentList(
  schema: JsonObject,
  common: ReadonlySet<string>,
  question: string,
): ArgumentList {
  const properties = membersOf(schema);
  const required = namesIn(schema["required"]);
  const definitions = member(schema, "$defs");
  const writer = new TypeWriter(isObject(definitions) ? definitions : {});
  const named = (name: string): string => writer.named(name, member(properties, name));
  const asked = new Set(wordsOf(question).map(stemOf));
  const rank = (name: string): number => {
    if (wordsOf(name).some((word) => asked.has(stemOf(word)))) return 0;
    return common.has(name) ? 2 : 1;
  };
  const optional = Object.keys(properties).filter(
    (name) => !required.includes(name) && !isEmpty(member(properties, name)),
  );
  const ranked = optional.map((name) => ({ name, rank: rank(name) }));
  const likely = ranked.sort((a, b) => a.rank - b.rank).slice(0, 2 * maxOptional);
  const shown = shortened(likely.map(({ name }) => named(name)));
  return {
    required: required.slice(0, maxRequired).map(named),
    ...(shown.length > 0 ? { optional: shown } : {}),
  };
}

/** Returns the arguments that a fifth of the operations has, if there are many operations. */
export function commonArguments(operations: Iterable<AnyOperation>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let all = 0;
  for (const operation of operations) {
    all += 1;
    for (const name of indexedNames(operation)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const often = [...counts].filter(([, count]) => count > Math.max(all / 5, 10));
  return new Set(often.map(([name]) => name));
}

function membersOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

/** Whether an argument has nothing to fill in: the empty body that some documents give a `GET`. */
function isEmpty(schema: unknown): boolean {
  if (!isObject(schema) || schema["additionalProperties"] !== false) return false;
  return isObject(schema["properties"]) && Object.keys(schema["properties"]).length === 0;
}

function namesIn(required: unknown): readonly string[] {
  return Array.isArray(required)
    ? required.filter((name): name is string => typeof name === "string")
    : [];
}

function shortened(names: readonly string[]): readonly string[] {
  let left = maxOptionalCharacters;
  return names.slice(0, maxOptional).filter((name) => (left -= name.length) >= 0);
}

/** Writes types as TypeScript does, but a text without a format is written as nothing. */
class TypeWriter {
  readonly #definitions: JsonObject;
  #nesting = 0;

  constructor(definitions: JsonObject) {
    this.#definitions = definitions;
  }

  /** Returns `name` or `name: type`. */
  named(name: string, schema: unknown): string {
    const type = this.#type(schema, 0);
    const short = type.length <= maxType ? type : this.#type(schema, maxDepth);
    return short === "string" || short === "" || short.length > maxType
      ? name
      : `${name}: ${short}`;
  }

  /** Returns the short form of a type; nothing for one that has none. */
  #type(given: unknown, depth: number): string {
    const schema = this.#nesting < maxNesting ? this.#resolved(given) : undefined;
    if (!schema) return "";
    this.#nesting += 1;
    const type = this.#typeOf(schema, depth);
    this.#nesting -= 1;
    return type;
  }

  #typeOf(schema: JsonObject, depth: number): string {
    const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
    if (Array.isArray(values)) return valuesIn(values);
    const branches = branchesOf(schema);
    if (branches) {
      return union(branches.slice(0, maxBranches).map((each) => this.#type(each, depth)));
    }
    const { type, format } = schema;
    if (type === "array") return `${grouped(this.#type(schema["items"], depth + 1) || "any")}[]`;
    if (type === "object" || isObject(schema["properties"])) return this.#object(schema, depth);
    if (type === "string" && formats.has(format)) return format as string;
    return typeof type === "string" ? type : "";
  }

  #object(schema: JsonObject, depth: number): string {
    const members = membersOf(schema);
    const required = namesIn(schema["required"]);
    const names = Object.keys(members);
    if (names.length === 0 || depth >= maxDepth) return "object";
    const ordered = [
      ...required.filter((name) => Object.hasOwn(members, name)),
      ...names.filter((name) => !required.includes(name)),
    ];
    const shown = ordered.slice(0, Math.max(maxMembers, required.length)).map((name) => {
      const type = depth + 1 < maxDepth ? this.#type(members[name], depth + 1) : "";
      const mark = required.includes(name) ? name : `${name}?`;
      return type === "" || type === "string" ? mark : `${mark}: ${type}`;
    });
    const text = `{ ${[...shown, ...(shown.length < ordered.length ? ["…"] : [])].join(", ")} }`;
    return text.length <= maxType ? text : "object";
  }

  /** Follows references to definitions, a few at most: one may refer to itself. */
  #resolved(given: unknown): JsonObject | undefined {
    let schema = given;
    for (let steps = 0; steps < 8 && isObject(schema); steps++) {
      const reference = schema["$ref"];
      if (typeof reference !== "string") return schema;
      schema = member(this.#definitions, unescapeToken(reference.replace("#/$defs/", "")));
    }
    return undefined;
  }
}

/** Formats that say what to write. */
const formats: ReadonlySet<unknown> = new Set(
  "date date-time time email uri uuid ipv4 ipv6".split(" "),
);

/** Returns the alternatives of a type; undefined for a type without alternatives. */
function branchesOf(schema: JsonObject): readonly unknown[] | undefined {
  const { type, anyOf, oneOf } = schema;
  if (Array.isArray(type)) return type.map((each: unknown) => ({ ...schema, type: each }));
  if (isObject(schema["properties"])) return undefined;
  const branches = anyOf ?? oneOf;
  return Array.isArray(branches) ? branches : undefined;
}

function valuesIn(values: readonly unknown[]): string {
  const texts = values
    .filter((value) => value !== null && value !== "")
    .map((value) => String(value));
  const shown = texts.slice(0, maxValues).filter((text) => text.length <= 30);
  if (shown.length === 0) return "";
  const text = shown.length < texts.length ? `${shown.join("|")}|…` : shown.join("|");
  return text.length <= maxType ? text : `${shown.slice(0, 3).join("|")}|…`;
}

function union(types: readonly string[]): string {
  const kinds = [...new Set(types)].filter((type) => type !== "" && type !== "null");
  return kinds.length <= 3 ? kinds.join("|") : "";
}

function grouped(type: string): string {
  return type.includes("|") ? `(${type})` : type;
}
