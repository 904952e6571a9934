import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type {
  NormalBody,
  NormalEncoding,
  NormalMediaType,
  NormalParameter,
  NormalResponse,
  SpecVersion,
} from "../normalise/document.js";
import { setOwn } from "../load/object.js";
import { problem } from "../normalise/node.js";
import type {
  Encoding,
  EncodingHeader,
  MediaType,
  Parameter,
  RequestBody,
  Response,
  Schema,
} from "./model.js";
import { withLostIntegers } from "./schema/lost-integers.js";
import { isStyle, settleStyle } from "./style.js";
import type { SchemaReader } from "./schema/schema-reader.js";
import type { ReadSchema, SharedSchema } from "./schema/shared-schema.js";

/** A part of an operation, with its problems and its schemas. */
export interface ReadPart<Value> {
  readonly value: Value;
  readonly problems: readonly Diagnostic[];
  readonly schemas: readonly ReadSchema[];
}

/** A body or a response: its own problems, and its media types with theirs. */
export interface ReadContents<Value> extends ReadPart<Value> {
  readonly contents: readonly ReadPart<MediaType>[];
}

interface ParameterValue extends Omit<ReadPart<Parameter>, "value"> {
  readonly schema: Schema;
  readonly contentType: string | undefined;
  readonly encoding?: Parameter["encoding"];
  readonly example: unknown;
}

/** Reads the parts of operations. A part that operations share is read once. */
export class PartReader {
  readonly #version: SpecVersion;
  readonly #schemas: SchemaReader;
  readonly #parameters = new Map<NormalParameter, ReadPart<Parameter>>();
  readonly #mediaTypes = new Map<NormalMediaType, ReadPart<MediaType>>();
  readonly #byContents = new Map<readonly NormalMediaType[], readonly ReadPart<MediaType>[]>();

  constructor(version: SpecVersion, schemas: SchemaReader) {
    this.#version = version;
    this.#schemas = schemas;
  }

  parameter(parameter: NormalParameter): ReadPart<Parameter> {
    return memoised(this.#parameters, parameter, () => this.#readParameter(parameter));
  }

  body(body: NormalBody): ReadContents<RequestBody> {
    const contents = this.#contents(body.contents);
    return {
      value: {
        required: body.required,
        ...defined({ description: body.description }),
        contents: contents.map(({ value }) => value),
        place: body.place,
      },
      problems: body.problems,
      schemas: [],
      contents,
    };
  }

  response(response: NormalResponse): ReadContents<Response> {
    const contents = this.#contents(response.contents);
    return {
      value: {
        status: response.status,
        ...defined({
          description: response.description,
          links: response.links.length > 0 ? response.links : undefined,
        }),
        contents: contents.map(({ value }) => value),
        place: response.place,
      },
      problems: response.problems,
      schemas: [],
      contents,
    };
  }

  #readParameter(parameter: NormalParameter): ReadPart<Parameter> {
    const { schema, contentType, encoding, example, ...read } = this.#parameterValue(parameter);
    const problems = [...parameter.problems];
    if (parameter.in === "path" && !parameter.required && parameter.name !== "") {
      const message = `The path parameter "${parameter.name}" is not marked as required; it is treated as required.`;
      problems.push(problem("warning", "path-parameter-optional", parameter.place, message));
    }
    for (const each of read.problems) problems.push(each);
    return {
      value: {
        name: parameter.name,
        in: parameter.in,
        required: parameter.required || parameter.in === "path",
        ...defined({ description: withLostIntegers(parameter.description, schema) }),
        deprecated: parameter.deprecated,
        ...settleStyle(parameter, this.#version, problems),
        allowReserved: parameter.allowReserved,
        allowEmptyValue: parameter.allowEmptyValue && parameter.in === "query",
        schema,
        ...defined({ itemDelimiters: parameter.itemDelimiters, contentType, encoding, example }),
        place: parameter.place,
      },
      problems,
      schemas: read.schemas,
    };
  }

  #parameterValue(parameter: NormalParameter): ParameterValue {
    const content = parameter.content && this.#mediaType(parameter.content);
    const read = parameter.schema && this.#schemas.read(parameter.schema, true);
    const schemas = read === undefined ? [] : [read];
    const schema = read?.schema ?? {};
    if (content === undefined) {
      const contentType =
        parameter.in === "querystring" ? "application/x-www-form-urlencoded" : undefined;
      return { schema, contentType, example: parameter.example, problems: [], schemas };
    }
    const { itemSchema, encoding } = content.value;
    const items: Schema | undefined = itemSchema && { type: "array", items: itemSchema };
    return {
      schema: items ?? content.value.schema ?? schema,
      contentType: content.value.type,
      ...defined({ encoding }),
      example: parameter.example ?? content.value.example,
      problems: content.problems,
      schemas: [...content.schemas, ...schemas],
    };
  }

