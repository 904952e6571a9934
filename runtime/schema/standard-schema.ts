/** Schemas of Standard Schema libraries: their JSON Schema and their checks. */
import { isObject, member, type JsonObject } from "../protocol/json.js";
import { Lazy } from "../protocol/lazy.js";
import { checkReferences } from "./check-references.js";
import type { SchemaSource, StandardSchema } from "./schema-source.js";

/** The value after transforms and defaults, or its issues in sentences for a model. */
export type Checked = { readonly value: unknown } | { readonly issues: string };

/** Checks a value with the library that made the schema. */
export type SchemaCheck = (value: unknown) => Checked | Promise<Checked>;

/** A schema as clients see it, with its own check of values. */
export interface ReadSchema {
  readonly schema: JsonObject;
  /** Absent for JSON Schema, which `compileSchema` checks. */
  readonly validate?: SchemaCheck;
  /** True if it has neither references nor `x-mcp-header`, as most schemas. */
  readonly isPlain?: boolean;
}

const target = "draft-2020-12";
const dialect = "https://json-schema.org/draft/2020-12/schema";
/**
 * Matches the JSON of all schemas with a reference, `$schema` or `x-mcp-header`. A walk through the schemas of a thousand tools
 * would get hot enough for V8 to optimize it, which takes longer than the walk.
 */
const maybeKeywords = /"(?:\$|x-mcp-header)/;
const issueText = new Lazy(() => import("./standard-issues.js"));

/**
 * Reads a schema that a server's author wrote. JSON Schema is returned as it is, the same object.
 *
 * @param direction the side of the library's transforms that clients see
 * @param tool name of the tool, for messages
 * @throws TypeError if the library can't write JSON Schema 2020-12, JSON can't hold the schema, the input is not an object,
 * `$schema` is unknown, or a reference leads nowhere
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
  const isPlain = !maybeKeywords.test(jsonOf(source, direction, tool));
  if (!isPlain) checkOwn(source, direction, tool);
  return { schema: source, isPlain };
}

function jsonOf(schema: JsonObject, direction: "input" | "output", tool?: string): string {
  try {
    return JSON.stringify(schema);
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n", 1);
    throw new TypeError(`${subjectOf(direction, tool)} is no JSON: ${reason}.`, { cause: error });
  }
}

/** A function of its own, because the closure would cost memory for each of a thousand plain schemas. */
function checkOwn(schema: JsonObject, direction: "input" | "output", tool?: string): void {
  checkReferences(schema, () => subjectOf(direction, tool));
}

function subjectOf(direction: "input" | "output", tool: string | undefined): string {
  return `The ${direction} schema${tool === undefined ? "" : ` of the tool ${tool}`}`;
}

function readStandard(
  source: StandardSchema,
  direction: "input" | "output",
  subject: string,
): ReadSchema {
  const written = writeSchema(source, direction, subject);
  const schema = direction === "input" ? withObjectRoot(written, subject) : written;
  return { schema, validate: (value) => checkBy(source, value) };
}

/** Whether a library made a schema. Not only objects: ArkType's schemas are functions. */
export function isStandard(source: SchemaSource): source is StandardSchema {
  const facts = (source as JsonObject | null)?.["~standard"];
  return isObject(facts) && typeof facts["validate"] === "function";
}

/** Writes one side of a library's schema as JSON Schema 2020-12. @throws TypeError if it can't */
export function writeSchema(
  source: StandardSchema,
  direction: "input" | "output",
  subject: string,
): JsonObject {
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

/** Checks a value with the library of a schema. */
export function checkBy(source: StandardSchema, value: unknown): Checked | Promise<Checked> {
  try {
    const result = source["~standard"].validate(value);
    return result instanceof Promise ? result.then(read, tooDeepOrThrow) : read(result);
  } catch (error) {
    return tooDeepOrThrow(error);
  }
}

function read(
  result: Awaited<ReturnType<StandardSchema["~standard"]["validate"]>>,
): Checked | Promise<Checked> {
  const { issues } = result;
  if (!issues) return { value: result.value };
  return issueText.use(async ({ explainIssues }) => ({ issues: explainIssues(issues) }));
}

function tooDeepOrThrow(error: unknown): Checked {
  if (error instanceof RangeError) return { issues: "The value is nested too deeply." };
  throw error;
}
