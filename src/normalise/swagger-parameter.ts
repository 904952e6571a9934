/** Converts Swagger 2.0 parameters: body and form parameters to a 3.x request body, the rest to 3.x parameters. */
import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import type {
  FormField,
  NormalBody,
  NormalEncoding,
  NormalMediaType,
  NormalParameter,
  ParameterLocation,
} from "./document.js";
import { membersOf } from "./media-type.js";
import { child, isObject, isObjectNode, own, placeOf, problem, type JsonObject } from "./node.js";
import { brokenParameter, inlineSchema, nameAndLocation } from "./parameter-object.js";
import { follow, readShared, textIn, flagIn, type Reading } from "./reading.js";

const locations: ReadonlySet<string> = new Set(["path", "query", "header", "formData", "body"]);

/** The parameters of one list, grouped by what they are converted to. */
export interface SwaggerParameters {
  readonly parameters: readonly NormalParameter[];
  readonly form: readonly Node<JsonObject>[];
  readonly bodies: readonly Node<JsonObject>[];
}

/** @see Swagger 2.0 Parameter Object */
export function readSwaggerParameters(
  reading: Reading,
  list: readonly Node[],
  problems: Diagnostic[],
): SwaggerParameters {
  const parameters: NormalParameter[] = [];
  const form: Node<JsonObject>[] = [];
  const bodies: Node<JsonObject>[] = [];
  for (const written of list) {
    const node = follow(reading, written, problems);
    if (node === undefined) continue;
    const location = own(node.value, "in");
    if (location === "body") bodies.push(node);
    else if (location === "formData") form.push(node);
    else {
      parameters.push(
        readShared(reading, "parameter", written, (found) => read(reading, found), brokenParameter),
      );
    }
  }
  return { parameters, form, bodies };
}

function read(reading: Reading, node: Node<JsonObject>): NormalParameter {
  const problems: Diagnostic[] = [];
  const identity = nameAndLocation(node, locations, problems);
  if (identity === undefined) return brokenParameter(node, problems);
  const description = textIn(reading, node, "description", problems);
  const example = own(node.value, "x-example");
  return {
    name: identity.name,
    in: identity.in as ParameterLocation,
    required: flagIn(node, "required", problems) ?? false,
    deprecated: flagIn(node, "deprecated", problems) ?? false,
    allowReserved: false,
    allowEmptyValue: flagIn(node, "allowEmptyValue", problems) ?? false,
    ...defined({ description, example }),
    ...styleOf(node, identity.in, problems),
    schema: child(node, "schema") ?? inlineSchema(node),
    place: placeOf(node),
    problems,
  };
}

/**
 * Converts `collectionFormat` to style and explode. It only applies to arrays; its default is `csv`.
 *
 * @see Swagger 2.0 Parameter Object, `collectionFormat`
 */
function styleOf(node: Node<JsonObject>, location: string, problems: Diagnostic[]): ListFormat {
  if (own(node.value, "type") !== "array") return {};
  const itemDelimiters = delimitersWithin(node, problems);
  return { ...outerStyle(node, location, problems), ...defined({ itemDelimiters }) };
}

interface ListFormat {
  readonly style?: string;
  readonly explode?: boolean;
  readonly itemDelimiters?: readonly string[];
}

const delimiters: ReadonlyMap<unknown, string> = new Map([
  ["csv", ","],
  ["ssv", " "],
  ["tsv", "\t"],
  ["pipes", "|"],
]);

/** Lists nested more deeply in the document are left to the default. */
const maxNesting = 32;

/**
 * Returns the delimiters of the lists that are items of a list, the outermost first; undefined if there are none.
 *
 * @see Swagger 2.0 Items Object, `collectionFormat`, which has no `multi`
 */
function delimitersWithin(
  node: Node<JsonObject>,
  problems: Diagnostic[],
): readonly string[] | undefined {
  const found: string[] = [];
  for (let items = child(node, "items"); found.length < maxNesting; items = child(items, "items")) {
    if (items === undefined || !isObjectNode(items) || own(items.value, "type") !== "array") break;
    const format = own(items.value, "collectionFormat") ?? "csv";
    const delimiter = delimiters.get(format);
    if (delimiter === undefined) {
      problems.push(
        problem(
          "warning",
          "invalid-object",
          items,
          `The collectionFormat of a list within "${String(own(node.value, "name"))}" is not allowed there; csv is assumed.`,
          "Valid values are csv, ssv, tsv and pipes.",
        ),
      );
    }
    found.push(delimiter ?? ",");
  }
  return found.length > 0 ? found : undefined;
}

