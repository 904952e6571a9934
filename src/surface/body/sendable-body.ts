import { isXmlType, isYamlType, jsonSequence } from "../../../runtime/contract/media-type.js";
import type { MediaType, NamedSchemas, Schema } from "../../operations/model.js";
import type { SendableBody, SendKind } from "./body-model.js";
import { essenceOf, mediaKind } from "../schema/media-types.js";
import { isList, readMultipart } from "./multipart-body.js";
import { objectShape } from "../schema/object-shape.js";
import { partSchema } from "./part-schema.js";
import { textSchema } from "./text-schema.js";

/** Maximum number of media types to choose from; a longer list would not help a model. */
const maxBodies = 8;
const multipartWithFiles = 3;

/**
 * Returns the media types to send a body in, one for each meaning, best first: JSON, other JSON types, multipart with
 * files, urlencoded, multipart, YAML, XML, sequences of JSON, text, a file. XML and similar types are sent as text when
 * their schema is a string.
 */
export function sendableBodies(
  contents: readonly MediaType[],
  schemas: NamedSchemas,
): readonly SendableBody[] {
  const patches = patchesIn(contents);
  const sendable = contents.flatMap((written) => {
    const patch = patches.get(written);
    const content =
      patch === "json-patch" ? asPatch(written, patches, schemas) : withFormType(written, schemas);
    const kind = sendKind(content, schemas);
    if (kind === undefined) return [];
    const meaning = `${patch ?? ""} ${valueKey(content)}`;
    return [{ kind, content, meaning, rank: rankOf(kind, content, schemas) }];
  });
  const ranked = sendable.sort((a, b) => a.rank - b.rank);
  const byMeaning = new Map<string, SendableBody & { readonly alike: MediaType[] }>();
  // Multipart with files replaces JSON of the same meaning, which can't carry files.
  const carriers = ranked.filter(({ rank }) => rank === multipartWithFiles);
  const ofFiles = new Set(carriers.map(({ meaning }) => meaning));
  for (const { kind, content, meaning, rank } of ranked) {
    if (ofFiles.has(meaning) && rank !== multipartWithFiles) continue;
    const known = byMeaning.get(meaning);
    if (!known) byMeaning.set(meaning, { kind, content, alike: [] });
    else if (kind === "file" && known.kind === "file") known.alike.push(content);
  }
  return [...byMeaning.values()].slice(0, maxBodies);
}

/** Gives `multipart/*` the type that its schema asks for: the items of a list have no names, which a form needs. */
function withFormType(content: MediaType, schemas: NamedSchemas): MediaType {
  if (essenceOf(content.type) !== "multipart/*") return content;
  const type = isList(content, schemas) ? "multipart/mixed" : "multipart/form-data";
  return { ...content, type };
}

/**
 * Returns the kinds of patch by media type. ASP.NET Core lists `application/json-patch+json` with the schema of the JSON
 * types for every body: it is no kind of patch there, unless a body has other kinds, too.
 */
function patchesIn(contents: readonly MediaType[]): ReadonlyMap<MediaType, string> {
  const patches = new Map<MediaType, string>();
  for (const content of contents) {
    const [patch] =
      /(?:json|merge|strategic-merge|apply)-patch/.exec(essenceOf(content.type) ?? "") ?? [];
    if (patch !== undefined) patches.set(content, patch);
  }
  if ([...patches.values()].some((patch) => patch !== "json-patch")) return patches;
  const others = new Set(
    contents
      .filter((content) => !patches.has(content) && mediaKind(content.type) === "json")
      .map(valueKey),
  );
  for (const content of patches.keys()) if (others.has(valueKey(content))) patches.delete(content);
  return patches;
}

/** Returns a key that media types share when they write the same value. */
function valueKey({ schema = true, itemSchema }: MediaType): string {
  return JSON.stringify([schema, itemSchema ?? null], withoutTexts);
}

/** Annotations that don't change a schema's meaning. (Properties of these names hold schemas, not texts.) */
const texts = new Set(["title", "description"]);

function withoutTexts(key: string, value: unknown): unknown {
  return texts.has(key) && typeof value === "string" ? undefined : value;
}

function isJsonPatch(type: string): boolean {
  return essenceOf(type) === "application/json-patch+json";
}

/**
 * Corrects documents that give every kind of patch the same object schema, or a JSON Patch that of any object: it is a
 * list. @see RFC 6902 section 3
 */
function asPatch(
  content: MediaType,
  patches: ReadonlyMap<MediaType, string>,
  schemas: NamedSchemas,
): MediaType {
  const shape = content.schema === undefined ? undefined : objectShape(content.schema, schemas);
  if (!shape || (shape.properties.size > 0 && patches.size < 2)) return content;
  return { ...content, schema: { type: "array", items: { type: "object" } } };
}

function sendKind(content: MediaType, schemas: NamedSchemas): SendKind | undefined {
  const { type, schema = true } = content;
  const kind = mediaKind(type);
  if (kind === undefined || kind === "multipart" || kind === "form") return kind;
  const bytes = partSchema(schema, kind === "binary" ? type : undefined, schemas);
  const isText = isString(schema) || (kind === "binary" && textSchema(schema, schemas) === schema);
  if (bytes.contentEncoding !== undefined && isText) return "text";
  const isFile = bytes.file && isReference(bytes.schema);
  if (kind === "binary") return isFile || schema === true ? "file" : undefined;
  // The schema decides for a media range, which does not tell whether the body is bytes.
  if (isFile) return "file";
  if (essenceOf(type) === "*/*" && bytes.file) return "file";
  return kind === "json" ? jsonKind(type, schema) : textKind(type, schema);
}

/** A range of all types is JSON unless its schema is a string. */
function jsonKind(type: string, schema: Schema): SendKind {
  return essenceOf(type) === "*/*" && isString(schema) ? "text" : "json";
}

function textKind(type: string, schema: Schema): SendKind {
  if (isString(schema)) return "text";
  const essence = essenceOf(type) ?? "";
  if (isXmlType(essence)) return "xml";
  if (jsonSequence(essence)) return "sequence";
  return isYamlType(essence) && schema !== true ? "yaml" : "text";
}

function rankOf(kind: SendKind, content: MediaType, schemas: NamedSchemas): number {
  switch (kind) {
    case "json":
      return essenceOf(content.type) === "application/json" ? 0 : isJsonPatch(content.type) ? 2 : 1;
    case "form":
      return 4;
    case "multipart":
      return multipartRank(content, schemas);
    case "yaml":
      return 6;
    case "xml":
      return 7;
    case "sequence":
      return 8;
    case "text":
      return 9;
    case "file":
      return 10;
  }
}

function multipartRank(content: MediaType, schemas: NamedSchemas): number {
  const { binding, fault } = readMultipart(content, schemas);
  // Ranked last: it can't be sent.
  if (fault !== undefined) return 11;
  const { encoding = {}, restEncoding, prefixEncoding = [], itemEncoding } = binding;
  const all = [...Object.values(encoding), restEncoding, ...prefixEncoding, itemEncoding];
  return all.some((each) => each?.file) ? multipartWithFiles : 5;
}

function isString(schema: Schema): schema is Exclude<Schema, boolean> {
  return typeof schema === "object" && schema["type"] === "string";
}

function isReference(schema: Schema): boolean {
  return typeof schema === "object" && schema["$ref"] !== undefined;
}
