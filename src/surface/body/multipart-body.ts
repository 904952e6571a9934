import { defined } from "../../../runtime/protocol/defined.js";
import { isJsonType } from "../../../runtime/contract/media-type.js";
import type { BodyBinding, PropertyEncoding } from "../../../runtime/contract/operation.js";
import type {
  Encoding,
  EncodingHeader,
  MediaType,
  NamedSchemas,
  Schema,
} from "../../operations/model.js";
import type { PartHeaderField } from "./body-model.js";
import { essenceOf } from "../schema/media-types.js";
import { objectShape, refName, type ObjectShape } from "../schema/object-shape.js";
import { constantOf, PartEncoder } from "./part-encoder.js";
import { partSchema } from "./part-schema.js";

type Fields = Exclude<Schema, boolean>;

export interface MultipartBody {
  /** Bytes are replaced by files. */
  readonly schema: Schema;
  /** `schema` as a plain object; absent when it is not one. */
  readonly shape?: ObjectShape;
  readonly binding: Pick<
    BodyBinding,
    "encoding" | "restEncoding" | "prefixEncoding" | "itemEncoding"
  >;
  /** Headers of parts that become arguments. */
  readonly headers: readonly PartHeaderField[];
  /** Reason why the body can't be sent, as a clause. */
  readonly fault?: string;
}

const maxDepth = 8;

/** @see OpenAPI 3.2 Encoding `multipart` Media Types */
export function readMultipart(content: MediaType, schemas: NamedSchemas): MultipartBody {
  const reader = new Reader(content, schemas);
  const schema = content.schema ?? true;
  if (isList(content, schemas)) {
    const list = reader.list(content);
    return isForm(content) ? { ...list, fault: "a list has no field names" } : list;
  }
  if (!hasFields(schema, schemas)) {
    return { schema, binding: {}, headers: [], fault: "its schema names no fields" };
  }
  const shape = objectShape(schema, schemas);
  if (isFreeForm(schema, shape, schemas)) return reader.freeForm(schema, shape);
  const read = shape && {
    ...shape,
    properties: reader.properties(shape.properties),
    ...defined({ additional: shape.additional && reader.additional(shape.additional) }),
  };
  return {
    schema: reader.object(schema, 0),
    ...defined({ shape: read }),
    binding: reader.binding(),
    headers: reader.headers(shape?.required),
    ...reader.fault(),
  };
}

class Reader {
  readonly #encoder: PartEncoder;
  readonly #written: { readonly [property: string]: Encoding };
  readonly #schemas: NamedSchemas;
  readonly #encodings = new Map<string, PropertyEncoding>();
  #rest: PropertyEncoding | undefined;

  constructor(content: MediaType, schemas: NamedSchemas) {
    this.#encoder = new PartEncoder(isForm(content), schemas);
    this.#written = content.encoding ?? {};
    this.#schemas = schemas;
  }

