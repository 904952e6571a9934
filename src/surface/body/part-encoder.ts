import { defined } from "../../../runtime/protocol/defined.js";
import { isMultipart, isXmlType } from "../../../runtime/contract/media-type.js";
import type { PartHeader, PropertyEncoding } from "../../../runtime/contract/operation.js";
import type { Encoding, EncodingHeader, NamedSchemas, Schema } from "../../operations/model.js";
import { essenceOf } from "../schema/media-types.js";
import { partSchema } from "./part-schema.js";
import { xmlShape } from "./xml-shape.js";

/** Says how parts of one multipart body are written. @see OpenAPI 3.2 Encoding Object */
export class PartEncoder {
  /** Of other types the encoding's styles are ignored. */
  readonly #isForm: boolean;
  readonly #schemas: NamedSchemas;
  /** A part with parts. */
  #nested: string | undefined;

  constructor(isForm: boolean, schemas: NamedSchemas) {
    this.#isForm = isForm;
    this.#schemas = schemas;
  }

  /** @param name of the part */
  encode(
    name: string,
    schema: Schema,
    written: Encoding | undefined,
  ): { readonly schema: Schema; readonly encoding: PropertyEncoding } {
    const read = partSchema(schema, written?.contentType, this.#schemas);
    const contentType = written?.contentType ?? read.contentType;
    // Parts within a part have encodings of their own, which nothing here writes; a text is one that is finished.
    if (isMultipart(essenceOf(contentType ?? "") ?? "") && !isString(read.schema)) {
      this.#nested ??= name;
    }
    const constants = this.#constants(written, read.contentEncoding);
    const encoding: PropertyEncoding = {
      ...defined({ contentType }),
      ...(this.#isForm && written ? styleOf(written) : {}),
      ...defined({
        file: read.file ? true : undefined,
        headers: constants.length > 0 ? constants : undefined,
      }),
      ...(contentType === undefined ? {} : this.#xml(schema, contentType, name)),
    };
    return { schema: read.schema, encoding };
  }

  /** Why one of the parts that were read can't be sent, if so. */
  fault(): { readonly fault?: string } {
    const nested = this.#nested?.slice(0, 80);
    return nested === undefined ? {} : { fault: `its part ${nested} has parts itself` };
  }

  /** How objects are written in a part of an XML type; where that can't be said, only text can be sent. */
  #xml(schema: Schema, contentType: string, name: string): Pick<PropertyEncoding, "xml"> {
    const [first = ""] = contentType.split(",");
    if (!isXmlType(essenceOf(first) ?? "")) return {};
    const items = typeof schema === "object" ? (schema["items"] as Schema | undefined) : undefined;
    const xml = xmlShape(items ?? schema, this.#schemas, name);
    return "fault" in xml ? {} : { xml };
  }

  /** Headers whose value is known: all that the document allows, or how a text is encoded. */
  #constants(written: Encoding | undefined, contentEncoding: string | undefined): PartHeader[] {
    const transfer = "Content-Transfer-Encoding";
    const constants = (written?.headers ?? []).flatMap((header) => {
      const value = constantOf(header);
      return value === undefined ? [] : [{ name: header.name, value }];
    });
    const isSaid = written?.headers?.some(
      ({ name }) => name.toLowerCase() === transfer.toLowerCase(),
    );
    if (contentEncoding === undefined || isSaid) return constants;
    return [...constants, { name: transfer, value: contentEncoding }];
  }
}

function isString(schema: Schema): boolean {
  return typeof schema === "object" && schema["type"] === "string";
}

function styleOf({ style, explode, allowReserved }: Encoding): PropertyEncoding {
  return defined({ style, explode, allowReserved: allowReserved ? true : undefined });
}

/** The one value that a header which must be there can have. @see OpenAPI 3.2 Header Object */
export function constantOf({ required, schema }: EncodingHeader): string | undefined {
  if (!required || typeof schema === "boolean") return undefined;
  const values = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
  const [only] = Array.isArray(values) && values.length === 1 ? (values as unknown[]) : [];
  return typeof only === "string" || typeof only === "number" ? String(only) : undefined;
}
