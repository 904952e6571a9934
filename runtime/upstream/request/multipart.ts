import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { argument, type Arguments } from "./arguments.js";
import type { RequestBody } from "./body.js";
import { fileBytes, inCharset } from "./charset.js";
import { fieldValue, isFieldValue, isToken } from "../../protocol/text/field-value.js";
import { fileType } from "../files/file-type.js";
import { headerExpansion } from "./header.js";
import { jsonText } from "./json-text.js";
import { essenceOf, isJsonType, isXmlType } from "../../contract/media-type.js";
import type { BodyBinding, PartHeader, PropertyEncoding } from "../../contract/operation.js";
import { checkEncoded } from "./content-encoding.js";
import { planQuery } from "./query.js";
import type { FileSources } from "../files/file-model.js";
import { isFileInput, readFile, utf8 } from "../files/read-file.js";
import { scalarText } from "./value-shape.js";
import { xmlText } from "./xml.js";

/** A part: the lines of its head, and its content. */
interface Part {
  readonly head: readonly string[];
  readonly content: string | Uint8Array;
}

/** The name of a form field; parts of an array have none. */
type PartName = string | undefined;

const plain: PropertyEncoding = {};

/**
 * Prepares a multipart body.
 *
 * The members of an object become parts with their names, the items of an array parts without names. A value is written
 * by its content type: files as their bytes, other objects as JSON, primitive values as text. A member that is an array
 * becomes a part per item. A member whose encoding has `style`, `explode` or `allowReserved` is written like a query
 * parameter, but without percent-encoding. Null sends nothing. A text must be in the encoding that its part states.
 *
 * @see RFC 7578; RFC 2046 section 5.1; OpenAPI 3.2 Encoding Object, Encoding `multipart` Media Types
 */
export function planMultipart(
  binding: BodyBinding,
): (value: unknown, args: Arguments, sources: FileSources) => Promise<RequestBody> {
  const { encoding = {}, restEncoding = plain } = binding;
  const { prefixEncoding = [], itemEncoding = plain } = binding;
  return async (value, args, sources) => {
    const parts: Part[] = [];
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const rules = prefixEncoding[index] ?? itemEncoding;
        const headers = headersOf(rules, args);
        checkText(item, rules, `Part ${index + 1}`);
        const part = await partOf(undefined, item, rules, headers, sources);
        if (part !== undefined) parts.push(part);
      }
      return write(parts, binding.type);
    }
    if (!isObject(value)) throw new ToolError("A multipart body must be an object or an array.");
    for (const [name, each] of Object.entries(value)) {
      const rules = (member(encoding, name) as PropertyEncoding | undefined) ?? restEncoding;
      parts.push(...(await partsOf(name, each, rules, args, sources)));
    }
    return write(parts, binding.type);
  };
}

