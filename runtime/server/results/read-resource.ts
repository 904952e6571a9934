import { keepDigits } from "../../protocol/exact-integers.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import { ToolError } from "../../protocol/tool-error.js";
import { decode, type RawVariables } from "../../resources/uri-template.js";
import type { Definitions } from "../../schema/definitions.js";
import type { ToolArguments } from "../types/definitions.js";
import type { CheckArguments } from "./check-arguments.js";

export { readCustom } from "./custom-contents.js";
export { readContents } from "./resource-contents.js";

const maxHops = 8;

/**
 * Converts the variables of a URI to the types of their schemas: numbers, booleans, and comma-separated arrays. Text that
 * can't be converted stays as it is, and the check of the arguments refuses it.
 */
export function coerceVariables(
  variables: RawVariables,
  input: JsonObject,
  table: Definitions | undefined,
): ToolArguments {
  const properties = member(input, "properties");
  const args: [string, unknown][] = [];
  for (const [name, raw] of variables) {
    const schema = isObject(properties) ? member(properties, name) : undefined;
    args.push([name, coerce(raw, schema, table)]);
  }
  const values = Object.fromEntries(args);
  for (const [name, raw] of variables) {
    const digits = raw.length === 1 ? text(raw[0] ?? "") : "";
    const value = values[name];
    if (typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits)) {
      keepDigits(values, name, digits);
    }
  }
  return values;
}

/** Checks the variables. @throws ProtocolError -32602 that names each invalid one, because a read has no error result */
export async function checkVariables(
  check: CheckArguments,
  args: ToolArguments,
  uri: string,
): Promise<ToolArguments> {
  try {
    return await check(args, "The URI is not right");
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ProtocolError(errorCodes.invalidParams, error.message, { uri });
  }
}

function coerce(raw: readonly string[], schema: unknown, table: Definitions | undefined): unknown {
  const types = typesOf(schema, table);
  if (types.has("array")) {
    const items = raw.length > 1 ? raw : (raw[0] ?? "").split(",");
    const itemSchema = member(resolve(schema, table), "items");
    const itemTypes = typesOf(itemSchema, table);
    return items.filter((each) => each !== "").map((each) => scalar(text(each), itemTypes));
  }
  return scalar(text(raw.at(-1) ?? ""), types);
}

/** Returns the JSON types that a schema allows; an empty set if they are unknown. */
function typesOf(schema: unknown, table: Definitions | undefined, hops = 0): Set<unknown> {
  const resolved = resolve(schema, table);
  const type = member(resolved, "type");
  if (type !== undefined) return new Set(Array.isArray(type) ? type : [type]);
  const allowed = Object.hasOwn(resolved, "const") ? [resolved["const"]] : resolved["enum"];
  if (Array.isArray(allowed)) {
    return new Set(allowed.map((each) => (Array.isArray(each) ? "array" : typeof each)));
  }
  const types = new Set<unknown>();
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const branches = member(resolved, keyword);
    if (!Array.isArray(branches) || hops >= maxHops) continue;
    for (const branch of branches) {
      for (const each of typesOf(branch, table, hops + 1)) types.add(each);
    }
  }
  return types;
}

function resolve(schema: unknown, table: Definitions | undefined): JsonObject {
  let current = schema;
  for (let hops = 0; hops < maxHops && isObject(current); hops++) {
    const ref = member(current, "$ref");
    if (typeof ref !== "string" || !table) return current;
    current = member(table, ref.replace(/^#\/\$defs\//, ""));
  }
  return isObject(current) ? current : {};
}

function scalar(value: string, types: ReadonlySet<unknown>): unknown {
  if (types.has("string") || types.size === 0) return value;
  const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
  if ((types.has("number") || types.has("integer")) && isNumber) return Number(value);
  if (types.has("boolean") && (value === "true" || value === "false")) return value === "true";
  if (types.has("null") && value === "null") return null;
  return value;
}

function text(raw: string): string {
  return decode(raw) ?? raw;
}
