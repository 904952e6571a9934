/** Schemas of Standard Schema libraries: their JSON Schema and their checks. */
import { isObject, member, type JsonObject } from "../protocol/json.js";
import type { SchemaSource, StandardIssue, StandardSchema } from "./schema-source.js";

/** The value after transforms and defaults, or its issues in sentences for a model. */
export type Checked = { readonly value: unknown } | { readonly issues: string };

/** Checks a value with the library that made the schema. */
export type SchemaCheck = (value: unknown) => Checked | Promise<Checked>;

/** A schema as clients see it, with its own check of values. */
export interface ReadSchema {
  readonly schema: JsonObject;
  /** Absent for JSON Schema, which `compileSchema` checks. */
  readonly validate?: SchemaCheck;
}

const target = "draft-2020-12";
const dialect = "https://json-schema.org/draft/2020-12/schema";
/** Most issues that are explained to a model. */
const maxSentences = 10;
const maxSentence = 300;

/**
 * Reads a schema that a server's author wrote. JSON Schema is returned as it is, the same object.
 *
 * @param direction the side of the library's transforms that clients see
 * @param tool name of the tool, for messages
 * @throws TypeError if the library can't write JSON Schema 2020-12, or the input is not an object
 * @see MCP 2026-07-28, Tools, Data Types
 */
export function readSchema(
  source: SchemaSource,
  direction: "input" | "output",
  tool?: string,
): ReadSchema {
  // The message is made only on failure, because a server may have a thousand tools.
  if (isStandard(source)) return readStandard(source, direction, subjectOf(direction, tool));
  if (!isObject(source))
    throw new TypeError(`${subjectOf(direction, tool)} is not a JSON Schema object.`);
  if (direction === "input" && source["type"] !== "object") {
    throw new TypeError(`${subjectOf(direction, tool)} needs "type": "object" at its root.`);
  }
  return { schema: source };
}

function subjectOf(direction: "input" | "output", tool: string | undefined): string {
  return `The ${direction} schema${tool === undefined ? "" : ` of the tool ${tool}`}`;
}

function readStandard(
  source: StandardSchema,
  direction: "input" | "output",
  subject: string,
): ReadSchema {
  const written = write(source, direction, subject);
  const schema = direction === "input" ? withObjectRoot(written, subject) : written;
  return { schema, validate: (value) => check(source, value) };
}

/** Not only objects: ArkType's schemas are functions. */
function isStandard(source: SchemaSource): source is StandardSchema {
  const facts = (source as JsonObject | null)?.["~standard"];
  return isObject(facts) && typeof facts["validate"] === "function";
}

function write(source: StandardSchema, direction: "input" | "output", subject: string): JsonObject {
  const { vendor, jsonSchema } = source["~standard"];
  if (!jsonSchema) {
    throw new TypeError(`${subject} can't be written as JSON Schema: ${adviceFor(vendor)}.`);
  }
  let written: JsonObject;
  try {
    written = jsonSchema[direction]({ target });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${subject} can't be written as JSON Schema: ${reason}`, { cause: error });
  }
  // MCP reads a schema without `$schema` as 2020-12.
  const { $schema = dialect, ...schema } = written;
  if ($schema !== dialect) {
    throw new TypeError(`${subject} is written by ${vendor} as ${String($schema)}, not 2020-12.`);
  }
  return schema;
}

function adviceFor(vendor: string): string {
  switch (vendor) {
    case "valibot":
      return "wrap it with `toStandardJsonSchema` of @valibot/to-json-schema";
    case "zod":
      return "use zod 4.2 or newer, and not zod/mini";
    default:
      return `use a version of ${vendor} that has \`~standard.jsonSchema\`, or give JSON Schema`;
  }
}

/** Adds `type: object` to unions and references. */
function withObjectRoot(schema: JsonObject, subject: string): JsonObject {
  const type = member(schema, "type");
  if (type === "object") return schema;
  if (type === undefined || (Array.isArray(type) && type.includes("object"))) {
    return { ...schema, type: "object" };
  }
  throw new TypeError(`${subject} must describe an object, not: ${JSON.stringify(type)}.`);
}

function check(source: StandardSchema, value: unknown): Checked | Promise<Checked> {
  try {
    const result = source["~standard"].validate(value);
    return result instanceof Promise ? result.then(read, tooDeepOrThrow) : read(result);
  } catch (error) {
    return tooDeepOrThrow(error);
  }
}

function read(result: Awaited<ReturnType<StandardSchema["~standard"]["validate"]>>): Checked {
  return result.issues ? { issues: explainIssues(result.issues) } : { value: result.value };
}

function tooDeepOrThrow(error: unknown): Checked {
  if (error instanceof RangeError) return { issues: "The value is nested too deeply." };
  throw error;
}

/** Explains each issue in a line of its own. */
function explainIssues(issues: readonly StandardIssue[]): string {
  const sentences = new Set<string>();
  for (const issue of issues) sentences.add(sentenceFor(issue));
  const shown = [...sentences].slice(0, maxSentences);
  const more = sentences.size - shown.length;
  return shown.join("\n") + (more > 0 ? `\n… and ${more} more.` : "");
}

function sentenceFor({ message, path }: StandardIssue): string {
  const name = nameOf(path ?? []);
  const short = message.length > maxSentence ? `${message.slice(0, maxSentence)}…` : message;
  const text = /[.!?…]$/.test(short) ? short : `${short}.`;
  // ArkType's messages begin with the path.
  if (name === "" || text.startsWith(`${name} `)) return text;
  return `\`${name}\`: ${text}`;
}

/** Writes a path: `filter[0].name`. */
function nameOf(path: NonNullable<StandardIssue["path"]>): string {
  let name = "";
  // Not with `map`: the constructor of ArkType's paths takes the length from `map` for an item.
  for (const segment of path) {
    const key = typeof segment === "object" ? segment.key : segment;
    if (typeof key === "number" && name !== "") name += `[${key}]`;
    else name += (name === "" ? "" : ".") + String(key);
    if (name.length > maxSentence) return `${name.slice(0, maxSentence)}…`;
  }
  return name;
}