  properties(written: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
    return new Map([...written].map(([name, schema]) => [name, this.#property(name, schema)]));
  }

  additional(schema: Schema): Schema {
    const read = partSchema(schema, undefined, this.#schemas);
    const { file, orObject, contentType } = read;
    const contentEncoding = file ? undefined : (read.contentEncoding ?? read.impliedEncoding);
    if (file || contentType !== undefined || contentEncoding !== undefined) {
      this.#rest = defined({ contentType, contentEncoding, file: file || undefined, orObject });
    }
    return read.schema;
  }

  /** Reads a body of arbitrary fields, each a value or a file. */
  freeForm(schema: Schema, shape: ObjectShape | undefined): MultipartBody {
    const additional = this.additional(true);
    const annotated = typeof schema === "object" && schema["$ref"] === undefined ? schema : {};
    return {
      schema: { ...annotated, type: "object", additionalProperties: additional },
      ...defined({ shape: shape && { ...shape, additional } }),
      binding: this.binding(),
      headers: [],
    };
  }

  /** Reads the properties of a whole body's schema, also those in its compositions. */
  object(schema: Schema, depth: number): Schema {
    if (typeof schema === "boolean" || depth > maxDepth) return schema;
    const result: Record<string, unknown> = { ...schema };
    const source = refName(schema["$ref"]);
    const target = source === undefined ? undefined : this.#schemas.get(source);
    if (target) {
      const read = this.object(target.schema, depth + 1);
      if (read !== target.schema && typeof read === "object") {
        const { $ref: _, ...beside } = schema;
        return Object.keys(beside).length === 0 ? read : { ...beside, allOf: [read] };
      }
    }
    let changed = false;
    const put = (keyword: string, value: unknown): void => {
      result[keyword] = value;
      changed = true;
    };
    const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
    if (properties) {
      const read = this.properties(new Map(Object.entries(properties)));
      if ([...read].some(([name, each]) => each !== properties[name])) {
        put("properties", Object.fromEntries(read));
      }
    }
    const further = schema["additionalProperties"] as Schema | undefined;
    if (typeof further === "object") {
      const read = this.additional(further);
      if (read !== further) put("additionalProperties", read);
    }
    for (const keyword of ["allOf", "oneOf", "anyOf"]) {
      const parts = (schema[keyword] ?? []) as readonly Schema[];
      const read = parts.map((part) => ({ part, result: this.object(part, depth + 1) }));
      if (read.some(({ part, result: one }) => one !== part)) {
        put(
          keyword,
          read.map(({ result: one }) => one),
        );
      }
    }
    return changed ? (result as Fields) : schema;
  }

  binding(): MultipartBody["binding"] {
    return defined({
      encoding: this.#encodings.size > 0 ? Object.fromEntries(this.#encodings) : undefined,
      restEncoding: this.#rest,
    });
  }

  fault(): Pick<MultipartBody, "fault"> {
    return this.#encoder.fault();
  }

  /**
   * Headers, without a fixed value, of the parts that the body can have.
   *
   * @param parts names of the parts that the body must have
   */
  headers(parts: ReadonlySet<string> = new Set()): readonly PartHeaderField[] {
    return [...this.#encodings.keys()].flatMap((property) => {
      const headers = this.#encodingOf(property)?.headers ?? [];
      return headers
        .filter((header) => constantOf(header) === undefined)
        .map((header) => ({
          property,
          header: header.name,
          schema: header.schema,
          required: header.required && parts.has(property),
          ...defined({ description: header.description }),
          format: formatOf(header),
        }));
    });
  }

  #encodingOf(property: string): Encoding | undefined {
    return Object.hasOwn(this.#written, property) ? this.#written[property] : undefined;
  }

  /** Reads a body of parts without names, one per item. @see OpenAPI 3.2 Encoding By Position */
  list({ schema, itemSchema, positions = {} }: MediaType): MultipartBody {
    const list = listOf(schema, this.#schemas, 0) ?? {};
    const written = (list["prefixItems"] as readonly Schema[] | undefined) ?? [];
    const rest = itemSchema ?? (list["items"] as Schema | undefined) ?? true;
    const at = (position: string): Encoding | undefined =>
      Object.hasOwn(positions, position) ? positions[position] : undefined;
    const first = Object.keys(positions).filter((position) => position !== "items").length;
    const prefix = Array.from({ length: Math.max(written.length, first) }, (_, index) =>
      this.#encoder.encode("item", written[index] ?? rest, at(String(index)) ?? at("items")),
    );
    const items = this.#encoder.encode("item", rest, at("items"));
    const headers = Object.values(positions).flatMap((position) => position.headers ?? []);
    const lacking = headers.find((header) => header.required && constantOf(header) === undefined);
    return {
      schema: {
        ...list,
        type: "array",
        ...(prefix.length > 0 && { prefixItems: prefix.map((each) => each.schema) }),
        items: items.schema,
      },
      binding: {
        ...(prefix.length > 0 && { prefixEncoding: prefix.map((each) => each.encoding) }),
        itemEncoding: items.encoding,
      },
      headers: [],
      ...this.#encoder.fault(),
      ...defined({ fault: lacking && `its parts need the header ${lacking.name}` }),
    };
  }

  #property(name: string, schema: Schema): Schema {
    const written = this.#encodingOf(name);
    const { schema: read, encoding } = this.#encoder.encode(name, schema, written);
    if (Object.keys(encoding).length > 0 || written?.headers) {
      this.#encodings.set(name, { ...this.#encodings.get(name), ...encoding });
    }
    return read;
  }
}

/** @see OpenAPI 3.2 Header Object: the style is `simple`, unless `content` has a media type */
function formatOf({ explode, contentType }: EncodingHeader): PartHeaderField["format"] {
  if (contentType === undefined) return explode ? { explode } : {};
  return isJsonType(essenceOf(contentType) ?? "") ? { content: contentType } : {};
}

function isForm({ type }: MediaType): boolean {
  return essenceOf(type) === "multipart/form-data";
}

/** Whether a multipart body is a list of parts without names. */
export function isList({ schema, itemSchema }: MediaType, schemas: NamedSchemas): boolean {
  return itemSchema !== undefined || listOf(schema, schemas, 0) !== undefined;
}

/** Returns the schema, after following references, when it describes a list. */
function listOf(
  schema: Schema | undefined,
  schemas: NamedSchemas,
  depth: number,
): Fields | undefined {
  if (typeof schema !== "object" || depth > maxDepth) return undefined;
  const { type } = schema;
  if (type === "array" || schema["prefixItems"] !== undefined) return schema;
  if (type === undefined && schema["items"] !== undefined) return schema;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  return target && listOf(target.schema, schemas, depth + 1);
}

const annotations = ["title", "description", "deprecated", "example", "examples", "$comment"];

/**
 * Whether a schema allows objects: their properties are the fields of a form.
 *
 * @see RFC 7578 section 4.2: each part must have a name; OpenAPI 3.2 Encoding `multipart` Media Types
 */
function hasFields(schema: Schema, schemas: NamedSchemas, depth = 0): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return schema !== false;
  const { type } = schema;
  if (type !== undefined && !(Array.isArray(type) ? type : [type]).includes("object")) return false;
  const target = schemas.get(refName(schema["$ref"]) ?? "");
  if (target && !hasFields(target.schema, schemas, depth + 1)) return false;
  const can = (one: Schema): boolean => hasFields(one, schemas, depth + 1);
  const choices = [schema["oneOf"], schema["anyOf"]] as (readonly Schema[] | undefined)[];
  const parts = (schema["allOf"] ?? []) as readonly Schema[];
  return choices.every((some) => some?.some(can) ?? true) && parts.every(can);
}

/** Whether a body's schema leaves its fields open. */
function isFreeForm(
  schema: Schema,
  shape: ObjectShape | undefined,
  schemas: NamedSchemas,
): boolean {
  if (!shape) return isUnrestricted(schema, schemas, 0);
  const { properties, additional } = shape;
  return properties.size === 0 && (additional === undefined || additional === true);
}

function isUnrestricted(schema: Schema, schemas: NamedSchemas, depth: number): boolean {
  if (typeof schema === "boolean" || depth > maxDepth) return schema === true;
  return Object.entries(schema).every(([key, value]) => {
    if (key !== "$ref") return annotations.includes(key);
    const target = schemas.get(refName(value) ?? "");
    return target !== undefined && isUnrestricted(target.schema, schemas, depth + 1);
  });
}
