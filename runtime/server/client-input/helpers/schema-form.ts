/** Reduces JSON Schema to what forms have. What is left out is checked by the library when the answer comes. */
import type { ElicitationSchema, PrimitiveSchema } from "../../../protocol/client-requests.js";
import {
  isObject,
  member,
  unescapeToken,
  valueAt,
  type JsonObject,
} from "../../../protocol/json.js";
import {
  fieldProblem,
  isFormat,
  kindOf,
  valueProblem,
} from "../../../protocol/questions/form-field.js";

/** A form, and the fields whose missing value is null. */
export interface SchemaForm {
  readonly requestedSchema: ElicitationSchema;
  readonly nullable: readonly string[];
}

/**
 * Makes a form of a schema.
 *
 * @throws TypeError that names the first field that no form can have
 * @see MCP 2026-07-28, Elicitation, Requested Schema
 */
export function schemaForm(schema: JsonObject): SchemaForm {
  const root = resolved(schema, schema);
  const properties = member(root, "properties");
  if (member(root, "type") !== "object" || (properties !== undefined && !isObject(properties))) {
    throw new TypeError("The schema of a form must be an object with fields.");
  }
  const fields: [string, PrimitiveSchema][] = [];
  const nullable: string[] = [];
  for (const [name, given] of Object.entries(properties ?? {})) {
    const [field, hasNull] = withoutNull(resolved(given, schema), schema);
    if (hasNull) nullable.push(name);
    fields.push([name, formField(name, field, schema)]);
  }
  const required = member(root, "required");
  const needed = (Array.isArray(required) ? required : []).filter(
    (name) => !nullable.includes(name as string),
  );
  return {
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(fields),
      ...(needed.length > 0 && { required: needed as string[] }),
    },
    nullable,
  };
}

function formField(name: string, given: JsonObject, root: JsonObject): PrimitiveSchema {
  const field = withChoices(withBounds(given), root);
  const kind = kindOf(field);
  const known = Object.entries(field).filter(([keyword]) => kind?.keywords.includes(keyword));
  const { default: preset, format, ...others } = Object.fromEntries(known) as JsonObject;
  const problem = kind ? fieldProblem(others) : `is ${describe(given)}`;
  if (problem !== undefined) {
    throw new TypeError(
      `The schema can't be a form: the field ${name} ${problem}. Forms have texts, numbers, booleans and choices of texts.`,
    );
  }
  const hasDefault = preset !== undefined && valueProblem(others, preset) === undefined;
  return {
    ...others,
    ...(isFormat(format) && { format }),
    ...(hasDefault && { default: preset }),
  } as unknown as PrimitiveSchema;
}

/** Bounds that forms know, without those of JavaScript's integers, which libraries add. */
function withBounds(field: JsonObject): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = field;
  const isInteger = field["type"] === "integer";
  const least = isInteger && typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : minimum;
  const most = isInteger && typeof exclusiveMaximum === "number" ? exclusiveMaximum - 1 : maximum;
  return {
    ...others,
    ...(typeof least === "number" && least > Number.MIN_SAFE_INTEGER && { minimum: least }),
    ...(typeof most === "number" && most < Number.MAX_SAFE_INTEGER && { maximum: most }),
  };
}

/** Writes choices as forms do: one text is a choice of one, and a choice has a type. */
function withChoices(field: JsonObject, root: JsonObject): JsonObject {
  if (field["type"] === "array") {
    const items = resolved(field["items"], root);
    const { type: _, title: __, description: ___, ...choices } = withChoices(items, root);
    const titled = choices["oneOf"] ?? choices["anyOf"];
    return {
      ...field,
      items: titled === undefined ? { type: "string", enum: choices["enum"] } : { anyOf: titled },
    };
  }
  const { const: only, anyOf, ...others } = field;
  if (typeof only === "string") return { ...others, type: "string", enum: [only] };
  if (Array.isArray(others["enum"])) {
    const areTexts = others["enum"].every((each) => typeof each === "string");
    return areTexts ? { ...others, type: "string" } : { ...others, type: undefined };
  }
  const branches = Array.isArray(anyOf) ? anyOf : others["oneOf"];
  if (!Array.isArray(branches)) return field;
  const texts = branches.map((each) => (isObject(each) ? each["const"] : undefined));
  if (!texts.every((each) => typeof each === "string")) return field;
  const { oneOf: _, ...rest } = others;
  const titled = branches.every((each) => isObject(each) && typeof each["title"] === "string");
  return titled
    ? {
        ...rest,
        type: "string",
        oneOf: branches.map(({ const: value, title }) => ({ const: value, title })),
      }
    : { ...rest, type: "string", enum: texts };
}

/** Takes null out of the types of a field. @returns whether it was there */
function withoutNull(field: JsonObject, root: JsonObject): [field: JsonObject, hasNull: boolean] {
  const { type, anyOf, ...others } = field;
  if (Array.isArray(type) && type.includes("null")) {
    const [left, ...more] = type.filter((each) => each !== "null");
    return [{ ...field, type: more.length > 0 ? type : left }, true];
  }
  if (!Array.isArray(anyOf)) return [field, false];
  const branches = anyOf.map((each) => resolved(each, root));
  const left = branches.filter(({ type: each }) => each !== "null");
  if (left.length === branches.length) return [{ ...field, anyOf: branches }, false];
  const [only, ...more] = left;
  return [more.length === 0 ? { ...only, ...others } : { ...others, anyOf: left }, true];
}

const maxHops = 8;

/** Follows references into the schema's own definitions. */
function resolved(schema: unknown, root: JsonObject): JsonObject {
  let current = isObject(schema) ? schema : {};
  for (let hops = 0; hops < maxHops; hops++) {
    const { $ref, ...others } = current;
    if (typeof $ref !== "string" || !$ref.startsWith("#/")) return current;
    const target = valueAt(root, $ref.slice(2).split("/").map(unescapeToken));
    current = { ...(isObject(target) ? target : {}), ...others };
  }
  return current;
}

function describe(field: JsonObject): string {
  const { type } = field;
  if (typeof type === "string") return `of the type ${type}`;
  if (field["enum"] !== undefined || field["const"] !== undefined) {
    return "a choice of values that are not all texts";
  }
  return "of several types";
}
