import { defined } from "../../../runtime/protocol/defined.js";
import type { BodyBinding, PropertyEncoding } from "../../../runtime/contract/operation.js";
import type { Encoding, MediaType, NamedSchemas, Schema } from "../../operations/model.js";
import type { PartHeaderField } from "./plan-body.js";
import { hasFields, isFreeForm } from "./form-schema.js";
import { essenceOf } from "../schema/media-types.js";
import { objectShape, refName, type ObjectShape } from "../schema/object-shape.js";
import { constantOf, PartEncoder } from "./part-encoder.js";
import { partSchema } from "./part-schema.js";

type Fields = Exclude<Schema, boolean>;

/** A multipart body as arguments. */
export interface MultipartBody {
  /** With files in the place of bytes. */
  readonly schema: Schema;
  /** `schema` read as a plain object, when it is one. */
  readonly shape?: ObjectShape;
  readonly binding: Pick<
    BodyBinding,
    "encoding" | "restEncoding" | "prefixEncoding" | "itemEncoding"
  >;
  /** Headers of parts that callers give. */
  readonly headers: readonly PartHeaderField[];
  /** Why it can't be sent, in words that follow that. */
  readonly fault?: string;
}

const maxDepth = 8;

/** @see OpenAPI 3.2 Encoding `multipart` Media Types */
export function readMultipart(content: MediaType, schemas: NamedSchemas): MultipartBody {
  const reader = new Reader(content, schemas);
  const schema = content.schema ?? true;
  if (isList(content, schemas)) {
    const list = reader.list(content);
    return isForm(content) ? { ...list, fault: "a list names no fields" } : list;
  }
  if (!hasFields(schema, schemas)) {
    return { schema, binding: {}, headers: [], fault: "its schema names no fields" };
  }
  const shape = objectShape(schema, schemas);
  if (isFreeForm(schema, shape, schemas)) return reader.freeForm(schema, shape);
  if (!shape) {
    const read = reader.object(schema, 0);
    return {
      schema: read,
      binding: reader.binding(),
      headers: reader.headers(),
      ...reader.fault(),
    };
  }
  const properties = reader.properties(shape.properties);
  const additional = shape.additional && reader.additional(shape.additional);
  return {
    schema: reader.object(schema, 0),
    shape: { ...shape, properties, ...defined({ additional }) },
    binding: reader.binding(),
    headers: reader.headers(),
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
    const { file, contentType, schema: read } = partSchema(schema, undefined, this.#schemas);
    if (file || contentType !== undefined) {
      this.#rest = defined({ contentType, file: file ? file : undefined });
    }
    return read;
  }

  /** Any fields, each a value or a file. */
  freeForm(schema: Schema, shape: ObjectShape | undefined): MultipartBody {
    const additional = this.additional(true);
    const said = typeof schema === "object" && schema["$ref"] === undefined ? schema : {};
    return {
      schema: { ...said, type: "object", additionalProperties: additional },
      ...defined({ shape: shape && { ...shape, additional } }),
      binding: this.binding(),
      headers: [],
    };
  }

  /** A schema of the whole body that is more than a list of members: its members are looked for in all its parts. */
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
      const parts = schema[keyword] as readonly Schema[] | undefined;
      const read = parts?.map((part) => this.object(part, depth + 1));
      if (read?.some((part, index) => part !== parts?.[index])) put(keyword, read);
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

  /** Those of parts that the body can have. */
  headers(): readonly PartHeaderField[] {
    return [...this.#encodings.keys()].flatMap((property) => {
      const headers = this.#encodingOf(property)?.headers ?? [];
      return headers
        .filter((header) => constantOf(header) === undefined)
        .map(({ name, ...header }) => ({ property, header: name, ...header }));
    });
  }

  #encodingOf(property: string): Encoding | undefined {
    return Object.hasOwn(this.#written, property) ? this.#written[property] : undefined;
  }

  /** Parts without names, one for each item. @see OpenAPI 3.2 Encoding By Position */
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
    const asked = Object.values(positions).flatMap(({ headers = [] }) => headers);
    const lacking = asked.find((header) => header.required && constantOf(header) === undefined);
    return {
      schema: {
        ...list,
        type: "array",
        ...defined({
          prefixItems: prefix.length > 0 ? prefix.map((each) => each.schema) : undefined,
        }),
        items: items.schema,
      },
      binding: {
        ...defined({
          prefixEncoding: prefix.length > 0 ? prefix.map((each) => each.encoding) : undefined,
        }),
        itemEncoding: items.encoding,
      },
      headers: [],
      ...this.#encoder.fault(),
      ...defined({
        fault: lacking && `its parts need the header ${lacking.name}`,
      }),
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

function isForm({ type }: MediaType): boolean {
  return essenceOf(type) === "multipart/form-data";
}

function isList({ schema, itemSchema }: MediaType, schemas: NamedSchemas): boolean {
  return itemSchema !== undefined || listOf(schema, schemas, 0) !== undefined;
}

/** A schema of lists, references followed. */
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
