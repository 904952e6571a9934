import { isObject, member, type JsonObject } from "../json.js";
import { fieldProblem, isFormat, kindOf, valueProblem } from "./form-field.js";

/** Keywords of a form as a whole. */
const ofForm = ["$schema", "type", "properties", "required"];

/**
 * Returns the params of an elicitation with those keywords of its form that forms have, for the checks of a client: servers
 * write others as well, such as `title` and `additionalProperties`, and the form can be shown without them. A default that
 * does not fit its field is left out, too.
 */
export function withKnownForm(params: JsonObject): JsonObject {
  const schema = member(params, "requestedSchema");
  if (!isObject(schema)) return params;
  const known = pick(schema, ofForm);
  const properties = member(schema, "properties");
  if (isObject(properties)) {
    const fields = Object.entries(properties).map(([name, field]) => [name, knownField(field)]);
    known["properties"] = Object.fromEntries(fields);
  }
  return { ...params, requestedSchema: known };
}

function knownField(field: unknown): unknown {
  const kind = isObject(field) ? kindOf(field) : undefined;
  if (!isObject(field) || !kind) return field;
  const known = pick(field, kind.keywords);
  if (!isFormat(known["format"])) delete known["format"];
  const { default: value, ...others } = known;
  if (value === undefined || fieldProblem(others) !== undefined) return others;
  return valueProblem(others, value) === undefined ? known : others;
}

function pick(from: JsonObject, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(from, name)) picked[name] = from[name];
  return picked;
}
