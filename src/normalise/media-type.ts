import { defined } from "../../runtime/protocol/defined.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Node } from "../load/source.js";
import { lostInteger, lostIntegerWithin } from "../load/written-scalars.js";
import type { NormalEncoding, NormalHeader, NormalMediaType } from "./document.js";
import {
  child,
  dotted,
  isObject,
  join,
  misshapen,
  own,
  placeOf,
  problem,
  type JsonObject,
} from "./node.js";
import {
  asWarning,
  elementsOf,
  entriesIn,
  follow,
  readShared,
  flagIn,
  type Reading,
} from "./reading.js";

/**
 * Reads the media types of a `content` member. Leaves out keys that no header could contain, with a warning.
 *
 * @see OpenAPI 3.2 Media Type Object
 */
export function readContent(
  reading: Reading,
  object: Node<JsonObject>,
  problems: Diagnostic[],
): readonly NormalMediaType[] {
  const contents: NormalMediaType[] = [];
  for (const [type, node] of entriesIn(reading, object, "content", problems)) {
    if (!/^[\t\x20-\x7e]+$/.test(type)) {
      problems.push(
        problem(
          "warning",
          "invalid-object",
          node,
          "A media type is not printable ASCII; it is left out.",
        ),
      );
      continue;
    }
    contents.push(readMediaType(reading, type, node));
  }
  return contents;
}

function readMediaType(reading: Reading, type: string, written: Node): NormalMediaType {
  return readShared(
    reading,
    `media type ${type}`,
    written.value === null ? { ...written, value: {} } : written,
    (node) => {
      const problems: Diagnostic[] = [];
      const schema = child(node, "schema");
      const itemSchema = reading.version === "3.2" ? child(node, "itemSchema") : undefined;
      const example = exampleOf(reading, node, problems);
      const exampleMembers = membersOfExamples(reading, node);
      const encoding = readEncoding(reading, node, problems);
      const positions = readPositions(reading, node, problems);
      return {
        type,
        place: placeOf(node),
        problems,
        ...defined({
          schema,
          itemSchema,
          example: example?.value,
          exampleMembers,
          encoding,
          positions,
        }),
      };
    },
    (node, problems) => ({ type, place: placeOf(node), problems }),
  );
}

/** @see OpenAPI 3.2 Encoding Object */
function readEncoding(
  reading: Reading,
  mediaType: Node<JsonObject>,
  problems: Diagnostic[],
): ReadonlyMap<string, NormalEncoding> | undefined {
  if (own(mediaType.value, "encoding") === undefined) return undefined;
  const encodings = new Map<string, NormalEncoding>();
  for (const [property, written] of entriesIn(reading, mediaType, "encoding", problems)) {
    const encoding = readOneEncoding(reading, written, problems);
    if (encoding !== undefined) encodings.set(property, encoding);
  }
  return encodings.size > 0 ? encodings : undefined;
}

/** @see OpenAPI 3.2 Encoding By Position */
function readPositions(
  reading: Reading,
  mediaType: Node<JsonObject>,
  problems: Diagnostic[],
): ReadonlyMap<string, NormalEncoding> | undefined {
  if (reading.version !== "3.2") return undefined;
  const written: (readonly [string, Node])[] = elementsOf(
    reading,
    child(mediaType, "prefixEncoding"),
    problems,
  ).map((node, index) => [String(index), node]);
  const items = child(mediaType, "itemEncoding");
  if (items !== undefined) written.push(["items", items]);
  const encodings = new Map<string, NormalEncoding>();
  for (const [position, node] of written) {
    const encoding = readOneEncoding(reading, node, problems);
    if (encoding !== undefined) encodings.set(position, encoding);
  }
  return encodings.size > 0 ? encodings : undefined;
}

function readOneEncoding(
  reading: Reading,
  written: Node,
  problems: Diagnostic[],
): NormalEncoding | undefined {
  const node = follow(reading, written, problems);
  if (node === undefined) return undefined;
  const contentType = own(node.value, "contentType");
  const style = own(node.value, "style");
  const explode = flagIn(node, "explode", problems);
  const headers = readHeaders(reading, node, problems);
  return defined({
    headers: headers.length > 0 ? headers : undefined,
    contentType: typeof contentType === "string" ? contentType : undefined,
    style: typeof style === "string" ? style : undefined,
    explode,
    allowReserved: flagIn(node, "allowReserved", problems) === true ? true : undefined,
  });
}

/**
 * Reads the headers of a part, except `Content-Type`, which has its own field, and `Content-Disposition`, which names
 * the part.
 *
 * @see OpenAPI 3.2 Encoding Object, `headers`
 */
