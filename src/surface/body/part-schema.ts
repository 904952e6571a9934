import { defined } from "../../../runtime/protocol/defined.js";
import type { NamedSchemas, Schema } from "../../operations/model.js";
import { fileReference } from "./file-schema.js";
import { mediaKind } from "../schema/media-types.js";
import { refName } from "../schema/object-shape.js";

type Fields = Exclude<Schema, boolean>;

/** What a part of a multipart body, or a whole body of bytes, is as an argument. */
export interface PartSchema {
  readonly schema: Schema;
  /** Some of its values are files. */
  readonly file: boolean;
  /** What the schema says of the content's type. */
  readonly contentType?: string;
  /** Its values are encoded this way already. */
  readonly contentEncoding?: string;
}

/** References and compositions on the way to the type. */
const maxDepth = 8;
/** What stays true of a value when it is given as a file. */
const annotations = ["title", "description", "deprecated", "readOnly", "writeOnly"] as const;
/** Keywords that say which kind of value it is. */
const telling = [
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
 * Reads the schema of a part: raw bytes become files, whatever the version writes for them. `format: binary` (3.0),
 * a `contentMediaType` that is no text without `contentEncoding` (3.1), an encoding that asks for an image. What is base64 by its
 * schema (`contentEncoding`) stays the string it is.
 *
 * A schema that says nothing at all may be a file too: its default content type is application/octet-stream.
 *
 * @param contentType of the part, where the encoding says so
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
  const wanted = contentType ?? textOf(fields["contentMediaType"]);
  const kind = ofString(fields, contentType, wanted);
  if (kind === "file") return file(fields, wanted);
  if (kind === "text") return { ...plain, ...stringType(fields, contentType) };
  const source = refName(fields["$ref"]);
  if (source !== undefined) {
    const target = schemas.get(source);
    if (!target) return plain;
    const read = partSchema(target.schema, contentType, schemas, depth + 1);
    // The schema itself stays as it is: elsewhere its bytes may be a string.
    if (!read.file) return { ...read, schema };
    const inner: Fields = typeof read.schema === "object" ? read.schema : {};
    return { ...read, schema: { ...inner, ...annotationsOf(fields) } };
  }
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const choices = fields[keyword] as readonly Schema[] | undefined;
    if (!choices) continue;
    const read = choices.map((each) => partSchema(each, contentType, schemas, depth + 1));
    if (!read.some((each) => each.file)) return plain;
    return { schema: { ...fields, [keyword]: read.map((each) => each.schema) }, file: true };
  }
  const parts = fields["allOf"] as readonly Schema[] | undefined;
  const whole = parts
    ?.map((each) => partSchema(each, contentType, schemas, depth + 1))
    .find((each) => each.file);
  if (whole) {
    const inner: Fields = typeof whole.schema === "object" ? whole.schema : {};
    return { ...whole, schema: { ...inner, ...annotationsOf(fields) } };
  }
  const items = fields["items"] as Schema | undefined;
  if (typesOf(fields).includes("array") && items !== undefined) {
    const read = partSchema(items, contentType, schemas, depth + 1);
    return read.file ? { ...read, schema: { ...fields, items: read.schema } } : plain;
  }
  return plain;
}

/** `file`, `text`, or undefined when it is no string or can be other things too. */
function ofString(
  fields: Fields,
  contentType: string | undefined,
  wanted: string | undefined,
): "file" | "text" | undefined {
  const types = typesOf(fields);
  const isString =
    types.includes("string") && types.every((each) => each === "string" || each === "null");
  if (!isString && types.length > 0) return undefined;
  if (fields["contentEncoding"] !== undefined) return "text";
  if (isString && fields["format"] === "binary") return "file";
  if (!isString && telling.some((keyword) => Object.hasOwn(fields, keyword))) return undefined;
  if (!isString && ["$ref", "oneOf", "anyOf", "allOf"].some((key) => Object.hasOwn(fields, key))) {
    return undefined;
  }
  if (wanted !== undefined && isBytes(wanted)) return "file";
  if (isString) return "text";
  return contentType === undefined && fields["contentMediaType"] === undefined ? "file" : undefined;
}

/** Every type of the list is one without text in it. */
function isBytes(list: string): boolean {
  const kinds = list.split(",").map((type) => mediaKind(type.trim()));
  return kinds.every((kind) => kind === "binary");
}

function file(fields: Fields, contentType: string | undefined): PartSchema {
  const reference = { ...(fileReference as Fields), ...annotationsOf(fields) };
  const isNamed = contentType !== undefined || fields["format"] === "binary";
  return {
    // Where nothing is said it may as well be an ordinary field, and a file with a name would not be read as one.
    schema: isNamed ? reference : { anyOf: [{ type: ["string", "number", "boolean"] }, reference] },
    file: true,
    ...defined({ contentType }),
  };
}

function stringType(
  fields: Fields,
  contentType: string | undefined,
): Pick<PartSchema, "contentType" | "contentEncoding"> {
  const contentEncoding = textOf(fields["contentEncoding"]);
  if (contentEncoding !== undefined) {
    return {
      contentEncoding,
      ...defined({
        contentType: contentType === undefined ? "application/octet-stream" : undefined,
      }),
    };
  }
  if (contentType !== undefined) return {};
  const own = textOf(fields["contentMediaType"]);
  return own === undefined ? {} : { contentType: own };
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
