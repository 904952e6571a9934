/** Content that handlers return: blocks of the protocol, texts and files, alone or in a list. */
import { isObject, type JsonObject } from "../../protocol/json.js";
import type { ContentBlock } from "../../protocol/model.js";
import { wrongAnnotation } from "../../protocol/check-annotations.js";
import { bytesOf, isFile, readFile } from "./bytes.js";
import { requireJson } from "./json-value.js";
import { mayBeBlock } from "./result-guards.js";
import { UnsendableValue } from "./unsendable-value.js";
import { toBase64, valueContent } from "./value.js";

const commonMembers = ["type", "annotations", "_meta"];

/** The members of a block by its type. Those that a block must have are texts. */
const kinds = new Map<unknown, { readonly needs: readonly string[]; readonly has?: string[] }>([
  ["text", { needs: ["text"] }],
  ["image", { needs: ["data", "mimeType"] }],
  ["audio", { needs: ["data", "mimeType"] }],
  [
    "resource_link",
    { needs: ["uri", "name"], has: ["title", "description", "mimeType", "size", "icons"] },
  ],
  ["resource", { needs: [], has: ["resource"] }],
]);

/** Whether a value is a block with nothing but a block's members, so that it can't be an application's value. */
export function isBlock(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const kind = kinds.get(value["type"]);
  if (!kind) return false;
  const known = [...commonMembers, ...kind.needs, ...(kind.has ?? [])];
  const needed = value["type"] === "resource" ? ["resource"] : kind.needs;
  return (
    Object.keys(value).every((name) => known.includes(name)) &&
    needed.every((name) => value[name] !== undefined)
  );
}

/**
 * Whether a value is content rather than data: a block, or a list with at least one block or file in which everything else
 * is text. A list with a file can't be data, so it may hold any other values, too.
 */
export function isContent(value: unknown): value is readonly unknown[] | JsonObject {
  if (!Array.isArray(value)) return isBlock(value);
  if (value.some(isFile)) return true;
  return value.some(isBlock) && value.every((each) => typeof each === "string" || isBlock(each));
}

/**
 * Whether the members of a list are those of a result's content. A text alone may also be an application's list.
 *
 * @param isResult true if something else tells that the list belongs to a result
 */
export function isContentList(list: readonly unknown[], isResult: boolean): boolean {
  const fits = list.every(
    (each) => typeof each === "string" || isFile(each) || (isObject(each) && mayBeBlock(each)),
  );
  return fits && (isResult || list.length === 0 || !list.every((each) => typeof each === "string"));
}

/**
 * Makes content blocks: text of a text, media of a file, and text in JSON of any other value.
 *
 * @param uri makes the URI of an embedded resource
 * @param mimeType the declared type of bytes
 * @throws UnsendableValue for a malformed block, and for a value that JSON can't represent
 */
export async function readContent(
  content: unknown,
  uri: () => string,
  mimeType?: string,
): Promise<ContentBlock[]> {
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  const blocks = list.map(async (each, index) => {
    const numbered = (): string => (index === 0 ? uri() : `${uri()}#${index + 1}`);
    if (typeof each === "string") return [{ type: "text", text: each } as const];
    const media = await readFile(each, mimeType);
    if (media) return valueContent({ kind: "media", media }, numbered);
    if (isObject(each) && mayBeBlock(each)) return [checkedBlock(each, `content[${index}]`)];
    requireJson(each);
    return valueContent({ kind: "json", value: each }, numbered);
  });
  return (await Promise.all(blocks)).flat();
}

/** Returns a block, its bytes as base64. @throws UnsendableValue that names its place and its fault */
export function checkedBlock(given: JsonObject, place: string): ContentBlock {
  const block = withBase64(given, "data");
  const { type } = block;
  if (type !== "resource") requireJson(block);
  for (const name of kinds.get(type)?.needs ?? []) {
    if (typeof block[name] !== "string")
      throw malformed(type, place, `needs \`${name}\`, a string`);
  }
  const { resource, annotations } = block;
  if (type === "resource") {
    if (!isObject(resource)) throw malformed(type, place, "needs `resource`, an object");
    const contents = withBase64(resource, "blob");
    const problem = contentsProblem(contents);
    if (problem !== undefined) throw malformed(type, place, problem);
    if (contents !== resource) return checkedBlock({ ...block, resource: contents }, place);
  }
  if (isObject(annotations)) {
    const [name, what] = wrongAnnotation(annotations) ?? [];
    if (name) throw malformed(type, place, `has the annotation ${name}, which must be ${what}`);
  }
  requireJson(block);
  return block as unknown as ContentBlock;
}

/** Returns the fault of a resource's contents; undefined if there is none. */
export function contentsProblem({ uri, text, blob }: JsonObject): string | undefined {
  if (typeof uri !== "string") return "needs a `uri`, a string";
  return (typeof text === "string") === (typeof blob === "string")
    ? "needs `text` or `blob`, a string"
    : undefined;
}

/** Writes a member that is bytes as base64. */
export function withBase64(object: JsonObject, name: string): JsonObject {
  const bytes = bytesOf(object[name]);
  return bytes ? { ...object, [name]: toBase64(bytes) } : object;
}

function malformed(type: unknown, place: string, problem: string): UnsendableValue {
  return new UnsendableValue(
    `The handler returned a malformed content block: the ${String(type)} at ${place} ${problem}.`,
  );
}
