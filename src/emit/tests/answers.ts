import { bodyText } from "../../../runtime/testing/body-text.js";
import type { CannedAnswer } from "../../../runtime/testing/operation-case.js";
import type { Pagination } from "../../../runtime/contract/operation.js";
import type { NamedSchemas } from "../../operations/model.js";
import { sampleAnswer } from "../../samples/sample-answer.js";
import { essenceOf, mediaKind } from "../../surface/schema/media-types.js";
import type { SurfaceOperation } from "../../surface/model.js";

/** Maximum length of a readable answer, in characters of JSON. */
const maxReadable = 600;

const binary = { base64: "AAEC/f7/" };

/**
 * Makes answers that the document allows, best first, one when it is asked for: the first mostly does. An answer is a list of
 * pages, mostly of one.
 */
export function* possibleAnswers(
  operation: SurfaceOperation,
  schemas: NamedSchemas,
): Generator<readonly CannedAnswer[], undefined> {
  const { success = { status: 200 }, stream, paginate } = operation.facts;
  const { status, type } = success;
  const isBodiless = operation.facts.request.method === "HEAD" || [204, 205, 304].includes(status);
  if (isBodiless || type === undefined) return yield* [[{ status }]];
  const essence = essenceOf(type) ?? type;
  const isJson = mediaKind(type) === "json";
  if (!isJson && stream === undefined) {
    return yield* [[{ status, ...plainAnswer(type, essence) }]];
  }
  for (const value of possibleValues(operation, schemas)) {
    if (stream !== undefined) {
      const body = bodyText(Buffer.from(streamText(essence, stream, value))) ?? "";
      yield [{ status, type, body }];
    } else {
      const answer = { status, type, json: value };
      yield paginate ? pages(answer, paginate) : [answer];
    }
  }
}

/** Makes the values that are short enough to read; the last of all if none is. */
function* possibleValues(
  operation: SurfaceOperation,
  schemas: NamedSchemas,
): Generator<unknown, undefined> {
  let long: unknown;
  let isFound = false;
  for (const value of allValues(operation, schemas)) {
    if (JSON.stringify(value).length > maxReadable) {
      long = value;
      continue;
    }
    isFound = true;
    yield value;
  }
  if (!isFound) yield long ?? {};
}

/** Makes the document's example, then samples with fewer and fewer optional members. */
function* allValues(
  { facts: { example }, output, source }: SurfaceOperation,
  schemas: NamedSchemas,
): Generator<unknown, undefined> {
  if (typeof example?.value === "object" && example.value !== null) yield example.value;
  const schema = output.kind === "schema" ? output.schema : {};
  for (const optional of ["all", "some", "none"] as const) {
    const sample = sampleAnswer(schema, schemas, { seed: source.key, optional });
    if (sample !== undefined) yield sample;
  }
}

function plainAnswer(type: string, essence: string): Omit<CannedAnswer, "status"> {
  if (essence.startsWith("multipart/")) {
    const body = ["--example\r\n", "\r\n", "example\r\n", "--example--\r\n"];
    return { type: `${essence}; boundary=example`, body };
  }
  if (essence.startsWith("image/")) {
    return { type: type.includes("*") ? "image/png" : type, body: binary };
  }
  if (essence === "text/event-stream") return { type, body: ["data: example\n", "\n"] };
  if (essence === "text/*") return { type: "text/plain", body: "example" };
  if (/[/+]xml$/.test(essence)) return { type, body: "<example/>" };
  if (mediaKind(type) === "text") return { type, body: "example" };
  return { type: type.includes("*") ? "application/octet-stream" : type, body: binary };
}

/** Encodes the items of a stream. @see WHATWG HTML, Server-sent events; RFC 7464 */
function streamText(essence: string, stream: "events" | "items", value: unknown): string {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.map((item) => JSON.stringify(item));
  if (essence !== "text/event-stream") {
    const before = essence.endsWith("json-seq") ? "\x1e" : "";
    return texts.map((text) => `${before}${text}\n`).join("");
  }
  if (stream === "items") return texts.map((text) => `data: ${text}\n\n`).join("");
  return items.map((item) => eventText(item as Readonly<Record<string, unknown>>)).join("");
}

function eventText(event: Readonly<Record<string, unknown>>): string {
  const fields = ["event", "id", "data"].flatMap((name) => {
    const value = event[name];
    if (value === undefined) return [];
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return text.split("\n").map((line) => `${name}: ${line}\n`);
  });
  return `${fields.join("")}\n`;
}

/** Returns the first page, then a last page without a link to another. */
function pages(first: CannedAnswer, paginate: Pagination): readonly CannedAnswer[] {
  const pointer = "next" in paginate ? paginate.next : paginate.items;
  if (pointer === undefined || pointer === "") {
    return Array.isArray(first.json) ? [first, { ...first, json: [] }] : [first];
  }
  const last = structuredClone(first.json);
  const keys = pointer.split("/").slice(1);
  const name = keys.pop() ?? "";
  let holder: unknown = last;
  for (const key of keys) holder = memberOf(holder, key);
  if (memberOf(holder, name) === undefined) return [first];
  (holder as Record<string, unknown>)[name] = "next" in paginate ? null : [];
  return [first, { ...first, json: last }];
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
