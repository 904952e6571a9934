import type { MediaType, NamedSchema, Schema } from "../operations/model.js";
import { essenceOf, mediaKind } from "./media-types.js";
import { partSchema } from "./part-schema.js";
import { readMultipart } from "./multipart-body.js";

type Schemas = ReadonlyMap<string, NamedSchema>;

/** How the runtime can write a body. */
export type SendKind = "json" | "form" | "multipart" | "text" | "file";

/** A body as the runtime can send it. */
export interface SendableBody {
  readonly kind: SendKind;
  readonly content: MediaType;
  /** Of a file: the other media types that it may be sent as. */
  readonly alike: readonly MediaType[];
}

/**
 * The media type to send a body in: JSON, then another JSON type, then multipart when that takes files, then urlencoded,
 * multipart, text, a file; else none. XML is text only when its schema says that it comes as a string.
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
  return comesAsString(content) ? "text" : undefined;
}

function rankOf(kind: SendKind, content: MediaType, schemas: Schemas): number {
  switch (kind) {
    case "json":
      return essenceOf(content.type) === "application/json" ? 0 : 1;
    case "form":
      return 3;
    case "multipart":
      return takesFiles(content, schemas) ? 2 : 4;
    case "text":
      return 5;
    case "file":
      return 6;
  }
}

function takesFiles(content: MediaType, schemas: Schemas): boolean {
  const { encoding = {}, restEncoding } = readMultipart(content, schemas).binding;
  return [...Object.values(encoding), restEncoding].some((each) => each?.file);
}

function isReference(schema: Schema): boolean {
  return typeof schema === "object" && schema["$ref"] !== undefined;
}

function comesAsString({ type, schema }: MediaType): boolean {
  return !/xml/i.test(type) || (typeof schema === "object" && schema["type"] === "string");
}
