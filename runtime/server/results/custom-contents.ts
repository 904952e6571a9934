/** The contents of resources of the server's author. */
import { isObject, type JsonObject } from "../../protocol/json.js";
import type { ResourceContents } from "../../protocol/model.js";
import type { ReadOutcome } from "../registry/registry.js";
import type { CallContext } from "../types/call-context.js";
import { isFile, readFile } from "./bytes.js";
import { contentsProblem, withBase64 } from "./content-blocks.js";
import { requireJson } from "./json-value.js";
import { readContents } from "./resource-contents.js";
import { hasOnly } from "./result-guards.js";
import { settleValue } from "./settle-value.js";
import { UnsendableValue } from "./unsendable-value.js";
import { classifyValue } from "./value.js";

/** What is read: a resource's URI, and the media type that its definition declares. */
interface ReadTarget {
  readonly uri: string;
  readonly mimeType?: string | undefined;
}

/** Converts what a handler returned. @throws UnsendableValue */
export async function readCustom(
  returned: unknown,
  target: ReadTarget,
  ctx: CallContext,
): Promise<ReadOutcome> {
  const { uri, mimeType } = target;
  const value = await settleValue(returned, ctx, mimeType);
  if (isReadResult(value)) {
    const { contents, resultType: _, ...others } = value;
    return { ...others, contents: await readItems(contents as readonly unknown[], target) };
  }
  if (isItemList(value)) return { contents: await readItems(value, target) };
  if (isItem(value)) return { contents: await readItems([value], target) };
  const classified = classifyValue(value, undefined);
  if (classified.kind === "json") requireJson(value);
  return readContents(classified, uri, mimeType);
}

const readMembers = new Set(["contents", "_meta", "resultType"]);

/** Whether a value is a whole result: it has no other members, and its items are contents, texts or files. */
function isReadResult(value: unknown): value is JsonObject {
  if (!isObject(value) || !Array.isArray(value["contents"])) return false;
  if (!hasOnly(value, readMembers)) return false;
  return value["contents"].every(
    (each) =>
      typeof each === "string" ||
      isFile(each) ||
      (isObject(each) && typeof each["uri"] === "string"),
  );
}

/** Whether a list is contents rather than data. With a file in it, it can't be data. */
function isItemList(value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  if (value.some(isFile)) return true;
  return value.some(isItem) && value.every((each) => typeof each === "string" || isItem(each));
}

const itemMembers = new Set(["uri", "mimeType", "text", "blob", "_meta"]);

/** Whether a value is an item of contents, with nothing but its members. */
function isItem(value: unknown): value is JsonObject {
  if (!isObject(value) || typeof value["uri"] !== "string") return false;
  return (
    (value["text"] !== undefined || value["blob"] !== undefined) && hasOnly(value, itemMembers)
  );
}

function readItems(list: readonly unknown[], target: ReadTarget): Promise<ResourceContents[]> {
  return Promise.all(list.map((each, index) => readItem(each, index, target)));
}

/** Only the first item has the URI of the resource, because clients tell contents apart by their URI. */
async function readItem(
  each: unknown,
  index: number,
  { uri: base, mimeType }: ReadTarget,
): Promise<ResourceContents> {
  const uri = index === 0 ? base : `${base}#${index + 1}`;
  const isText = mimeType !== undefined && /^text\/|[/+](?:json|xml)\b/.test(mimeType);
  if (typeof each === "string") {
    return { uri, mimeType: isText ? mimeType : "text/plain", text: each };
  }
  const media = await readFile(each, isText ? undefined : mimeType);
  if (media || !isObject(each) || typeof each["uri"] !== "string") {
    const value = classifyValue(media ?? each, undefined);
    if (!media) requireJson(each);
    return readContents(value, uri, undefined).contents[0] as ResourceContents;
  }
  return checkedItem(each, index);
}

/** @throws UnsendableValue for an item without its members */
function checkedItem(given: JsonObject, index: number): ResourceContents {
  const item = withBase64(given, "blob");
  const problem = contentsProblem(item);
  if (problem !== undefined) {
    throw new UnsendableValue(`The handler returned malformed contents: item ${index} ${problem}.`);
  }
  requireJson(item);
  return item as unknown as ResourceContents;
}
