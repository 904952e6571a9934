import { defined } from "../../../runtime/protocol/defined.js";
import type { BodyBinding } from "../../../runtime/contract/operation.js";
import type { MediaType, NamedSchemas, RequestBody, Schema } from "../../operations/model.js";
import type { BodyConstants, BodyField, BodyPlan } from "./plan-body.js";
import { isLeftOut } from "../schema/directions.js";
import { fileReference } from "./file-schema.js";
import { hasDiscriminatedSubtypes } from "./kinds.js";
import { headerValue } from "../schema/media-types.js";
import { readMultipart } from "./multipart-body.js";
import { objectShape, refName } from "../schema/object-shape.js";
import type { SendableBody, SendKind } from "./sendable-body.js";
import { textSchema } from "./text-schema.js";
import { xmlShape } from "./xml-shape.js";

/** A body in one of its media types. */
export type OneBody =
  | {
      readonly plan: Extract<BodyPlan, { readonly kind: "fields" | "whole" }>;
      /** Of the whole body, also where its properties are arguments. */
      readonly schema: Schema;
    }
  /** In words that follow what can't be sent. */
  | { readonly reason: string };

/** Decides how a body in one media type becomes arguments. */
export function planOneBody(
  { kind, content, alike }: SendableBody,
  body: RequestBody,
  schemas: NamedSchemas,
): OneBody {
  const encoding = kind === "form" ? encodingOf(content) : undefined;
  const multipart = kind === "multipart" ? readMultipart(content, schemas) : undefined;
  if (multipart?.fault !== undefined) return { reason: multipart.fault };
  const xml = kind === "xml" ? xmlShape(content.schema ?? true, schemas) : undefined;
  if (xml && "fault" in xml) return { reason: `its XML ${xml.fault}` };
  const binding: BodyConstants = {
    type: typeOf(kind, content.type),
    ...defined({
      required: body.required ? true : undefined,
      encoding,
    }),
    ...multipart?.binding,
    ...defined({ xml }),
    ...(kind === "file" ? fileTypes(alike) : {}),
  };
  const whole = (schema: Schema): OneBody => ({
    schema,
    plan: {
      kind: "whole",
      schema,
      ...defined({
        description: body.description,
        partHeaders: multipart && multipart.headers.length > 0 ? multipart.headers : undefined,
      }),
      binding,
    },
  });
  if (kind === "text") return whole(textSchema(content.schema, schemas));
  if (kind === "file") return whole(fileReference);
  if (kind === "sequence") return whole(sequenceSchema(content, schemas));
  const schema = multipart ? partsOf(multipart.schema) : (content.schema ?? true);
  // Members of single kinds could not be given beside those that all kinds have.
  if (!multipart && hasDiscriminatedSubtypes(schema, schemas)) return whole(schema);
  const shape = multipart ? multipart.shape : objectShape(schema, schemas);
  if (!shape || shape.additional !== undefined || shape.properties.size === 0) return whole(schema);
  const fields: BodyField[] = [];
  for (const [property, propertySchema] of shape.properties) {
    if (isLeftOut(propertySchema, "input", schemas)) continue;
    fields.push({ property, schema: propertySchema, required: shape.required.has(property) });
  }
  const { minProperties } = shape;
  const plan = {
    kind: "fields",
    fields,
    ...defined({
      minProperties,
      partHeaders: multipart && multipart.headers.length > 0 ? multipart.headers : undefined,
    }),
    binding,
  } as const;
  return { plan, schema };
}

/** Parts have names. */
function partsOf(schema: Schema): Schema {
  return schema === true ? { type: "object" } : schema;
}

/** What is written for a sequence is its items: a schema that is no list describes one of them. */
function sequenceSchema({ schema, itemSchema }: MediaType, schemas: NamedSchemas): Schema {
  if (schema === undefined || itemSchema !== undefined) {
    return { type: "array", items: itemSchema ?? true };
  }
  return isArray(schema, schemas, 0) ? schema : { type: "array", items: schema };
}

function isArray(schema: Schema, schemas: NamedSchemas, depth: number): boolean {
  if (typeof schema === "boolean" || depth > 8) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  return (
    schema["type"] === "array" ||
    (target !== undefined && isArray(target.schema, schemas, depth + 1))
  );
}

function typeOf(kind: SendKind, written: string): string {
  // Which type of a range a file has is known when there is one.
  if (kind === "file") return written;
  return kind === "text" && written.includes("*") ? "text/plain" : headerValue(written);
}

/** A file is what it is: of several types the API takes, its own is the one to send. */
function fileTypes(alike: readonly MediaType[]): Pick<BodyConstants, "file" | "otherTypes"> {
  const otherTypes = alike.map(({ type }) => type);
  return { file: true, ...defined({ otherTypes: otherTypes.length > 0 ? otherTypes : undefined }) };
}

function encodingOf({ encoding }: MediaType): BodyBinding["encoding"] {
  if (!encoding || Object.keys(encoding).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(encoding).map(([property, one]) => [
      property,
      defined({
        contentType: one.contentType,
        style: one.style,
        explode: one.explode,
        allowReserved: one.allowReserved ? true : undefined,
      }),
    ]),
  );
}
