import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { setOwn } from "../load/object.js";
import { copyWritten, scalarText } from "../load/written-scalars.js";
import type { Node } from "../load/source.js";
import type { NormalParameter } from "./document.js";
import { dotted, kindOf, own, placeOf, problem, type JsonObject } from "./node.js";

/** Members of a Parameter Object that are not schema keywords. */
const notSchema: ReadonlySet<string> = new Set([
  "name",
  "in",
  "required",
  "description",
  "schema",
  "collectionFormat",
  "allowEmptyValue",
  "style",
  "explode",
  "allowReserved",
  "deprecated",
  "example",
  "examples",
]);

/** Creates a placeholder for a parameter that can't be read, which only has problems. */
export function brokenParameter(node: Node, problems: readonly Diagnostic[]): NormalParameter {
  return {
    name: "",
    in: "query",
    required: false,
    deprecated: false,
    allowReserved: false,
    allowEmptyValue: false,
    place: placeOf(node),
    problems,
  };
}

/** Returns the `name` and `in` of a Parameter Object; if one is invalid, adds an error and returns `undefined`. */
export function nameAndLocation(
  node: Node<JsonObject>,
  allowed: ReadonlySet<string>,
  problems: Diagnostic[],
): { readonly name: string; readonly in: string } | undefined {
  const name = nameOf(node.value);
  const location = own(node.value, "in");
  if (
    typeof name === "string" &&
    name !== "" &&
    typeof location === "string" &&
    allowed.has(location)
  ) {
    return { name, in: location };
  }
  const wrong =
    typeof name === "string" && name !== ""
      ? `"in" must be ${[...allowed].join(", ")}, not ${kindOf(location)}`
      : `"name" must be a non-empty string, not ${kindOf(name)}`;
  problems.push(
    problem(
      "error",
      "invalid-object",
      node,
      `${dotted(node.pointer)} is not a valid parameter: ${wrong}.`,
    ),
  );
  return undefined;
}

/** YAML reads the unquoted names `1.0` and `true` as a number and a boolean. */
function nameOf(value: JsonObject): unknown {
  const name = own(value, "name");
  return name === undefined ? undefined : (scalarText(value, "name") ?? name);
}

/** Returns the schema of a parameter that has schema keywords as its own members. Its place is the parameter's. */
export function inlineSchema(node: Node<JsonObject>): Node {
  const value: Record<string, unknown> = {};
  for (const key of Object.keys(node.value)) {
    if (!notSchema.has(key)) setOwn(value, key, node.value[key]);
  }
  copyWritten(node.value, value);
  return { value, file: node.file, pointer: node.pointer };
}
