import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type { NormalParameter, ParameterLocation } from "./document.js";
import { exampleOf, readContent } from "./media-type.js";
import { child, own, placeOf, problem, type JsonObject } from "./node.js";
import { brokenParameter, inlineSchema, nameAndLocation } from "./parameter-object.js";
import { readShared, textIn, flagIn, type Reading } from "./reading.js";

const locations: ReadonlySet<string> = new Set<ParameterLocation>([
  "path",
  "query",
  "querystring",
  "header",
  "cookie",
]);

/**
 * Reads a parameter of OpenAPI 3.x.
 *
 * A parameter without `schema` and `content` accepts any value. A `type` as in Swagger 2.0 is accepted with a warning.
 * @see OpenAPI 3.2 Parameter Object
 */
export function readParameter(reading: Reading, written: Node): NormalParameter {
  return readShared(reading, "parameter", written, (node) => read(reading, node), brokenParameter);
}

function read(reading: Reading, node: Node<JsonObject>): NormalParameter {
  const problems: Diagnostic[] = [];
  const identity = nameAndLocation(node, locations, problems);
  if (identity === undefined) return brokenParameter(node, problems);

  const description = textIn(reading, node, "description", problems);
  const style = own(node.value, "style");
  const explode = flagIn(node, "explode", problems);
  const example = exampleOf(reading, node, problems);
  const content = readContent(reading, node, problems)[0];
  return {
    name: identity.name,
    in: identity.in as ParameterLocation,
    required: flagIn(node, "required", problems) ?? false,
    deprecated: flagIn(node, "deprecated", problems) ?? false,
    allowReserved: flagIn(node, "allowReserved", problems) ?? false,
    allowEmptyValue: flagIn(node, "allowEmptyValue", problems) ?? false,
    ...defined({
      description,
      style: typeof style === "string" ? style : undefined,
      explode,
      example: example?.value,
    }),
    ...(content !== undefined ? { content } : schemaOf(node, problems)),
    place: placeOf(node),
    problems,
  };
}

function schemaOf(node: Node<JsonObject>, problems: Diagnostic[]): { readonly schema?: Node } {
  const schema = child(node, "schema");
  if (schema !== undefined) return { schema };
  const typed = own(node.value, "type") !== undefined;
  problems.push(
    problem(
      "warning",
      "invalid-object",
      node,
      `The parameter "${String(own(node.value, "name"))}" has neither "schema" nor "content"; ${
        typed ? "its type is read as in Swagger 2.0" : "it accepts any value"
      }.`,
      typed ? 'Move "type" and the other schema keywords into "schema".' : undefined,
    ),
  );
  return typed ? { schema: inlineSchema(node) } : {};
}