async function partsOf(
  name: string,
  value: unknown,
  rules: PropertyEncoding,
  args: Arguments,
  sources: FileSources,
): Promise<readonly Part[]> {
  const { file, style, explode, allowReserved } = rules;
  const headers = headersOf(rules, args);
  const what = `"${name.slice(0, 80)}"`;
  if (!Array.isArray(value)) checkText(value, rules, what);
  else for (const [index, item] of value.entries()) checkText(item, rules, `${what}[${index}]`);
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  if (isStyled && !file) {
    return styledPairs(name, value, rules).map(([field, content]) => ({
      head: [disposition(field), ...headers],
      content,
    }));
  }
  const parts: Part[] = [];
  for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const part = await partOf(name, item, rules, headers, sources);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

function checkText(value: unknown, { contentEncoding }: PropertyEncoding, what: string): void {
  if (contentEncoding !== undefined && typeof value === "string") {
    checkEncoded(value, contentEncoding, what);
  }
}

function headersOf({ headers = [] }: PropertyEncoding, args: Arguments): readonly string[] {
  return headers.flatMap((header) => headerLine(header, args));
}

async function partOf(
  name: PartName,
  value: unknown,
  rules: PropertyEncoding,
  headers: readonly string[],
  sources: FileSources,
): Promise<Part | undefined> {
  if (value === undefined) return undefined;
  const what = name === undefined ? "A part" : `"${name.slice(0, 80)}"`;
  const wanted = rules.contentType?.split(",").map((type) => type.trim()) ?? [];
  if (isFile(value, rules)) {
    const file = await readFile(value, what, sources);
    const type = fileType(file, wanted, what);
    // Servers treat a form field without a file name as text; a part without a name needs none.
    const fileName = file.name ?? (name === undefined ? undefined : "file");
    return {
      head: [disposition(name, fileName), `Content-Type: ${type}`, ...headers],
      content: await fileBytes(file, type),
    };
  }
  const type = statedType(value, wanted, rules);
  const isJson =
    type === undefined ? isObject(value) || Array.isArray(value) : isJsonType(essenceOf(type));
  const isXml = rules.xml !== undefined && typeof value === "object" && value !== null;
  const content = isXml
    ? xmlText(rules.xml, value)
    : isJson
      ? jsonText(value)
      : textOf(value, type);
  if (content === undefined) return undefined;
  const sentType = type ?? (isJson ? "application/json" : undefined);
  const typeLine = sentType === undefined ? "" : `Content-Type: ${sentType}`;
  return {
    head: [disposition(name), typeLine, ...headers],
    content: sentType === undefined ? content : await inCharset(sentType, content),
  };
}

function isFile(value: unknown, { file, orObject }: PropertyEncoding): value is JsonObject {
  return file === true && isObject(value) && (!orObject || isFileInput(value));
}

/**
 * Returns the type of a part that is no file. A range is for files, and so is a type other than JSON and XML where a value
 * is a file or an object. Undefined: the default for the value.
 */
function statedType(
  value: unknown,
  wanted: readonly string[],
  { orObject, xml }: PropertyEncoding,
): string | undefined {
  const isOther = orObject && isObject(value);
  return wanted.find((type) => {
    const essence = essenceOf(type);
    if (!isOther) return !essence.includes("*");
    return isJsonType(essence) || (xml !== undefined && isXmlType(essence));
  });
}

/** @throws ToolError for an object or array, which the type can't hold */
function textOf(value: unknown, type: string | undefined): string | undefined {
  if (typeof value === "object" && value !== null) {
    throw new ToolError(`An object or array can't be sent as ${type}; give it as text.`);
  }
  return scalarText(value);
}

/** Returns the pairs of a query string, decoded. */
function styledPairs(
  name: string,
  value: unknown,
  rules: PropertyEncoding,
): (readonly [string, string])[] {
  const { style, explode } = rules;
  const pairs = planQuery(defined({ name, style, explode }))(value);
  return pairs.map((pair) => {
    const end = pair.indexOf("=");
    return [
      decodeURIComponent(pair.slice(0, end)),
      decodeURIComponent(pair.slice(end + 1)),
    ] as const;
  });
}

/** @see RFC 7578 section 4.2; WHATWG HTML, Multipart form data, for the escapes */
function disposition(name: PartName, fileName?: string): string {
  const file = fileName === undefined ? "" : `; filename="${quoted(fileName)}"`;
  if (name === undefined) return file === "" ? "" : `Content-Disposition: attachment${file}`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}`;
}

function quoted(text: string): string {
  return text
    .replaceAll('"', "%22")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A")
    .replaceAll("\0", "%00");
}

/** @see OpenAPI 3.2 Encoding Object, `headers`; Header Object, whose style is `simple` */
function headerLine(header: PartHeader, args: Arguments): readonly string[] {
  const { name, value, arg } = header;
  if (!isToken(name)) return [];
  const text = arg === undefined ? value : headerExpansion(header)(argument(args, arg));
  return text === undefined ? [] : [`${name}: ${fieldValue(text, arg ?? name)}`];
}

function write(parts: readonly Part[], written: string): RequestBody {
  // Random, and chosen after the content is fixed, so that the content can't contain it.
  const boundary = `mcp-codegen-${crypto.randomUUID().replaceAll("-", "")}`;
  const chunks: (string | Uint8Array)[] = [];
  for (const { head, content } of parts) {
    const lines = head.filter((line) => line !== "");
    if (typeof content === "string" && /\p{Surrogate}/u.test(content)) {
      throw new ToolError("A part holds half of a surrogate pair, which can't be encoded.");
    }
    if (!lines.every(isFieldText))
      throw new ToolError(
        "A header of a part holds a line break or a character that headers can't hold.",
      );
    chunks.push(
      `--${boundary}\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`,
      content,
      "\r\n",
    );
  }
  chunks.push(`--${boundary}--\r\n`);
  const type = written.replace(/;\s*boundary=(?:"[^"]*"|[^;]*)/gi, "");
  const content = chunks.every((chunk) => typeof chunk === "string")
    ? chunks.join("")
    : concatenated(chunks);
  return { type: `${type}; boundary=${boundary}`, content };
}

/** Whether a text is one line that a head may hold. File names may be UTF-8. */
function isFieldText(line: string): boolean {
  return !/[\r\n\0]/.test(line) && (isFieldValue(line) || line.startsWith("Content-Disposition: "));
}

function concatenated(chunks: readonly (string | Uint8Array)[]): Uint8Array {
  const pieces = chunks.map((chunk) => (typeof chunk === "string" ? utf8(chunk, "A part") : chunk));
  const bytes = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}
