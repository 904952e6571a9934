import { defined } from "../../../runtime/protocol/defined.js";
import { parseMediaType } from "../../../runtime/contract/media-type.js";
import type { BodyBinding } from "../../../runtime/contract/operation.js";
import type { MediaType, NamedSchemas, RequestBody, Schema } from "../../operations/model.js";
import type {
  BodyConstants,
  BodyField,
  PartHeaderField,
  SendableBody,
  SendKind,
  SentBody,
} from "./body-model.js";
import { isLeftOut } from "../schema/directions.js";
import { fileReference } from "./file-schema.js";
import { essenceOf, headerValue, mediaKind } from "../schema/media-types.js";
import { readMultipart } from "./multipart-body.js";
import { objectShape, refName, type ObjectShape } from "../schema/object-shape.js";
import { partSchema } from "./part-schema.js";
import { unsafeKeys } from "../names/unsafe-keys.js";
import { textSchema } from "./text-schema.js";
import { propertyXml, xmlShape } from "./xml-shape.js";

/** The plan for a body in one of its media types. */
export interface PlannedMediaType {
  readonly ok: true;
  readonly plan: SentBody;
  /** Schema of the whole body, also where its properties are arguments. */
  readonly schema: Schema;
}

/** `reason` is a clause that follows the name of the media type. */
interface Unsendable {
  readonly ok: false;
  readonly reason: string;
}

interface Representation {
  readonly ok: true;
  readonly schema: Schema;
  /** `schema` as a plain object, where its properties may be arguments. */
  readonly shape?: ObjectShape | undefined;
  readonly constants?: Omit<BodyConstants, "type" | "required">;
  readonly partHeaders?: readonly PartHeaderField[];
}

/** What decides about the arguments of a body, besides the body. */
export interface AroundBody {
  /** The operation has no arguments beside the body's properties, so that their number can be limited. */
  readonly isAlone: boolean;
  /** Arguments that the document does not describe become members of the body. */
  readonly takesUnknown: boolean;
  /** An example does not make a read-only member one of requests. @see Swagger 2.0 Schema Object, `readOnly`: MUST NOT */
  readonly forbidsReadOnly: boolean;
}

/** Decides how a body in one media type becomes arguments. */
export function planMediaType(
  sendable: SendableBody,
  body: RequestBody,
  schemas: NamedSchemas,
  { isAlone, takesUnknown, forbidsReadOnly }: AroundBody,
): PlannedMediaType | Unsendable {
  const written = representationOf(sendable, schemas);
  if (!written.ok) return written;
  const { schema, shape, partHeaders = [] } = written;
  const binding = bindingOf(sendable, body, written);
  if (sendable.kind !== "file" && binding.type.includes("*")) {
    return { ok: false, reason: "it is a range, and nothing tells which of its types to send" };
  }
  const charset = parseMediaType(binding.type)?.charset;
  if (charset !== undefined && isText.has(sendable.kind) && !isCharset(charset)) {
    return { ok: false, reason: "its charset is not one of WHATWG Encoding" };
  }
  const common = {
    binding,
    ...defined({ partHeaders: partHeaders.length > 0 ? partHeaders : undefined }),
  };
  const fields = shape && fieldsOf(shape, sendable, schemas, forbidsReadOnly);
  const minProperties = shape && fields && leastFields(shape, fields, body);
  const canLimit = isAlone && partHeaders.length === 0 && body.required;
  if (!fields || (minProperties !== undefined && !canLimit)) {
    const { description } = body;
    return {
      ok: true,
      schema,
      plan: { kind: "whole", schema, ...defined({ description }), ...common },
    };
  }
  return {
    ok: true,
    schema,
    plan: {
      kind: "fields",
      fields,
      ...defined({
        minProperties,
        neverSent: takesUnknown && !shape.isClosed ? neverSent(shape, fields) : undefined,
      }),
      ...common,
    },
  };
}

/** Kinds that are written as text, in the charset of the media type. */
const isText: ReadonlySet<SendKind> = new Set(["text", "json", "yaml", "xml", "form", "sequence"]);

function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

