import type { MediaType, NamedSchema, Schema } from "../operations/model.js";
import { essenceOf, mediaKind } from "./media-types.js";
import { partSchema } from "./part-schema.js";
import { readMultipart } from "./multipart-body.js";

type Schemas = ReadonlyMap<string, NamedSchema>;

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
 * The media type to send a body in: JSON, then another JSON type, then multipart when that takes files, then urlencoded,
 * multipart, YAML, XML, sequences of JSON, text, a file; else none. XML and the like are text when their schema says that
 * they come as a string.
 */
export function sendableBody(
  contents: readonly MediaType[],
  schemas: Schemas,
): SendableBody | undefined {
  const sendable = contents.flatMap((content) => {
    const kind = sendKind(content, schemas);
    return kind === undefined ? [] : [{ kind, content, rank: rankOf(kind, content, schemas) }];
  });
  const [best] = sendable.sort((a, b) => a.rank - b.rank);
  if (!best) return undefined;
  const alike = sendable.filter((each) => each !== best && each.kind === "file");
  return { kind: best.kind, content: best.content, alike: alike.map(({ content }) => content) };
}

function sendKind(content: MediaType, schemas: Schemas): SendKind | undefined {
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
  if (/[/+]xml$/.test(essenceOf(type) ?? "")) return "xml";
  if (isSequence(type)) return "sequence";
  return /[/+](x-)?yaml$/.test(essenceOf(type) ?? "") && schema !== true ? "yaml" : "text";
}

/** Media types of items one after the other. @see OpenAPI 3.2 Sequential Media Types */
function isSequence(type: string): boolean {
  return /^application\/((x-)?ndjson|(x-)?jsonl|(x-)?jsonlines|(.+\+)?json-seq)$/.test(
    essenceOf(type) ?? "",
  );
}

function rankOf(kind: SendKind, content: MediaType, schemas: Schemas): number {
  switch (kind) {
    case "json":
      return essenceOf(content.type) === "application/json" ? 0 : 1;
    case "form":
      return 3;
    case "multipart":
      return takesFiles(content, schemas) ? 2 : 4;
    case "yaml":
      return 5;
    case "xml":
      return 6;
    case "sequence":
      return 7;
    case "text":
      return 8;
    case "file":
      return 9;
  }
}

function takesFiles(content: MediaType, schemas: Schemas): boolean {
  const { encoding = {}, restEncoding } = readMultipart(content, schemas).binding;
  return [...Object.values(encoding), restEncoding].some((each) => each?.file);
}

function isReference(schema: Schema): boolean {
  return typeof schema === "object" && schema["$ref"] !== undefined;
}
