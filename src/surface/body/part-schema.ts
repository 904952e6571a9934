import { defined } from "../../../runtime/protocol/defined.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";
import { fileReference } from "./file-schema.js";
import { mediaKind } from "../schema/media-types.js";
import { refName } from "../schema/object-shape.js";

type Fields = Exclude<Schema, boolean>;

/** The argument for a part of a multipart body, or for a whole body of bytes. */
export interface PartSchema {
  readonly schema: Schema;
  /** Whether some of its values are files. */
  readonly file: boolean;
  /** Besides files, some of its values are other objects. */
  readonly orObject?: true;
  /** Media type of the content, from the schema. */
  readonly contentType?: string;
  /** Encoding that the argument's strings already have, as a header states it. */
  readonly contentEncoding?: string;
  /** Encoding that strings must be in without a header: that of `format: byte`. */
  readonly impliedEncoding?: "base64";
}

const maxDepth = 8;
/** Annotations that also hold for a file. */
const annotations = ["title", "description", "deprecated", "readOnly", "writeOnly"] as const;
/** Keywords that restrict the kind of value. */
const restricting = [
  "type",
  "enum",
  "const",
  "properties",
  "additionalProperties",
  "items",
  "pattern",
  "minLength",
  "maxLength",
  "not",
  "format",
] as const;

/**
 * Reads the schema of a part. Raw bytes become files: `format: binary` (3.0), `contentEncoding: binary` or a binary
 * `contentMediaType` without another `contentEncoding` (3.1), or an encoding with a binary content type. A string with an
 * encoding that changes the bytes (base64) stays a string.
 *
 * An empty schema allows a file, too: its default content type is application/octet-stream.
 *
 * @param contentType content type of the part's encoding
 * @see OpenAPI 3.0.4 and 3.2, Encoding Object, `contentType`; 3.1.1 Working With Binary Data
 */
export function partSchema(
  schema: Schema,
  contentType: string | undefined,
  schemas: NamedSchemas,
  depth = 0,
): PartSchema {
  const plain = { schema, file: false };
  if (schema === false || depth > maxDepth) return plain;
  const fields: Fields = schema === true ? {} : schema;
  const mediaType = contentType ?? textOf(fields["contentMediaType"]);
  const kind = ofString(fields, contentType, mediaType);
  if (kind === "file") return file(fields, mediaType);
  if (kind === "text") return { ...plain, ...stringType(fields, contentType) };
  const read = (one: Schema): PartSchema => partSchema(one, contentType, schemas, depth + 1);
  const source = refName(fields["$ref"]);
  if (source !== undefined) {
    const target = schemas.get(source);
    if (!target) return plain;
    const result = read(target.schema);
    // The named schema must not change: elsewhere its bytes may be a string.
    return result.file ? withAnnotations(result, fields) : { ...result, schema };
  }
  return ofComposition(fields, read, schemas) ?? ofItems(fields, read) ?? plain;
}

type Read = (schema: Schema) => PartSchema;

function ofComposition(fields: Fields, read: Read, schemas: NamedSchemas): PartSchema | undefined {
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const choices = (fields[keyword] as readonly Schema[] | undefined)?.map(read);
    if (!choices) continue;
    if (!choices.some(({ file }) => file)) return { schema: fields, file: false };
    const orObject = choices.some((each) =>
      each.file ? each.orObject : mayBeObject(each.schema, schemas),
    );
    return {
      schema: { ...fields, [keyword]: choices.map((each) => each.schema) },
      file: true,
      ...defined({ orObject: orObject || undefined }),
    };
  }
  const parts = (fields["allOf"] ?? []) as readonly Schema[];
  const wholes = parts.map(read);
  const whole = wholes.find(({ file }) => file);
  if (whole) return withAnnotations(whole, fields);
  const encoded = wholes.find(isEncoded);
  return encoded && { ...encoded, schema: fields };
}

function ofItems(fields: Fields, read: Read): PartSchema | undefined {
  const items = fields["items"] as Schema | undefined;
  if (items === undefined || !typesOf(fields).includes("array")) return undefined;
  const result = read(items);
  if (result.file) return { ...result, schema: { ...fields, items: result.schema } };
  return isEncoded(result) ? { ...result, schema: fields } : undefined;
}

