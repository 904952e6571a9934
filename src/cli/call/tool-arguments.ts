import { readFileSync } from "node:fs";
import path from "node:path";
import { nearestName } from "../../../runtime/contract/nearest-name.js";
import { isObject, type JsonObject } from "../../../runtime/protocol/json.js";
import { parseJson } from "../../../runtime/protocol/json-rpc.js";
import { explainFileError } from "../../load/read-bytes.js";
import { UsageError } from "../usage-error.js";
import { argumentSchema, argumentsOf, type ToolArguments } from "./argument-schema.js";
import { convertArgument, convertList } from "./convert-argument.js";

/**
 * Makes the arguments of a call from `--json` and `--arg`, which adds to it. Large integers keep their digits.
 *
 * @throws UsageError for text that is no JSON, unknown names, values that can't be converted, and missing arguments
 */
export function toolArguments(
  schema: JsonObject,
  json: string,
  given: readonly string[],
): JsonObject {
  const known = argumentsOf(schema);
  const base = objectOf(json);
  const texts = new Map<string, string[]>();
  for (const text of given) {
    const equals = text.indexOf("=");
    if (equals < 1) throw new UsageError(`--arg ${text.slice(0, 40)}: expected NAME=VALUE.`);
    const name = text.slice(0, equals);
    if (!known.properties.has(name) && !known.isOpen) throw unknown(name, known);
    texts.set(name, [...(texts.get(name) ?? []), text.slice(equals + 1)]);
  }
  const pairs = [...texts].map(([name, values]) => {
    const value = valueOf(name, values, known.properties.get(name), schema);
    return `${JSON.stringify(name)}:${value}`;
  });
  // Of a name that is given twice, the last value counts.
  const open = json.trim().slice(0, -1);
  const comma = Object.keys(base).length > 0 && pairs.length > 0 ? "," : "";
  const args = parseJson(`${open}${comma}${pairs.join()}}`) as JsonObject;
  for (const name of known.required) {
    if (!Object.hasOwn(args, name)) throw missing(name, known, schema);
  }
  return args;
}

/** @throws UsageError for a text that is no JSON object */
function objectOf(json: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError("--json is not valid JSON.");
  }
  if (!isObject(value)) throw new UsageError("--json must be an object: '{\"name\": …}'.");
  return value;
}

function valueOf(
  name: string,
  texts: readonly string[],
  property: unknown,
  schema: JsonObject,
): string {
  const { isFile } = argumentSchema(property, schema);
  try {
    const [first = ""] = texts;
    if (isFile && /^@[^@]/.test(first)) return JSON.stringify(fileOf(first.slice(1)));
    const values = texts.map(contentOf);
    const [only = ""] = values;
    return values.length === 1
      ? convertArgument(only, property, schema)
      : convertList(values, property, schema);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`The argument ${name} ${error.message}.`);
  }
}

/** Takes a value from a file if it begins with `@`. */
function contentOf(text: string): string {
  if (!text.startsWith("@")) return text;
  return text.startsWith("@@") ? text.slice(1) : bytesOf(text.slice(1)).toString("utf8");
}

/** @see runtime/contract/file-input.ts */
function fileOf(file: string): object {
  return { data: bytesOf(file).toString("base64"), name: path.basename(file) };
}

/** @throws RangeError for a file that can't be read */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new RangeError(`can't be read: ${file} ${explainFileError(error)}`);
  }
}

function unknown(name: string, { properties }: ToolArguments): UsageError {
  const allowed = name.length < 3 ? 0 : Math.max(2, Math.floor(name.length / 3));
  const near = nearestName(name, properties.keys(), allowed);
  const hint =
    near === undefined
      ? `It has ${[...properties.keys()].slice(0, 20).join(", ")}.`
      : `Did you mean ${near}?`;
  return new UsageError(`The tool has no argument ${name}. ${hint}`);
}

function missing(name: string, { properties }: ToolArguments, schema: JsonObject): UsageError {
  const { description } = argumentSchema(properties.get(name), schema);
  const what = description === undefined ? "" : ` (${description.split("\n", 1)[0]})`;
  return new UsageError(`The argument ${name} is missing: --arg ${name}=…${what}`);
}