function representationOf(
  { kind, content, alike }: SendableBody,
  schemas: NamedSchemas,
): Representation | Unsendable {
  switch (kind) {
    case "text":
      return planText(content, schemas);
    case "file":
      return planFile(alike);
    case "sequence":
      return { ok: true, schema: sequenceSchema(content, schemas) };
    case "xml":
      return planXml(content, schemas);
    case "multipart":
      return planMultipart(content, schemas);
    case "form":
      return {
        ...planValue(content, schemas),
        constants: defined({ encoding: encodingOf(content, schemas) }),
      };
    case "json":
    case "yaml":
      return planValue(content, schemas);
  }
}

/** A text in JSON is a value like others; only a body that is nothing but the text can state its encoding. */
function planText({ type, schema }: MediaType, schemas: NamedSchemas): Representation {
  const { contentEncoding } = partSchema(schema ?? true, undefined, schemas);
  const isChecked = contentEncoding !== undefined && mediaKind(type) !== "json";
  return {
    ok: true,
    schema: textSchema(schema, schemas),
    ...(isChecked && { constants: { contentEncoding } }),
  };
}

/** The file's own media type decides which of those that the API accepts is sent. */
function planFile(alike: readonly MediaType[]): Representation {
  const otherTypes = alike.map(({ type }) => type);
  return {
    ok: true,
    schema: fileReference,
    constants: {
      file: true,
      ...defined({ otherTypes: otherTypes.length > 0 ? otherTypes : undefined }),
    },
  };
}

function planXml(content: MediaType, schemas: NamedSchemas): Representation | Unsendable {
  const result = xmlShape(content.schema ?? true, schemas);
  if (!result.ok) return { ok: false, reason: `its XML ${result.fault}` };
  return { ...planValue(content, schemas), constants: { xml: result.xml } };
}

function planMultipart(content: MediaType, schemas: NamedSchemas): Representation | Unsendable {
  const { schema, shape, binding, headers, fault } = readMultipart(content, schemas);
  if (fault !== undefined) return { ok: false, reason: fault };
  return {
    ok: true,
    // Parts have names, so the body is an object.
    schema: schema === true ? { type: "object" } : schema,
    shape: hasDiscriminatedSubtypes(content.schema ?? true, schemas) ? undefined : shape,
    constants: binding,
    partHeaders: headers,
  };
}

/** The properties of one subtype can't be arguments beside those that all subtypes share. */
function planValue({ schema = true }: MediaType, schemas: NamedSchemas): Representation {
  const shape = hasDiscriminatedSubtypes(schema, schemas)
    ? undefined
    : objectShape(schema, schemas);
  return { ok: true, schema, shape };
}

function bindingOf(
  { kind, content }: SendableBody,
  { required }: RequestBody,
  { constants }: Representation,
): BodyConstants {
  return {
    type: typeOf(kind, content),
    ...defined({ required: required ? true : undefined }),
    ...constants,
  };
}

/** Returns the properties that become arguments; undefined if these could not express all bodies, or only those, of the schema. */
function fieldsOf(
  shape: ObjectShape,
  { kind, content }: SendableBody,
  schemas: NamedSchemas,
  forbidsReadOnly: boolean,
): readonly BodyField[] | undefined {
  const { properties, additional, conflicting, nullable } = shape;
  if (properties.size === 0 || additional !== undefined || conflicting) return undefined;
  if (nullable && canSendNull.has(kind)) return undefined;
  const fields = [...properties]
    .filter(([, schema]) => !isLeftOut(schema, "input", schemas))
    .map(([property, schema]) => ({ property, schema, required: shape.required.has(property) }));
  const known = new Set(fields.map(({ property }) => property));
  const more = exampleMembers(shape, content, schemas).filter(
    // Properties that are not known by now are read-only.
    (name) => !known.has(name) && !(forbidsReadOnly && properties.has(name)),
  );
  return [
    ...fields,
    ...more.map((property) => ({
      property,
      schema: properties.get(property) ?? true,
      required: false,
    })),
  ];
}

/** Returns the properties that the schema describes and that are no arguments. */
function neverSent({ properties }: ObjectShape, fields: readonly BodyField[]): readonly string[] {
  const sent = new Set(fields.map(({ property }) => property));
  return [...properties.keys()].filter((property) => !sent.has(property));
}

/** Most members that a body takes from its examples. */
const maxExampleMembers = 50;

