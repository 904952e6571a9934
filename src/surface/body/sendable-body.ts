import { isXmlType, isYamlType, jsonSequence } from "../../../runtime/contract/media-type.js";
import type { MediaType, NamedSchemas, Schema } from "../../operations/model.js";
import { essenceOf, mediaKind } from "../schema/media-types.js";
import { readMultipart } from "./multipart-body.js";
import { objectShape } from "../schema/object-shape.js";
import { partSchema } from "./part-schema.js";

/** More ways than this to send one body are no choice for a model. */
const maxBodies = 8;
const multipartWithFiles = 3;

/** How the runtime can write a body. */
export type SendKind =
  | "json"
  /** JSON is YAML. */
  | "yaml"
  | "form"
  | "multipart"
  | "xml"
  /** Items one after the other, each of them JSON. */
  | "sequence"
  | "text"
  | "file";

/** A body as the runtime can send it. */
export interface SendableBody {
  readonly kind: SendKind;
  readonly content: MediaType;
  /** Of a file: the other media types that it may be sent as. */
  readonly alike: readonly MediaType[];
}

/**
 * The media types to send a body in, one for each meaning, best first: JSON, then another JSON type, then multipart when
 * that takes files, then urlencoded, multipart, YAML, XML, sequences of JSON, text, a file; else none. XML and the like are
 * text when their schema says that they come as a string.
 */
export function sendableBodies(
  contents: readonly MediaType[],
  schemas: NamedSchemas,
): readonly SendableBody[] {
  const sendable = contents.flatMap((written) => {
    const content = isJsonPatch(written.type) ? asPatch(written, schemas) : written;
    const kind = sendKind(content, schemas);
    return kind === undefined ? [] : [{ kind, content, rank: rankOf(kind, content, schemas) }];
  });
  const ranked = sendable.sort((a, b) => a.rank - b.rank);
  const byMeaning = new Map<string, SendableBody & { readonly alike: MediaType[] }>();
  // What takes files can carry what JSON can't.
  const carriers = ranked.filter(({ rank }) => rank === multipartWithFiles);
  const ofFiles = new Set(carriers.map(({ content }) => meaningOf(content)));
  for (const { kind, content, rank } of ranked) {
    const meaning = meaningOf(content);
    if (ofFiles.has(meaning) && rank !== multipartWithFiles) continue;
    const known = byMeaning.get(meaning);
    if (!known) byMeaning.set(meaning, { kind, content, alike: [] });
    else if (kind === "file" && known.kind === "file") known.alike.push(content);
  }
  return [...byMeaning.values()].slice(0, maxBodies);
}

/** The same for media types that are ways to write the same value with the same effect. */
function meaningOf({ type, schema = true, itemSchema }: MediaType): string {
  const patch = /(?:json|merge|strategic-merge|apply)-patch/.exec(essenceOf(type) ?? "")?.[0] ?? "";
  return `${patch} ${JSON.stringify([schema, itemSchema ?? null], withoutSettings)}`;
}

/** What is said about a schema; properties of these names hold schemas, not texts. */
const settings = new Set(["title", "description"]);

function withoutSettings(key: string, value: unknown): unknown {
  return settings.has(key) && typeof value === "string" ? undefined : value;
}

function isJsonPatch(type: string): boolean {
  return essenceOf(type) === "application/json-patch+json";
}

/** Some documents give every kind of patch one schema of objects, but a JSON Patch is a list. @see RFC 6902 section 3 */
function asPatch(content: MediaType, schemas: NamedSchemas): MediaType {
  const { schema } = content;
  if (schema === undefined || objectShape(schema, schemas) === undefined) return content;
  return { ...content, schema: { type: "array", items: { type: "object" } } };
}

function sendKind(content: MediaType, schemas: NamedSchemas): SendKind | undefined {
  const { type, schema = true } = content;
  const kind = mediaKind(type);
  if (kind === undefined || kind === "multipart" || kind === "form") return kind;
  const isString = typeof schema === "object" && schema["type"] === "string";
  const isEncoded = isString && schema["contentEncoding"] !== undefined;
  if (isEncoded) return "text";
  const bytes = partSchema(schema, kind === "binary" ? type : undefined, schemas);
  const isFile = bytes.file && isReference(bytes.schema);
  if (kind === "binary") return isFile || schema === true ? "file" : undefined;
  // A range says nothing of what the bytes are, and a schema of strings with this format says that they are bytes.
  if (isFile) return "file";
  if (essenceOf(type) === "*/*") {
    if (bytes.file) return "file";
    return isString ? "text" : "json";
  }
  if (kind === "json") return "json";
  if (isString) return "text";
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
  // Behind all that can be sent.
  if (fault !== undefined) return 11;
  const { encoding = {}, restEncoding, prefixEncoding = [], itemEncoding } = binding;
  const all = [...Object.values(encoding), restEncoding, ...prefixEncoding, itemEncoding];
  return all.some((each) => each?.file) ? multipartWithFiles : 5;
}

function isReference(schema: Schema): boolean {
  return typeof schema === "object" && schema["$ref"] !== undefined;
}
