/** Sends answers that the document describes through the server. Exactly these data must arrive. */
import { isDeepStrictEqual } from "node:util";
import { compileChecker } from "../../runtime/schema/check/compile.js";
import type {
  ApiModel,
  MediaType,
  Response as Declared,
  Schema,
} from "../../src/operations/model.js";
import { sampleAnswer } from "../../src/samples/sample-answer.js";
import type { SurfaceOperation } from "../../src/surface/model.js";
import type { CallResult, Served } from "./served.js";

export interface RoundTrips {
  readonly answers: number;
  readonly carried: number;
  readonly problems: readonly string[];
}

interface Planned {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
  readonly value?: unknown;
  readonly schema?: Schema;
}

/** @param args valid arguments */
export async function checkAnswers(
  operation: SurfaceOperation,
  args: unknown,
  served: Served,
  schemas: ApiModel["schemas"],
): Promise<RoundTrips> {
  const { facts, source, symbol } = operation;
  const problems: string[] = [];
  let answers = 0;
  let carried = 0;
  for (const planned of successes(source.responses).flatMap((each) =>
    plan(operation, each, schemas),
  )) {
    const { status, type, text } = planned;
    const isBodiless = facts.request.method === "HEAD" || status === 204 || status === 205;
    served.answer = () =>
      new Response(isBodiless ? null : text, {
        status,
        headers: type === undefined || isBodiless ? {} : { "content-type": type },
      });
    const { result } = await served.call(symbol, args);
    const problem =
      isBodiless || type === undefined
        ? emptyProblem(result)
        : problemOf(result, planned, operation);
    if (problem !== undefined && !isValid(planned, schemas)) continue;
    answers += 1;
    if (problem === undefined) carried += 1;
    else problems.push(`${source.key}: answer ${status} ${type ?? ""}: ${problem}`);
  }
  return { answers, carried, problems };
}

/** Returns the responses of 2xx, or `default` if there are none. */
function successes(responses: readonly Declared[]): readonly Declared[] {
  const listed = responses.filter(({ status }) => status.startsWith("2"));
  return listed.length > 0 ? listed : responses.filter(({ status }) => status === "default");
}

function plan(
  { facts, source }: SurfaceOperation,
  { status: written, contents }: Declared,
  schemas: ApiModel["schemas"],
): readonly Planned[] {
  const status = /^\d+$/.test(written) ? Number(written) : 200;
  if (contents.length === 0) return [{ status, text: "" }];
  // Streams have their own tests.
  if (facts.stream !== undefined) return [];
  return contents.slice(0, 3).flatMap((content): Planned[] => {
    const essence = content.type.split(";")[0]!.trim().toLowerCase();
    if (!isJson(essence) && essence !== "*/*") return plain(content, status, essence);
    const type = essence === "*/*" ? "application/json" : content.type;
    const { schema = {} } = content;
    const value = sampleAnswer(schema, schemas, {
      seed: `${source.key} ${status}`,
      words: "awkward",
    });
    return value === undefined
      ? []
      : [{ status, type, text: JSON.stringify(value), value, schema }];
  });
}

/** Text and bytes, of types other than streams. */
function plain({ type }: MediaType, status: number, essence: string): Planned[] {
  if (/event-stream|ndjson|jsonl|json-seq|multipart/.test(essence)) return [];
  const [kind = ""] = essence.split("/");
  const one = { image: "image/png", audio: "audio/mpeg", text: "text/plain" }[kind];
  const sent = essence.endsWith("/*") ? (one ?? "application/octet-stream") : type;
  return [{ status, type: sent, text: 'line one\nsömé "text" <&>' }];
}

function problemOf(
  result: CallResult,
  { text, value, type = "" }: Planned,
  { facts }: SurfaceOperation,
): string | undefined {
  const content = result.content ?? [];
  if (result.isError) return `an error: ${content[0]?.text?.slice(0, 200)}`;
  const given = content.find((each) => each.type === "text")?.text;
  if (value === undefined) {
    if (given === text) return undefined;
    const bytes = Buffer.from(text).toString("base64");
    const data = content.map(({ data, resource }) => data ?? resource?.blob);
    return data.includes(bytes) ? undefined : `${type} arrives as ${JSON.stringify(content)}`;
  }
  if (given === undefined || !isDeepStrictEqual(JSON.parse(given), value)) {
    return `the text is ${given?.slice(0, 200)}, not ${text.slice(0, 200)}`;
  }
  const structured = facts.wrapIn ? { result: value } : value;
  if (!facts.output || isDeepStrictEqual(result.structuredContent, structured)) return undefined;
  return `the structured content is ${JSON.stringify(result.structuredContent)?.slice(0, 200)}, not ${text.slice(0, 200)}`;
}

function emptyProblem(result: CallResult): string | undefined {
  return result.isError ? `an error: ${result.content?.[0]?.text?.slice(0, 200)}` : undefined;
}

/** The sampler does not support every keyword, so only values that match their schema must arrive unchanged. */
function isValid({ value, schema }: Planned, schemas: ApiModel["schemas"]): boolean {
  if (value === undefined || typeof schema !== "object") return true;
  const $defs: Record<string, unknown> = {};
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [keyword, member] of Object.entries(next)) {
      const name =
        keyword === "$ref" && typeof member === "string" ? member.slice("#/$defs/".length) : "";
      const found = schemas.get(name)?.schema;
      if (found !== undefined && !Object.hasOwn($defs, name)) {
        $defs[name] = found;
        pending.push(found);
      }
      pending.push(member);
    }
  }
  try {
    return compileChecker({ ...schema, $defs }).validate(value).length === 0;
  } catch {
    return false;
  }
}

function isJson(essence: string): boolean {
  return /^[^/]+\/([^/]*\+)?json$/.test(essence);
}
