import { pointerKeys } from "../../protocol/json.js";
import type { Api } from "../../contract/api.js";
import type { Operation } from "../../contract/operation.js";

/** Location of a schema keyword in the document. */
export interface SchemaLocation {
  /** Keys from the document's root to the schema that has the keyword. */
  readonly path: readonly string[];
  readonly keyword: string;
}

/**
 * Locates in the document a keyword that a response violates.
 *
 * @param schemaPath the validator's path of the keyword: `#/$defs/Pet/properties/age/type`
 * @returns undefined when the schema is composed of several, or in another file, which an overlay can't change
 */
export function locateSchema(
  api: Api,
  operation: Operation,
  schemaPath: string,
): SchemaLocation | undefined {
  let keys = pointerKeys(decoded(schemaPath.slice(schemaPath.indexOf("#") + 1)));
  let ref: string;
  if (keys[0] === "$defs" && keys[1] !== undefined) {
    const [, name] = keys;
    ref = definitionRef(api, name);
    keys = keys.slice(2);
  } else {
    ref = operation.outputSource ?? responseSchemaRef(operation);
    if (operation.wrapIn && keys[0] === "properties" && keys[1] === "result") keys = keys.slice(2);
  }
  const keyword = keys.pop();
  if (keyword === undefined || !ref.startsWith("#/")) return undefined;
  return { path: [...pointerKeys(ref.slice(1)), ...keys], keyword };
}

function definitionRef({ document }: Api, name: string): string {
  const { schemas = {}, version } = document ?? {};
  if (Object.hasOwn(schemas, name)) return schemas[name]!;
  return `${version === "2.0" ? "#/definitions" : "#/components/schemas"}/${name}`;
}

function responseSchemaRef({ request, success }: Operation): string {
  const keys = ["paths", request.path, request.method.toLowerCase(), "responses"];
  const content = ["content", success?.type ?? "application/json", "schema"];
  return pointer([...keys, String(success?.status ?? 200), ...content]);
}

function pointer(keys: readonly string[]): string {
  return `#${keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