  #contents(contents: readonly NormalMediaType[]): readonly ReadPart<MediaType>[] {
    return memoised(this.#byContents, contents, () =>
      contents.map((mediaType) => this.#mediaType(mediaType)),
    );
  }

  #mediaType(mediaType: NormalMediaType): ReadPart<MediaType> {
    return memoised(this.#mediaTypes, mediaType, () => this.#readMediaType(mediaType));
  }

  #readMediaType(mediaType: NormalMediaType): ReadPart<MediaType> {
    const schema = mediaType.form
      ? this.#form(mediaType.form)
      : mediaType.schema && this.#schemas.read(mediaType.schema);
    const item = mediaType.itemSchema && this.#schemas.read(mediaType.itemSchema);
    const encoding = mediaType.encoding && this.#encodings(mediaType.encoding);
    const positions = mediaType.positions && this.#encodings(mediaType.positions);
    return {
      value: {
        type: mediaType.type,
        ...defined({
          schema: schema?.schema,
          itemSchema: item?.schema,
          example: "example" in mediaType ? mediaType.example : undefined,
          exampleMembers: mediaType.exampleMembers,
          encoding: encoding?.value,
          positions: positions?.value,
        }),
        place: mediaType.place,
      },
      problems: mediaType.problems,
      schemas: [schema, item, ...(encoding?.schemas ?? []), ...(positions?.schemas ?? [])].filter(
        (read) => read !== undefined,
      ),
    };
  }

  #encodings(encodings: ReadonlyMap<string, NormalEncoding>): {
    readonly value: { readonly [property: string]: Encoding };
    readonly schemas: readonly ReadSchema[];
  } {
    const value: Record<string, Encoding> = {};
    const schemas: ReadSchema[] = [];
    for (const [property, { style, headers, ...encoding }] of encodings) {
      const read = headers?.map(({ schema, ...header }): EncodingHeader => {
        const own = schema && this.#schemas.read(schema);
        if (own) schemas.push(own);
        return { ...header, schema: own?.schema ?? {} };
      });
      setOwn(value, property, {
        ...encoding,
        ...defined({ style: isStyle(style) ? style : undefined, headers: read }),
      });
    }
    return { value, schemas };
  }

  /** Combines the fields of a Swagger 2.0 form into one object schema. */
  #form(fields: NonNullable<NormalMediaType["form"]>): ReadSchema {
    const properties: Record<string, Schema> = {};
    const uses = new Set<SharedSchema>();
    const problems: Diagnostic[] = [];
    const openings: Diagnostic[] = [];
    for (const { name, description, schema } of fields) {
      const read = this.#schemas.read(schema, true);
      const described =
        description !== undefined && typeof read.schema === "object"
          ? { description, ...read.schema }
          : read.schema;
      setOwn(properties, name, described);
      for (const shared of read.uses) uses.add(shared);
      for (const each of read.problems) problems.push(each);
      for (const each of read.openings) openings.push(each);
    }
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const schema = {
      type: "object",
      properties,
      ...defined({ required: required.length > 0 ? required : undefined }),
    };
    return { schema, uses, problems, openings };
  }
}

function memoised<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
