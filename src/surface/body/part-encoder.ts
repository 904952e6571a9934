import { defined } from "../../../runtime/protocol/defined.js";
import { isJsonType, isMultipart } from "../../../runtime/contract/media-type.js";
import type { PartHeader, PropertyEncoding } from "../../../runtime/contract/operation.js";
import type { Encoding, EncodingHeader, NamedSchemas, Schema } from "../../operations/model.js";
import { essenceOf, headerValue } from "../schema/media-types.js";
import { partSchema } from "./part-schema.js";
import { propertyXml } from "./xml-shape.js";

/** Decides how the parts of one multipart body are written. @see OpenAPI 3.2 Encoding Object */
export class PartEncoder {
  /** For multipart types other than `form-data`, the encoding's styles are ignored. */
  readonly #isForm: boolean;
  readonly #schemas: NamedSchemas;
  /** Name of the first part that is itself multipart. */
  #nested: string | undefined;

  constructor(isForm: boolean, schemas: NamedSchemas) {
    this.#isForm = isForm;
    this.#schemas = schemas;
  }

  encode(
    name: string,
    schema: Schema,
    written: Encoding | undefined,
  ): { readonly schema: Schema; readonly encoding: PropertyEncoding } {
    const read = partSchema(schema, written?.contentType, this.#schemas);
    const stated = written?.contentType ?? read.contentType;
    const contentType = read.file || stated === undefined ? stated : partType(stated, read.schema);
    // Nested parts would need encodings of their own, which are not supported. A string is already written.
    if (isMultipart(essenceOf(contentType ?? "") ?? "") && !isString(read.schema)) {
      this.#nested ??= name;
    }
    const constants = this.#constants(written, read.contentEncoding);
    const contentEncoding = read.contentEncoding ?? encodingIn(constants) ?? read.impliedEncoding;
    const encoding: PropertyEncoding = defined({
      contentType,
      contentEncoding: read.file ? undefined : contentEncoding,
      ...(this.#isForm && written ? styleOf(written) : {}),
      file: read.file || undefined,
      orObject: read.orObject,
      headers: constants.length > 0 ? constants : undefined,
      xml:
        contentType === undefined
          ? undefined
          : propertyXml(name, schema, contentType, this.#schemas),
    });
    return { schema: read.schema, encoding };
  }

  /** Returns the reason when one of the encoded parts can't be sent. */
  fault(): { readonly fault?: string } {
    const nested = this.#nested?.slice(0, 80);
    return nested === undefined ? {} : { fault: `its part ${nested} is itself multipart` };
  }

  /** Headers with a fixed value: the only one that the document allows, or the encoding of a string. */
  #constants(written: Encoding | undefined, contentEncoding: string | undefined): PartHeader[] {
    const constants = (written?.headers ?? []).flatMap((header) => {
      const value = constantOf(header);
      return value === undefined ? [] : [{ name: header.name, value }];
    });
    if (contentEncoding === undefined || written?.headers?.some(statesEncoding)) return constants;
    return [...constants, { name: transferEncoding, value: contentEncoding }];
  }
}

const transferEncoding = "Content-Transfer-Encoding";

function statesEncoding({ name }: { readonly name: string }): boolean {
  return name.toLowerCase() === transferEncoding.toLowerCase();
}

/** Returns the encoding that a header of the part states. */
function encodingIn(headers: readonly PartHeader[]): string | undefined {
  return headers.find(statesEncoding)?.value;
}

/**
 * Returns the type that a part without files is sent as: the first that the document lists, for a range one of its types.
 * Undefined: the default for its value.
 */
function partType(list: string, schema: Schema): string | undefined {
  const [first = ""] = list.split(",");
  const essence = essenceOf(first);
  if (essence === undefined || !essence.includes("*")) return list;
  const type = essence === "*/*" && isString(schema) ? undefined : headerValue(first.trim());
  return type?.includes("*") ? undefined : type;
}

function isString(schema: Schema): boolean {
  return typeof schema === "object" && schema["type"] === "string";
}

function styleOf({ style, explode, itemDelimiters, allowReserved }: Encoding): PropertyEncoding {
  return defined({ style, explode, itemDelimiters, allowReserved: allowReserved || undefined });
}

/** Returns the text of the only value that a required header can have. @see OpenAPI 3.2 Header Object */
export function constantOf({ required, schema, contentType }: EncodingHeader): string | undefined {
  if (!required || typeof schema === "boolean") return undefined;
  const values = Object.hasOwn(schema, "const") ? [schema["const"]] : schema["enum"];
  const [only] = Array.isArray(values) && values.length === 1 ? (values as unknown[]) : [];
  if (typeof only !== "string" && typeof only !== "number") return undefined;
  return isJsonType(essenceOf(contentType ?? "") ?? "") ? JSON.stringify(only) : String(only);
}