function readHeaders(
  reading: Reading,
  encoding: Node<JsonObject>,
  problems: Diagnostic[],
): readonly NormalHeader[] {
  if (own(encoding.value, "headers") === undefined) return [];
  const headers: NormalHeader[] = [];
  for (const [name, written] of entriesIn(reading, encoding, "headers", problems)) {
    if (["content-type", "content-disposition"].includes(name.toLowerCase())) continue;
    const node = follow(reading, written, problems);
    if (node === undefined) continue;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      const message = `${JSON.stringify(name.slice(0, 80))} is not a valid header name; it is left out.`;
      problems.push(problem("warning", "invalid-object", node, message));
      continue;
    }
    const description = own(node.value, "description");
    const described = child(node, "schema");
    const content = described ? undefined : readContent(reading, node, problems)[0];
    const schema = described ?? content?.schema;
    // `schema: false` forbids the header.
    if (schema?.value === false) continue;
    headers.push({
      name,
      required: flagIn(node, "required", problems) ?? false,
      ...defined({
        description: typeof description === "string" ? description : undefined,
        schema,
        explode: flagIn(node, "explode", problems),
        contentType: content?.type,
      }),
    });
  }
  return headers;
}

/**
 * Returns the first example of a parameter or media type. Its value is data and is not resolved, even if it looks like
 * a reference.
 *
 * @see OpenAPI 3.2 Example Object (`value`, `dataValue`; external values are not fetched)
 */
export function exampleOf(
  reading: Reading,
  object: Node<JsonObject>,
  problems: Diagnostic[],
): { readonly value: unknown } | undefined {
  const example = own(object.value, "example");
  if (example !== undefined) return exactExample(object, "example", problems);
  const examples = child(object, "examples");
  if (examples === undefined) return undefined;
  if (Array.isArray(examples.value)) {
    if (examples.value.length === 0) return undefined;
    const { file, pointer } = examples;
    return exactExample({ value: examples.value, file, pointer }, 0, problems);
  }
  if (!isObject(examples.value)) {
    problems.push(asWarning(misshapen(examples, "an object")));
    return undefined;
  }
  const { file, pointer } = examples;
  for (const name of Object.keys(examples.value)) {
    const written = { value: examples.value[name], file, pointer: join(pointer, name) };
    if (!isObject(written.value)) continue;
    const faults: Diagnostic[] = [];
    const node = follow(reading, written, faults);
    for (const fault of faults) problems.push(asWarning(fault));
    if (node === undefined) continue;
    for (const key of ["dataValue", "value"]) {
      const value = own(node.value, key);
      if (value !== undefined) return exactExample(node, key, problems);
    }
  }
  return undefined;
}

/** Returns the names of the members that the examples of a media type have. @see OpenAPI 3.2 Example Object */
function membersOfExamples(
  reading: Reading,
  object: Node<JsonObject>,
): readonly string[] | undefined {
  const values = [own(object.value, "example")];
  const examples = child(object, "examples");
  for (const name of isObject(examples?.value) ? Object.keys(examples.value) : []) {
    const { value, file, pointer } = examples as Node<JsonObject>;
    const written = { value: value[name], file, pointer: join(pointer, name) };
    // `exampleOf` reports references that can't be followed.
    const node = isObject(written.value) ? follow(reading, written, []) : undefined;
    for (const key of node ? ["dataValue", "serializedValue", "value"] : []) {
      values.push(own(node!.value, key));
    }
  }
  return membersOf(values);
}

/** Returns the names of the members that objects have, also objects written as JSON text. Undefined if there are none. */
export function membersOf(values: readonly unknown[]): readonly string[] | undefined {
  const names = new Set(values.map(fromJson).flatMap((each) => Object.keys(each ?? {})));
  return names.size > 0 ? [...names] : undefined;
}

function fromJson(value: unknown): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string" || !/^\s*\{/.test(value)) return undefined;
  try {
    return JSON.parse(value) as JsonObject;
  } catch {
    return undefined;
  }
}

/** Leaves out an example with an integer that would be shown as its neighbour. */
export function exactExample(
  { value, file, pointer }: Node<object>,
  key: string | number,
  problems: Diagnostic[],
): { readonly value: unknown } | undefined {
  const example = (value as { readonly [key: string]: unknown })[key];
  const lost = lostInteger(value, key) ?? lostIntegerWithin(example);
  if (lost === undefined) return { value: example };
  const place = { file, pointer: join(pointer, key) };
  const message = `${dotted(place.pointer)} has the integer ${lost.slice(0, 60)}, which JavaScript numbers can't hold; the example is left out.`;
  problems.push(problem("info", "integer-inexact", place, message));
  return undefined;
}
