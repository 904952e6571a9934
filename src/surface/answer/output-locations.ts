import { defined } from "../../../runtime/protocol/defined.js";
import type { DocumentFacts } from "../../../runtime/contract/api.js";
import type {
  ApiModel,
  MediaType,
  NamedSchema,
  NamedSchemas,
  Operation,
  Schema,
} from "../../operations/model.js";
import type { ListedOutput, SuccessfulAnswer } from "./answer.js";
import { headerValue } from "../schema/media-types.js";
import { plainRefName } from "../schema/object-shape.js";

/** Returns the document's version and the places of its schemas, for corrections; undefined if both are the default. */
export function documentFacts(
  { specVersion, schemas }: ApiModel,
  listed: Iterable<{ readonly name: string; readonly source: string }>,
): DocumentFacts | undefined {
  const version = specVersion === "2.0" || specVersion === "3.0" ? specVersion : undefined;
  const root = specVersion === "2.0" ? "#/definitions/" : "#/components/schemas/";
  const places: [string, string][] = [];
  for (const { name, source } of listed) {
    const ref = schemas.get(source)?.ref;
    if (ref !== undefined && ref !== root + name) places.push([name, ref]);
  }
  if (version === undefined && places.length === 0) return undefined;
  return defined({
    version,
    schemas: places.length === 0 ? undefined : Object.fromEntries(places),
  });
}

/**
 * Locates the schema of a result in the document.
 *
 * @returns undefined when it is at the response; `composed` when no single schema of the document is the source
 */
export function outputSourceOf(
  operation: Operation,
  { value, success }: SuccessfulAnswer,
  listed: Pick<ListedOutput, "wrap">,
  schemas: NamedSchemas,
): string | undefined {
  if (value.kind !== "schema" || value.alternatives) return "composed";
  let { schema } = value;
  let named: NamedSchema | undefined;
  for (let depth = 0; depth < maxDepth; depth += 1) {
    const target = schemas.get(plainRefName(schema) ?? "");
    if (!target) break;
    named = target;
    ({ schema } = target);
  }
  if (!listed.wrap && isComposed(schema)) return "composed";
  if (named) return named.ref;
  const content = contentOf(operation, success);
  return content === undefined || isUsual(operation, content) ? undefined : pointerOf(content);
}

const maxDepth = 32;

/** Whether members of other schemas are listed as its own. */
function isComposed(schema: Schema): boolean {
  return typeof schema === "object" && ("allOf" in schema || "$ref" in schema);
}

function contentOf(
  { responses }: Operation,
  success: SuccessfulAnswer["success"],
): MediaType | undefined {
  const response = responses.find(({ status }) => status === String(success?.status));
  return response?.contents.find(({ type }) => headerValue(type) === success?.type);
}

/** Whether a content is at the place that the operation's path, method and status imply. */
function isUsual({ path, method }: Operation, { place }: MediaType): boolean {
  const start = `/paths/${escapeToken(path)}/${method.toLowerCase()}/responses/`;
  return place.pointer.startsWith(start);
}

function pointerOf({ place }: MediaType): string {
  return `#${place.pointer}/schema`;
}

function escapeToken(text: string): string {
  return text.replaceAll("~", "~0").replaceAll("/", "~1");
}
