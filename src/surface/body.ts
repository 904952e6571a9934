import type { BodyBinding } from "../../runtime/upstream/operation.js";
import type { MediaType, NamedSchema, RequestBody, Schema } from "../operations/model.js";
import { isLeftOut } from "./directions.js";
import { fileReference } from "./file-schema.js";
import { headerValue } from "./media-types.js";
import { readMultipart } from "./multipart-body.js";
import { objectShape, refName } from "./object-shape.js";
import { sendableBody, type SendKind } from "./sendable-body.js";
import { xmlShape } from "./xml-shape.js";

type Schemas = ReadonlyMap<string, NamedSchema>;

/** What a body asks of a tool's arguments. */
export type BodyPlan =
  | { readonly kind: "none" }
  /** None of its media types can be sent. */
  | { readonly kind: "unsendable"; readonly reason?: string }
  /** Its properties are arguments. */
  | {
      readonly kind: "fields";
      readonly fields: readonly BodyField[];
      readonly minProperties?: number;
      readonly binding: BodyConstants;
    }
  /** One argument is the whole body. */
  | {
      readonly kind: "whole";
      readonly schema: Schema;
      readonly description?: string;
      readonly binding: BodyConstants;
    };

export interface BodyField {
  readonly property: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The parts of a binding that don't depend on how arguments are called. */
export type BodyConstants = Omit<BodyBinding, "fields" | "arg">;

/**
 * Decides how a body becomes arguments: property by property when it is a plain object, else as one.
 * Properties that only come back (readOnly) are none.
 */
export function planBody(body: RequestBody | undefined, schemas: Schemas): BodyPlan {
  if (!body) return { kind: "none" };
  const sendable = sendableBody(body.contents, schemas);
  if (!sendable) return { kind: "unsendable" };
  const { kind, content } = sendable;
  const encoding = kind === "form" ? encodingOf(content) : undefined;
  const multipart = kind === "multipart" ? readMultipart(content, schemas) : undefined;
  const xml = kind === "xml" ? xmlShape(content.schema ?? true, schemas) : undefined;
  if (xml && "fault" in xml) return { kind: "unsendable", reason: `its XML ${xml.fault}` };
  const binding: BodyConstants = {
    type: typeOf(kind, content.type),
    ...(body.required ? { required: true } : {}),
    ...(encoding ? { encoding } : {}),
    ...multipart?.binding,
    ...(xml ? { xml } : {}),
    ...(kind === "file" ? fileTypes(sendable.alike) : {}),
  };
  const whole = {
    kind: "whole",
    ...(body.description === undefined ? {} : { description: body.description }),
    binding,
  } as const;
  if (kind === "text") return { ...whole, schema: { type: "string" } };
  if (kind === "file") return { ...whole, schema: fileReference };
  if (kind === "sequence") return { ...whole, schema: sequenceSchema(content, schemas) };
  const schema = multipart?.schema ?? content.schema ?? true;
  const shape = multipart ? multipart.shape : objectShape(schema, schemas);
  if (!shape || shape.additional !== undefined || shape.properties.size === 0) {
    return { ...whole, schema };
  }
  const fields: BodyField[] = [];
  for (const [property, propertySchema] of shape.properties) {
    if (isLeftOut(propertySchema, "input", schemas)) continue;
    fields.push({ property, schema: propertySchema, required: shape.required.has(property) });
  }
  const { minProperties } = shape;
  return {
    kind: "fields",
    fields,
    ...(minProperties === undefined ? {} : { minProperties }),
    binding,
  };
}

/** What is written for a sequence is its items: a schema that is no list describes one of them. */
function sequenceSchema({ schema, itemSchema }: MediaType, schemas: Schemas): Schema {
  if (schema === undefined || itemSchema !== undefined) {
    return { type: "array", items: itemSchema ?? true };
  }
  return isArray(schema, schemas, 0) ? schema : { type: "array", items: schema };
}

function isArray(schema: Schema, schemas: Schemas, depth: number): boolean {
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
  return { file: true, ...(otherTypes.length > 0 ? { otherTypes } : {}) };
}

function encodingOf({ encoding }: MediaType): BodyBinding["encoding"] {
  if (!encoding || Object.keys(encoding).length === 0) return undefined;
  return Object.fromEntries(
    Object.entries(encoding).map(([property, one]) => [
      property,
      {
        ...(one.contentType === undefined ? {} : { contentType: one.contentType }),
        ...(one.style === undefined ? {} : { style: one.style }),
        ...(one.explode === undefined ? {} : { explode: one.explode }),
        ...(one.allowReserved ? { allowReserved: true } : {}),
      },
    ]),
  );
}