/** Whether a schema allows objects, or lists of them: each item of a list is a part. */
function mayBeObject(schema: Schema, schemas: NamedSchemas, depth = 0): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return schema !== false;
  const may = (one: Schema): boolean => mayBeObject(one, schemas, depth + 1);
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target && !may(target.schema)) return false;
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const choices = schema[keyword] as readonly Schema[] | undefined;
    if (choices && !choices.some(may)) return false;
  }
  if (!((schema["allOf"] ?? []) as readonly Schema[]).every(may)) return false;
  const values = "const" in schema ? [schema["const"]] : (schema["enum"] as unknown[] | undefined);
  if (values && !values.some((value) => typeof value === "object" && value !== null)) return false;
  const types = typesOf(schema);
  if (types.length === 0 || types.includes("object")) return true;
  return types.includes("array") && may((schema["items"] ?? true) as Schema);
}

function isEncoded({ contentEncoding, impliedEncoding }: PartSchema): boolean {
  return (contentEncoding ?? impliedEncoding) !== undefined;
}

function withAnnotations(part: PartSchema, fields: Fields): PartSchema {
  const inner: Fields = typeof part.schema === "object" ? part.schema : {};
  return { ...part, schema: { ...inner, ...annotationsOf(fields) } };
}

/** Returns undefined when the schema is not a string, or not only a string. */
function ofString(
  fields: Fields,
  contentType: string | undefined,
  mediaType: string | undefined,
): "file" | "text" | undefined {
  const types = typesOf(fields);
  const isString =
    types.includes("string") && types.every((each) => each === "string" || each === "null");
  if (!isString && types.length > 0) return undefined;
  if (hasEncodedText(fields)) return "text";
  // Without a type the format or the encoding alone says that the value is raw bytes.
  if (saysBinary(fields)) return "file";
  if (!isString && restricting.some((keyword) => Object.hasOwn(fields, keyword))) return undefined;
  if (!isString && ["$ref", "oneOf", "anyOf", "allOf"].some((key) => Object.hasOwn(fields, key))) {
    return undefined;
  }
  if (mediaType !== undefined && isBytes(mediaType)) return "file";
  if (isString) return "text";
  return contentType === undefined && fields["contentMediaType"] === undefined ? "file" : undefined;
}

/** Whether a string's bytes are encoded as text. @see RFC 2045 section 6.2: `binary` is no encoding */
function hasEncodedText({ contentEncoding }: Fields): boolean {
  return contentEncoding !== undefined && contentEncoding !== "binary";
}

/** Whether a string is bytes, of any media type. */
function saysBinary({ format, contentEncoding }: Fields): boolean {
  return format === "binary" || contentEncoding === "binary";
}

/** Whether all media types of a comma-separated list are binary. */
function isBytes(list: string): boolean {
  const kinds = list.split(",").map((type) => mediaKind(type.trim()));
  return kinds.every((kind) => kind === "binary");
}

function file(fields: Fields, contentType: string | undefined): PartSchema {
  const reference = { ...(fileReference as Fields), ...annotationsOf(fields) };
  const isNamed = contentType !== undefined || saysBinary(fields);
  return {
    // Without any type it may as well be an ordinary field, and a server would not read a part with a file name as one.
    schema: isNamed ? reference : { anyOf: [{ type: ["string", "number", "boolean"] }, reference] },
    file: true,
    ...defined({ contentType }),
  };
}

function stringType(
  fields: Fields,
  contentType: string | undefined,
): Pick<PartSchema, "contentType" | "contentEncoding" | "impliedEncoding"> {
  const contentEncoding = textOf(fields["contentEncoding"]);
  if (contentEncoding !== undefined) {
    return {
      contentEncoding,
      ...defined({
        contentType: contentType === undefined ? "application/octet-stream" : undefined,
      }),
    };
  }
  // @see OpenAPI 3.0.4 Data Types, `byte`: base64 encoded characters
  const impliedEncoding = fields["format"] === "byte" ? ("base64" as const) : undefined;
  const own = contentType === undefined ? textOf(fields["contentMediaType"]) : undefined;
  return defined({ impliedEncoding, contentType: own });
}

function annotationsOf(fields: Fields): Fields {
  return Object.fromEntries(
    annotations.filter((key) => Object.hasOwn(fields, key)).map((key) => [key, fields[key]]),
  );
}

function typesOf(fields: Fields): readonly unknown[] {
  const { type } = fields;
  if (type === undefined) return [];
  return Array.isArray(type) ? type : [type];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