/** Returns the names of members that an open body has in its examples: the API takes them, described or not. */
function exampleMembers(
  { isClosed }: ObjectShape,
  { schema = true, exampleMembers: named = [] }: MediaType,
  schemas: NamedSchemas,
): readonly string[] {
  if (isClosed) return [];
  const names = new Set([...named, ...membersOfExamples(schema, schemas, 0)]);
  return [...names].filter((name) => !unsafeKeys.has(name)).slice(0, maxExampleMembers);
}

function membersOfExamples(
  schema: Schema,
  schemas: NamedSchemas,
  depth: number,
): readonly string[] {
  if (typeof schema === "boolean" || depth > maxDepth) return [];
  const own = ((schema["examples"] ?? []) as readonly unknown[]).flatMap((example) =>
    typeof example === "object" && example !== null && !Array.isArray(example)
      ? Object.keys(example)
      : [],
  );
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  const parts = [...(target ? [target.schema] : []), ...((schema["allOf"] ?? []) as Schema[])];
  return [...own, ...parts.flatMap((part) => membersOfExamples(part, schemas, depth + 1))];
}

/** Kinds in which a body may be null. */
const canSendNull: ReadonlySet<SendKind> = new Set(["json", "yaml"]);

/** Returns the minimum number of properties, if there can be fewer. An optional body without any is not sent at all. */
function leastFields(
  { minProperties = 0 }: ObjectShape,
  fields: readonly BodyField[],
  { required }: RequestBody,
): number | undefined {
  const always = fields.filter((field) => field.required).length;
  return minProperties > Math.max(always, required ? 0 : 1) ? minProperties : undefined;
}

const maxDepth = 8;

/**
 * Whether a schema, or one that it includes, has a `discriminator` whose subtypes add their own properties. A subtype
 * that adds to what is general does not stand for the others.
 *
 * @param within names of the schemas that lead there by adding to what they include
 */
function hasDiscriminatedSubtypes(
  schema: Schema,
  schemas: NamedSchemas,
  within: readonly string[] = [],
  depth = 0,
): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target) {
    const { name, subtypes } = target;
    if (subtypes && !within.some((each) => subtypes.includes(each))) return true;
    return hasDiscriminatedSubtypes(target.schema, schemas, [...within, name], depth + 1);
  }
  const parts = (schema["allOf"] as readonly Schema[] | undefined) ?? [];
  const around = parts.length > 1 ? within : [];
  return parts.some((part) => hasDiscriminatedSubtypes(part, schemas, around, depth + 1));
}

/** Returns the list of a sequence's items; a schema that is not a list describes one item. */
export function sequenceSchema(
  { schema, itemSchema }: Pick<MediaType, "schema" | "itemSchema">,
  schemas: NamedSchemas,
): Schema {
  if (schema === undefined || itemSchema !== undefined) {
    return { type: "array", items: itemSchema ?? true };
  }
  return isArray(schema, schemas, 0) ? schema : { type: "array", items: schema };
}

function isArray(schema: Schema, schemas: NamedSchemas, depth: number): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  return (
    schema["type"] === "array" ||
    (target !== undefined && isArray(target.schema, schemas, depth + 1))
  );
}

function typeOf(kind: SendKind, { type: written, schema }: MediaType): string {
  // A media range is kept for files: each file names its own type.
  if (kind === "file") return written;
  const isOfAny = kind === "text" && essenceOf(written) === "*/*";
  const type = isOfAny ? "text/plain" : headerValue(written);
  const stated = typeof schema === "object" ? schema["contentMediaType"] : undefined;
  return type.includes("*") && typeof stated === "string" ? headerValue(stated) : type;
}

/** Returns how the properties of a form are written. */
export function encodingOf(
  { schema = true, encoding }: Pick<MediaType, "schema" | "encoding">,
  schemas: NamedSchemas,
): BodyBinding["encoding"] {
  if (!encoding || Object.keys(encoding).length === 0) return undefined;
  const properties = objectShape(schema, schemas)?.properties;
  return Object.fromEntries(
    Object.entries(encoding).map(([property, written]) => {
      const { contentType, style, explode, itemDelimiters, allowReserved } = written;
      const own = properties?.get(property) ?? true;
      const xml = contentType && propertyXml(property, own, contentType, schemas);
      const rules = defined({
        contentType,
        style,
        explode,
        itemDelimiters,
        allowReserved: allowReserved || undefined,
        xml: xml || undefined,
      });
      return [property, rules];
    }),
  );
}