function outerStyle(node: Node<JsonObject>, location: string, problems: Diagnostic[]): ListFormat {
  const format = own(node.value, "collectionFormat") ?? "csv";
  const list = location === "path" || location === "header" ? "simple" : "form";
  switch (format) {
    case "csv":
      return { style: list, explode: false };
    case "multi":
      if (list === "simple") {
        const message = `"multi" is not allowed for ${location} parameters; "${String(own(node.value, "name"))}" is written as csv.`;
        problems.push(problem("warning", "invalid-object", node, message));
      }
      return { style: list, explode: list === "form" };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "tsv":
      return { style: "tabDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    default:
      problems.push(
        problem(
          "warning",
          "invalid-object",
          node,
          `The collectionFormat of "${String(own(node.value, "name"))}" is unknown; csv is assumed.`,
          "Valid values are csv, ssv, tsv, pipes and multi.",
        ),
      );
      return { style: list, explode: false };
  }
}

/**
 * Returns the request body made of the body or form parameters of an operation and its path item.
 *
 * @see Swagger 2.0 Parameter Object, `in: body` and `in: formData`; Operation Object, `consumes`
 */
export function readSwaggerBody(
  reading: Reading,
  ofOperation: SwaggerParameters,
  ofPath: SwaggerParameters,
  consumes: readonly string[],
  problems: Diagnostic[],
): NormalBody | undefined {
  const body = ofOperation.bodies[0] ?? ofPath.bodies[0];
  const form = mergeForm(ofPath.form, ofOperation.form);
  if (body !== undefined) {
    if (form.length > 0) {
      problems.push(
        problem(
          "warning",
          "body-and-form",
          body,
          "The operation has a body and form parameters; the form parameters are left out.",
        ),
      );
    }
    return bodyOf(reading, body, consumes);
  }
  return form.length > 0 ? formOf(reading, form, consumes) : undefined;
}

/** An operation's parameter replaces its path item's of the same name. */
function mergeForm(
  ofPath: readonly Node<JsonObject>[],
  ofOperation: readonly Node<JsonObject>[],
): readonly Node<JsonObject>[] {
  const named = new Map<unknown, Node<JsonObject>>();
  for (const node of [...ofPath, ...ofOperation]) named.set(own(node.value, "name"), node);
  return [...named.values()];
}

function bodyOf(reading: Reading, node: Node<JsonObject>, consumes: readonly string[]): NormalBody {
  const problems: Diagnostic[] = [];
  const description = textIn(reading, node, "description", problems);
  const schema = child(node, "schema");
  const types = consumes.length > 0 ? consumes : ["application/json"];
  const exampleMembers = membersOf(examplesOf(node));
  return {
    required: flagIn(node, "required", problems) ?? false,
    ...defined({ description }),
    contents: types.map((type) => ({
      type,
      ...defined({ schema, exampleMembers }),
      place: placeOf(node),
      problems: [],
    })),
    place: placeOf(node),
    problems,
  };
}

/**
 * Returns the examples of a body. Swagger 2.0 has none for parameters; tools write `x-example`, and `x-examples` with values
 * by media type or Example Objects of OpenAPI 3 by name.
 */
function examplesOf({ value }: Node<JsonObject>): readonly unknown[] {
  const examples = own(value, "x-examples");
  const named = isObject(examples) ? Object.entries(examples) : [];
  return [
    own(value, "x-example"),
    ...named.map(([name, each]) =>
      !name.includes("/") && isObject(each) && Object.hasOwn(each, "value") ? each["value"] : each,
    ),
  ];
}

function formOf(
  reading: Reading,
  nodes: readonly Node<JsonObject>[],
  consumes: readonly string[],
): NormalBody {
  const problems: Diagnostic[] = [];
  const fields: FormField[] = [];
  const encoding = new Map<string, NormalEncoding>();
  let hasFile = false;
  for (const node of nodes) {
    const identity = nameAndLocation(node, locations, problems);
    if (identity === undefined) continue;
    const description = textIn(reading, node, "description", problems);
    fields.push({
      name: identity.name,
      required: flagIn(node, "required", problems) ?? false,
      ...defined({ description }),
      schema: inlineSchema(node),
    });
    hasFile ||= own(node.value, "type") === "file";
    const style = styleOf(node, "formData", problems);
    if (style.style !== undefined) encoding.set(identity.name, style);
  }
  const place = placeOf(nodes[0]!);
  return {
    required: fields.some((field) => field.required),
    contents: formTypes(consumes, hasFile).map((type): NormalMediaType => ({
      type,
      form: fields,
      ...defined({ encoding: encoding.size > 0 ? encoding : undefined }),
      place,
      problems: [],
    })),
    place,
    problems,
  };
}

/** Returns the media types of `consumes` that can carry a form, `multipart/*` too; a form with a file needs multipart. */
function formTypes(consumes: readonly string[], hasFile: boolean): readonly string[] {
  const multipart = "multipart/form-data";
  const urlencoded = "application/x-www-form-urlencoded";
  const forms = consumes.filter((type) => {
    const essence = type.split(";")[0]!.trim().toLowerCase();
    const isMultipart = essence === multipart || essence === "multipart/*";
    return isMultipart || (essence === urlencoded && !hasFile);
  });
  return forms.length > 0 ? forms : [hasFile ? multipart : urlencoded];
}
