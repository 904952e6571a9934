import { defined } from "../../../runtime/protocol/defined.js";
import { isSequence } from "../../../runtime/contract/media-type.js";
import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
import type {
  MediaType,
  NamedSchemas,
  Operation,
  Response,
  Schema,
} from "../../operations/model.js";
import { acceptValue, essenceOf, headerValue, mediaKind } from "../schema/media-types.js";
import type { ValueType } from "../model.js";
import { isBytes } from "../schema/bytes.js";
import { objectShape, plainRefName, shapeOfAny, type ObjectShape } from "../schema/object-shape.js";
import type { OutputView } from "../schema/schema-views.js";
import { isListableMember, jsonBytes } from "../names/unsafe-keys.js";
import { isLeftOut } from "../schema/directions.js";

export interface SuccessfulAnswer {
  readonly value: ValueType;
  /** Set when `value` is the list of a stream's items. */
  readonly stream?: "events" | "items";
  readonly success?: { readonly status: number; readonly type?: string };
  readonly example?: { readonly type: string; readonly value: unknown };
  readonly accept?: string;
}

export interface ListedOutput {
  readonly output: ObjectSchema;
  /** The schema describes `{ result: <the value> }`. */
  readonly wrap?: true;
  readonly uses: ReadonlySet<string>;
}

/** Approximate maximum size of an example, in bytes of JSON. */
const exampleLimit = 2048;

/**
 * Reads the successful response: of 200, 201 … 2XX the first with JSON, else the first; `default` only when the document
 * has no other. If several have JSON with different schemas, the value matches any of these. Bytes are no JSON, even if
 * the document gives them a JSON type or a range.
 */
export function readAnswer(operation: Operation, schemas: NamedSchemas): SuccessfulAnswer {
  const responses = successResponses(operation.responses);
  const jsonOf = jsonFinder(schemas);
  const withJson = responses.find(({ contents }) => jsonOf(contents));
  const response = withJson ?? responses[0];
  if (!response) return { value: { kind: "unknown" } };
  const content = jsonOf(response.contents) ?? response.contents[0];
  const areBytes = isBytes(content?.schema, schemas);
  const type = content && (areBytes ? typeOfBytes(content.type) : headerValue(content.type));
  const accept = acceptOf(responses, content, schemas);
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : 200;
  const stream = content && streamOf(content, schemas);
  const hasExample = content?.example !== undefined && isSmall(content.example);
  return defined({
    value: stream?.value ?? anyOf(responses, jsonOf) ?? valueOf(content, areBytes),
    stream: stream?.stream,
    success: defined({ status, type }),
    example: hasExample && type !== undefined ? { type, value: content.example } : undefined,
    accept,
  });
}

/** Returns the union of the responses' JSON; undefined when their schemas don't differ. */
function anyOf(responses: readonly Response[], jsonOf: JsonFinder): ValueType | undefined {
  const contents = responses.flatMap((response) => jsonOf(response.contents) ?? []);
  if (contents.length < 2) return undefined;
  const schemas = contents.map(({ schema }) => schema);
  if (!schemas.every((schema) => schema !== undefined)) return { kind: "unknown" };
  const distinct = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
  if (distinct.length < 2) return undefined;
  return { kind: "schema", schema: { anyOf: distinct }, alternatives: distinct };
}

/** Makes the output schemas of tools, once for each named schema. */
export class OutputLister {
  readonly #schemas: NamedSchemas;
  readonly #view: OutputView;
  readonly #limit: number;
  readonly #named = new Map<string, ListedOutput | undefined>();

  constructor(schemas: NamedSchemas, view: OutputView, limit: number) {
    this.#schemas = schemas;
    this.#view = view;
    this.#limit = limit;
  }

