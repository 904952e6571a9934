import type { JsonObject } from "../../../runtime/protocol/json.js";
import { argumentSchema, type ArgumentSchema, type JsonType } from "./argument-schema.js";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts the text of an argument to JSON text, as its schema says. JSON text keeps the digits of large integers.
 *
 * @param root the tool's input schema, in which references are resolved
 * @throws RangeError that says what the value must be
 */
export function convertArgument(text: string, schema: unknown, root: JsonObject): string {
  const read = argumentSchema(schema, root);
  const { types, values, isClosed } = read;
  if (values.includes(text)) return JSON.stringify(text);
  if (isClosed) {
    const listed = values.find((value) => JSON.stringify(value) === text);
    if (listed === undefined) throw new RangeError(`must be ${wanted(read)}`);
    return text;
  }
  if (types.size === 0) return jsonOf(text) ?? JSON.stringify(text);
  if (isWritten(text, types)) return text;
  if (types.has("string")) return JSON.stringify(text);
  if (types.has("array") && !opens(text, "[")) {
    return `[${convertArgument(text, read.items, root)}]`;
  }
  throw new RangeError(`must be ${wanted(read)}`);
}

/** Whether a text is the JSON of a value of one of these types other than a string. */
function isWritten(text: string, types: ReadonlySet<JsonType>): boolean {
  if (text === "null") return types.has("null");
  if (text === "true" || text === "false") return types.has("boolean");
  if (number.test(text)) return types.has("number") || types.has("integer");
  const opened = opens(text, "{") ? "object" : opens(text, "[") ? "array" : undefined;
  return opened !== undefined && types.has(opened) && jsonOf(text) !== undefined;
}

/** Converts several values of one argument, which must be a list. @throws RangeError if it is none */
export function convertList(texts: readonly string[], schema: unknown, root: JsonObject): string {
  const { types, items } = argumentSchema(schema, root);
  if (types.size > 0 && !types.has("array")) throw new RangeError("is given more than once");
  return `[${texts.map((text) => convertArgument(text, items, root)).join(",")}]`;
}

/** Describes the values of an argument: `a number`, `"a" or "b"`. */
export function wanted({ types, values }: ArgumentSchema): string {
  const listed = values.slice(0, 20).map((value) => JSON.stringify(value));
  const names = listed.length > 0 ? listed : [...types].map((type) => inEnglish[type]);
  if (names.length === 0) return "any value";
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const inEnglish: Readonly<Record<JsonType, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list in JSON",
  object: "an object in JSON",
};

function opens(text: string, bracket: string): boolean {
  return text.trimStart().startsWith(bracket);
}

function jsonOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}
