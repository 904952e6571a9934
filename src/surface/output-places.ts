import type { DocumentFacts } from "../../runtime/upstream/api.js";
import type { ApiModel, MediaType, Operation } from "../operations/model.js";
import type { SuccessfulAnswer } from "./answer.js";
import { plainRefName } from "./object-shape.js";

/** Where the document's schemas are, for those who want to correct it; undefined when all is as usual. */
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
  return {
    ...(version === undefined ? {} : { version }),
    ...(places.length === 0 ? {} : { schemas: Object.fromEntries(places) }),
  };
}

/** Where the schema of an answer is, unless that is in its response. */
export function outputPlace(
  operation: Operation,
  { value, success }: SuccessfulAnswer,
  schemas: ApiModel["schemas"],
): string | undefined {
  if (value.kind !== "schema" || value.alternatives) return undefined;
  const name = plainRefName(value.schema);
  if (name !== undefined) return schemas.get(name)?.ref;
  const content = contentOf(operation, success);
  return content === undefined || isUsual(operation, content) ? undefined : pointerOf(content);
}

function contentOf(
  { responses }: Operation,
  success: SuccessfulAnswer["success"],
): MediaType | undefined {
  const response = responses.find(({ status }) => status === String(success?.status));
  return response?.contents.find(({ type }) => type === success?.type);
}

/** Whether a content stands where the operation's path, method and status say. */
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