  /**
   * Returns the output schema to list: an object at its root, without required members. An array, scalar or union becomes
   * the member `result`.
   *
   * @returns undefined when the result is not JSON or has no schema, or when the schema and its `$defs` exceed the limit.
   */
  list(value: ValueType): ListedOutput | undefined {
    if (value.kind !== "schema" || this.#limit <= 0) return undefined;
    const { schema, alternatives } = value;
    if (alternatives) return this.#work(schema, shapeOfAny(alternatives, this.#schemas));
    const name = plainRefName(schema);
    if (name === undefined) return this.#work(schema);
    if (!this.#named.has(name)) this.#named.set(name, this.#work(schema));
    return this.#named.get(name);
  }

  #work(
    schema: Schema,
    shape: Pick<ObjectShape, "properties" | "additional"> | undefined = objectShape(
      schema,
      this.#schemas,
    ),
  ): ListedOutput | undefined {
    const parts = new OutputParts(this.#view, this.#limit);
    const properties: Record<string, unknown> = {};
    let additional: unknown;
    if (shape) {
      for (const [name, property] of shape.properties) {
        if (!isListableMember(name) || isLeftOut(property, "output", this.#schemas)) continue;
        properties[name] = parts.add(property);
        if (!parts.fit) return undefined;
      }
      const further = shape.additional === undefined ? {} : parts.add(shape.additional);
      if (Object.keys(further).length > 0) additional = further;
    } else {
      const result = parts.add(schema);
      if (Object.keys(result).length > 0) properties["result"] = result;
    }
    const hasProperties = Object.keys(properties).length > 0;
    if (!hasProperties && additional === undefined) return undefined;
    const output: ObjectSchema = defined({
      type: "object",
      properties: hasProperties ? properties : undefined,
      additionalProperties: additional,
    });
    const room = this.#limit - jsonBytes(output);
    if (room < 0 || !this.#view.definitions.reach(parts.uses, room)) return undefined;
    return defined({ output, wrap: shape ? undefined : true, uses: parts.uses });
  }
}

/** Projects the parts of an output schema until together they exceed the limit. */
class OutputParts {
  readonly uses = new Set<string>();
  readonly #view: OutputView;
  #room: number;

  constructor(view: OutputView, room: number) {
    this.#view = view;
    this.#room = room;
  }

  get fit(): boolean {
    return this.#room >= 0;
  }

  add(schema: Schema): JsonSchema {
    const { schema: projected, uses } = this.#view.project(schema);
    for (const used of uses) this.uses.add(used);
    this.#room -= jsonBytes(projected);
    return projected;
  }
}

function successResponses(responses: readonly Response[]): readonly Response[] {
  const successes = responses
    .filter(({ status }) => /^2(\d\d|XX)$/.test(status))
    // `2XX` sorts after every number.
    .sort((a, b) => (a.status < b.status ? -1 : 1));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === "default");
}

type JsonFinder = (contents: readonly MediaType[]) => MediaType | undefined;

function jsonFinder(schemas: NamedSchemas): JsonFinder {
  return (contents) => {
    const json = contents.filter(
      ({ type, schema }) => mediaKind(type) === "json" && !isBytes(schema, schemas),
    );
    return json.find(({ type }) => essenceOf(type) === "application/json") ?? json[0];
  };
}

/** Returns a type of a range that may hold any bytes; other types as they are. */
function typeOfBytes(type: string): string {
  return /^(\*|application)\/\*$/.test(essenceOf(type) ?? "")
    ? "application/octet-stream"
    : headerValue(type);
}

function valueOf(content: MediaType | undefined, areBytes: boolean): ValueType {
  if (!content) return { kind: "void" };
  switch (mediaKind(content.type)) {
    case "json":
      if (areBytes) return { kind: "media" };
      return content.schema === undefined
        ? { kind: "unknown" }
        : { kind: "schema", schema: content.schema };
    case "text":
    case "form":
      return { kind: "text" };
    case "multipart":
    case "binary":
      return { kind: "media" };
    case undefined:
      return { kind: "unknown" };
  }
}

/** Returns the `Accept` header: the chosen media type, then those of other successes; undefined for any type. */
function acceptOf(
  responses: readonly Response[],
  chosen: MediaType | undefined,
  schemas: NamedSchemas,
): string | undefined {
  if (!chosen) return undefined;
  const contents = [chosen, ...responses.flatMap((response) => response.contents)];
  const types = contents.map(({ type, schema }) => acceptValue(type, isBytes(schema, schemas)));
  const named = new Set(types.filter((type) => type !== "*/*"));
  if (named.size === 0) return undefined;
  // Unlisted types are not acceptable (RFC 9110 section 12.5.1), so keep `*/*` if the API may return any.
  return [...named, ...(types.includes("*/*") ? ["*/*"] : [])].join(", ");
}

/** Whether the JSON of a value is roughly within the limit; does not serialize it, because it may be large. */
function isSmall(value: unknown): boolean {
  let room = exampleLimit;
  const fits = (part: unknown, depth: number): boolean => {
    room -= 2;
    if (typeof part === "string") {
      if (part.length <= room) room -= Buffer.byteLength(part);
      else room = -1;
    } else if (typeof part === "object" && part !== null) {
      if (depth > 32) return false;
      for (const [key, member] of Object.entries(part)) {
        room -= Array.isArray(part) ? 1 : key.length + 4;
        if (room < 0 || !fits(member, depth + 1)) return false;
      }
    }
    return room >= 0;
  };
  return fits(value, 0);
}

/**
 * Returns the value of a stream: the list of its items if the document describes them, else its text.
 *
 * Since 3.2 `itemSchema` describes an item and `schema` the whole list. Earlier documents describe an item by `schema`.
 *
 * @returns undefined when the media type is not a stream
 * @see OpenAPI 3.2 Media Type Object, Sequential Media Types
 */
function streamOf(
  { type, schema, itemSchema }: MediaType,
  schemas: NamedSchemas,
): { readonly value: ValueType; readonly stream?: "events" | "items" } | undefined {
  const essence = essenceOf(type);
  if (essence === undefined || !isSequence(essence)) return undefined;
  if (itemSchema !== undefined) {
    const isEvents = essence === "text/event-stream" && describesEvents(itemSchema, schemas);
    return { value: listOf(itemSchema), stream: isEvents ? "events" : "items" };
  }
  if (schema === undefined || typeof schema === "boolean") return { value: { kind: "text" } };
  if (schema["type"] === "string") return { value: { kind: "text" } };
  const value: ValueType = schema["type"] === "array" ? { kind: "schema", schema } : listOf(schema);
  return { value, stream: "items" };
}

function listOf(items: Schema): ValueType {
  return { kind: "schema", schema: { type: "array", items } };
}

/** Whether a schema describes the event, as it should, rather than the JSON in the event's data. */
function describesEvents(schema: Schema, schemas: NamedSchemas): boolean {
  const shape = objectShape(schema, schemas);
  return !shape || ["data", "event"].some((name) => shape.properties.has(name));
}
