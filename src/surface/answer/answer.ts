import { defined } from "../../../runtime/protocol/defined.js";
import type { JsonSchema, ObjectSchema } from "../../../runtime/contract/operation.js";
import type {
  MediaType,
  NamedSchemas,
  Operation,
  Response,
  Schema,
} from "../../operations/model.js";
import { essenceOf, headerValue, mediaKind } from "../schema/media-types.js";
import type { ValueType } from "../model.js";
import { objectShape, plainRefName, type ObjectShape } from "../schema/object-shape.js";
import { shapeOfAny } from "../schema/any-shape.js";
import { streamOf } from "./stream-answer.js";
import type { OutputView } from "../schema/schema-views.js";
import { isListableMember, jsonBytes } from "../names/unsafe-keys.js";
import { isLeftOut } from "../schema/directions.js";

/** What a successful call brings back. */
export interface SuccessfulAnswer {
  readonly value: ValueType;
  /** Present when `value` is the list of a stream's items. */
  readonly stream?: "events" | "items";
  readonly success?: { readonly status: number; readonly type?: string };
  readonly example?: { readonly type: string; readonly value: unknown };
  readonly accept?: string;
}

/** The answer of an operation as tools list it. */
export interface ListedOutput {
  readonly output: ObjectSchema;
  readonly wrap?: true;
  readonly uses: ReadonlySet<string>;
}

const exampleLimit = 2048;

/**
 * Reads what success looks like: of the responses 200, 201 … 2XX the first with JSON, else the first; `default` only
 * when the document has no other. Where several have JSON of different schemas the value is any of these.
 *
 * @param schemas The model's, which references lead to.
 */
export function readAnswer(operation: Operation, schemas: NamedSchemas): SuccessfulAnswer {
  const responses = successResponses(operation.responses);
  const withJson = responses.find(({ contents }) => jsonOf(contents));
  const response = withJson ?? responses[0];
  if (!response) return { value: { kind: "unknown" } };
  const content = jsonOf(response.contents) ?? response.contents[0];
  const type = content && headerValue(content.type);
  const accept = acceptOf(responses, content);
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : 200;
  const stream = content && streamOf(content, schemas);
  return {
    value: stream?.value ?? anyOf(responses) ?? valueOf(content),
    ...defined({ stream: stream?.stream ? stream.stream : undefined }),
    success: { status, ...defined({ type }) },
    ...defined({
      example:
        content?.example !== undefined && type !== undefined && isSmall(content.example)
          ? { type, value: content.example }
          : undefined,
      accept,
    }),
  };
}

/** What JSON success may bring, where responses differ in that. */
function anyOf(responses: readonly Response[]): ValueType | undefined {
  const contents = responses.flatMap((response) => jsonOf(response.contents) ?? []);
  if (contents.length < 2) return undefined;
  const schemas = contents.map(({ schema }) => schema);
  if (!schemas.every((schema) => schema !== undefined)) return { kind: "unknown" };
  const distinct = [...new Map(schemas.map((each) => [JSON.stringify(each), each])).values()];
  if (distinct.length < 2) return undefined;
  return { kind: "schema", schema: { anyOf: distinct }, alternatives: distinct };
}

/** Lists the answers of operations; those that are the same named schema are worked out once. */
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
   * The output schema to list: a plain object at its root, its members not required, within the limit in bytes with all
   * it refers to. An array, scalar or union is the member `result` of one.
   *
   * @returns undefined when the answer is no JSON, when nothing is known of it, or when the schema is larger.
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
    const output: ObjectSchema = {
      type: "object",
      ...defined({
        properties: hasProperties ? properties : undefined,
        additionalProperties: additional,
      }),
    };
    const room = this.#limit - jsonBytes(output);
    if (room < 0 || !this.#view.definitions.reach(parts.uses, room)) return undefined;
    return { output, ...defined({ wrap: shape ? undefined : true }), uses: parts.uses };
  }
}

/** Parts of an output schema, projected one by one until they are too large together. */
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

function jsonOf(contents: readonly MediaType[]): MediaType | undefined {
  return (
    contents.find(({ type }) => essenceOf(type) === "application/json") ??
    contents.find(({ type }) => mediaKind(type) === "json")
  );
}

function valueOf(content: MediaType | undefined): ValueType {
  if (!content) return { kind: "void" };
  switch (mediaKind(content.type)) {
    case "json":
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

/** The `Accept` header: what the chosen content is, then the other types of success; undefined when any will do. */
function acceptOf(
  responses: readonly Response[],
  chosen: MediaType | undefined,
): string | undefined {
  if (!chosen) return undefined;
  const contents = [chosen, ...responses.flatMap((response) => response.contents)];
  const types = contents.map(({ type }) => (essenceOf(type) === "*/*" ? "*/*" : headerValue(type)));
  const named = new Set(types.filter((type) => type !== "*/*"));
  if (named.size === 0) return undefined;
  // What is not listed is not acceptable: an API that may answer anything must stay free to. RFC 9110 section 12.5.1
  return [...named, ...(types.includes("*/*") ? ["*/*"] : [])].join(", ");
}

/** Whether the JSON of a value is about within the limit, without writing a large one out to see. */
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
