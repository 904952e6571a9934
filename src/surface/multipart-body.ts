import type { BodyBinding, PropertyEncoding } from "../../runtime/upstream/operation.js";
import type { Encoding, MediaType, NamedSchema, Schema } from "../operations/model.js";
import { essenceOf } from "./media-types.js";
import { objectShape, refName, type ObjectShape } from "./object-shape.js";
import { partSchema } from "./part-schema.js";
import { xmlShape } from "./xml-shape.js";

type Schemas = ReadonlyMap<string, NamedSchema>;
type Fields = Exclude<Schema, boolean>;

/** A multipart body as arguments. */
export interface MultipartBody {
  /** With files in the place of bytes. */
  readonly schema: Schema;
  /** `schema` read as a plain object, when it is one. */
  readonly shape?: ObjectShape;
  readonly binding: Pick<BodyBinding, "encoding" | "restEncoding">;
}

const maxDepth = 8;

/** @see OpenAPI 3.2 Encoding `multipart` Media Types */
export function readMultipart(content: MediaType, schemas: Schemas): MultipartBody {
  const reader = new Reader(content.encoding ?? {}, schemas);
  const schema = content.schema ?? true;
  const shape = objectShape(schema, schemas);
  if (!shape) {
    const read = reader.object(schema, 0);
    return { schema: read, binding: reader.binding() };
  }
  const properties = reader.properties(shape.properties);
  const additional = shape.additional && reader.additional(shape.additional);
  return {
    schema: shape.additional === undefined ? schema : reader.object(schema, 0),
    shape: { ...shape, properties, ...(additional === undefined ? {} : { additional }) },
    binding: reader.binding(),
  };
}

class Reader {
  readonly #written: { readonly [property: string]: Encoding };
  readonly #schemas: Schemas;
  readonly #encodings = new Map<string, PropertyEncoding>();
  #rest: PropertyEncoding | undefined;

  constructor(written: { readonly [property: string]: Encoding }, schemas: Schemas) {
    this.#written = written;
    this.#schemas = schemas;
  }

  properties(written: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
    return new Map([...written].map(([name, schema]) => [name, this.#property(name, schema)]));
  }

  additional(schema: Schema): Schema {
    const { file, contentType, schema: read } = partSchema(schema, undefined, this.#schemas);
    if (file || contentType !== undefined) {
      this.#rest = {
        ...(contentType === undefined ? {} : { contentType }),
        ...(file ? { file } : {}),
      };
    }
    return read;
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
    return {
      ...(this.#encodings.size > 0 ? { encoding: Object.fromEntries(this.#encodings) } : {}),
      ...(this.#rest ? { restEncoding: this.#rest } : {}),
    };
  }

  /** How objects are written in a part of an XML type; where that can't be said, only text can be sent. */
  #xml(schema: Schema, contentType: string, name: string): Pick<PropertyEncoding, "xml"> {
    const [first = ""] = contentType.split(",");
    if (!/[/+]xml$/.test(essenceOf(first) ?? "")) return {};
    const items = typeof schema === "object" ? (schema["items"] as Schema | undefined) : undefined;
    const xml = xmlShape(items ?? schema, this.#schemas, name);
    return "fault" in xml ? {} : { xml };
  }

  #property(name: string, schema: Schema): Schema {
    const written = Object.hasOwn(this.#written, name) ? this.#written[name] : undefined;
    const read = partSchema(schema, written?.contentType, this.#schemas);
    const contentType = written?.contentType ?? read.contentType;
    const encoding: PropertyEncoding = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(written?.style === undefined ? {} : { style: written.style }),
      ...(written?.explode === undefined ? {} : { explode: written.explode }),
      ...(written?.allowReserved ? { allowReserved: true } : {}),
      ...(read.file ? { file: true } : {}),
      ...(contentType === undefined ? {} : this.#xml(schema, contentType, name)),
    };
    if (Object.keys(encoding).length > 0) {
      this.#encodings.set(name, { ...this.#encodings.get(name), ...encoding });
    }
    return read.schema;
  }
}
