import type { ObjectSchema } from "../../runtime/upstream/operation.js";
import type { MediaType, NamedSchema, Operation, Response } from "../operations/model.js";
import { essenceOf, headerValue, mediaKind } from "./media-types.js";
import type { ValueType } from "./model.js";
import { objectShape } from "./object-shape.js";
import { jsonBytes, setOwn, type Projection } from "./projection.js";
import { isLeftOut } from "./directions.js";

type Schemas = ReadonlyMap<string, NamedSchema>;

/** What a successful call brings back. */
export interface SuccessfulAnswer {
  readonly value: ValueType;
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
 * when the document has no other.
 */
export function readAnswer(operation: Operation): SuccessfulAnswer {
  const responses = successResponses(operation.responses);
  const withJson = responses.find(({ contents }) => jsonOf(contents));
  const response = withJson ?? responses[0];
  if (!response) return { value: { kind: "unknown" } };
  const content = jsonOf(response.contents) ?? response.contents[0];
  const type = content && headerValue(content.type);
  const accept = acceptOf(responses, content);
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : 200;
  return {
    value: valueOf(content),
    success: { status, ...(type === undefined ? {} : { type }) },
    ...(content?.example !== undefined && type !== undefined && isSmall(content.example)
      ? { example: { type, value: content.example } }
      : {}),
    ...(accept === undefined ? {} : { accept }),
  };
}

/**
 * The output schema to list: a plain object at its root, its members not required, within `limit` bytes with all it
 * refers to. An array, scalar or union is the member `result` of one.
 *
 * @returns undefined when the answer is no JSON, when nothing is known of it, or when the schema is larger.
 */
export function listedOutput(
  value: ValueType,
  schemas: Schemas,
  projection: Projection,
  limit: number,
): ListedOutput | undefined {
  if (value.kind !== "schema" || limit <= 0) return undefined;
  const uses = new Set<string>();
  const shape = objectShape(value.schema, schemas);
  const properties: Record<string, unknown> = {};
  let wrap: true | undefined;
  let additional: unknown;
  if (shape) {
    for (const [name, schema] of shape.properties) {
      if (isLeftOut(schema, "output", schemas)) continue;
      const projected = projection.project(schema);
      for (const used of projected.uses) uses.add(used);
      setOwn(properties, name, projected.schema);
    }
    if (shape.additional !== undefined && shape.additional !== true) {
      const projected = projection.project(shape.additional);
      for (const used of projected.uses) uses.add(used);
      if (Object.keys(projected.schema).length > 0) additional = projected.schema;
    }
    if (Object.keys(properties).length === 0 && additional === undefined) return undefined;
  } else {
    const projected = projection.project(value.schema);
    for (const used of projected.uses) uses.add(used);
    if (Object.keys(projected.schema).length === 0) return undefined;
    properties["result"] = projected.schema;
    wrap = true;
  }
  const output: ObjectSchema = {
    type: "object",
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(additional === undefined ? {} : { additionalProperties: additional }),
  };
  const room = limit - jsonBytes(output);
  if (room < 0 || !projection.reach(uses, room)) return undefined;
  return { output, ...(wrap ? { wrap } : {}), uses };
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
  const types = contents
    .map(({ type }) => (essenceOf(type) === "*/*" ? "*/*" : headerValue(type)))
    .filter((type) => type !== "*/*");
  return types.length > 0 ? [...new Set(types)].join(", ") : undefined;
}

/** Whether the JSON of a value is within the limit, without writing a large one out to see. */
function isSmall(value: unknown): boolean {
  let room = exampleLimit;
  const fits = (part: unknown, depth: number): boolean => {
    room -= 2;
    if (typeof part === "string") room -= part.length;
    else if (typeof part === "object" && part !== null) {
      if (depth > 32) return false;
      for (const [key, member] of Object.entries(part)) {
        room -= Array.isArray(part) ? 0 : key.length;
        if (room < 0 || !fits(member, depth + 1)) return false;
      }
    }
    return room >= 0;
  };
  return fits(value, 0) && jsonBytes(value) <= exampleLimit;
}
