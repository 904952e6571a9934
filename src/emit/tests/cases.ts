import { defined } from "../../../runtime/protocol/defined.js";
import { isDeepStrictEqual } from "node:util";
import { UriTemplate } from "../../../runtime/resources/uri-template.js";
import { searchToolNames } from "../../../runtime/contract/search-tool-names.js";
import { serverOfFacts } from "../../../runtime/server/untyped-api-server.js";
import {
  OperationBench,
  wholeResult,
  type PlannedCall,
} from "../../../runtime/testing/operation-bench.js";
import { isList } from "../../../runtime/testing/body-text.js";
import type {
  CannedAnswer,
  CaseOutcome,
  OperationCase,
} from "../../../runtime/testing/operation-case.js";
import { memoryUpstream } from "../../../runtime/testing/test-upstream.js";
import type { ApiModel } from "../../operations/model.js";
import { ArgumentSampler, type SampledArguments } from "../../samples/sample-arguments.js";
import type { Surface, SurfaceOperation } from "../../surface/model.js";
import { possibleAnswers } from "./answers.js";
import { testEnvironment } from "./environment.js";
import { within, type Work } from "../../diagnostics/work.js";

/** The test of one operation: its case, or the reason why there is none. */
export type EmittedTest = { readonly operation: SurfaceOperation } & CaseOrReason;

type CaseOrReason =
  | { readonly facts: OperationCase; readonly skip?: undefined }
  | { readonly facts?: undefined; readonly skip: string };

type Arguments = Readonly<Record<string, unknown>>;

/** Maximum length of readable arguments, in characters of JSON. */
const maxReadable = 1_500;
/** Maximum length of a reason for skipping, in characters. */
const maxReason = 300;

const levels = ["all", "some", "none"] as const;
type Level = (typeof levels)[number];
const shortForms = ["structured", "wrapped", "text"] as const;

/**
 * Records a call of each operation: the request that the runtime builds from sampled arguments, and the result that it
 * builds from a sampled answer. Sends nothing. The same surface gives the same cases.
 */
export async function testCases(
  surface: Surface,
  model: ApiModel,
  work: Work,
): Promise<readonly EmittedTest[]> {
  const { api, operations } = surface;
  const upstream = memoryUpstream();
  const Server = serverOfFacts(
    api,
    // Several answers are tried in turn, so none may come from the cache.
    operations.map(({ facts }) => ({ ...facts, cacheMs: 0 })),
  );
  const options = { env: testEnvironment(api), fetch: upstream.fetch };
  // The calls that fail are those that get no test, and a diagnostic says why.
  const server = new Server({ ...options, logger: () => {} });
  const bench = await OperationBench.open(server, upstream);
  const tests: EmittedTest[] = [];
  const cached = new Map<string, string>();
  for (const operation of operations) {
    const { key, place } = operation.source;
    const sampler = new ArgumentSampler(operation.facts, api);
    work.begin(`making a test of ${key}`, place);
    const sample = (optional: Level): SampledArguments =>
      within(work, () => sampler.sample({ seed: key, optional }));
    const possible = possibleAnswers(operation, model.schemas);
    const answers = new Remembered(() => within(work, () => possible.next()));
    const made = await caseOf(operation, sample, answers, bench);
    tests.push({ operation, ...ownRequest(operation, made, cached) });
  }
  await bench.close();
  return tests;
}

/** What an iterator gives, however often it is asked for. */
class Remembered<Value> {
  readonly #next: () => IteratorResult<Value, undefined>;
  readonly #made: Value[] = [];

  constructor(next: () => IteratorResult<Value, undefined>) {
    this.#next = next;
  }

  *[Symbol.iterator](): Generator<Value, undefined> {
    for (let at = 0; ; at += 1) {
      if (at === this.#made.length) {
        const { done, value } = this.#next();
        if (done) return;
        this.#made.push(value);
      }
      yield this.#made[at]!;
    }
  }
}

/** Skips an operation that the cached answer to another operation would serve, because it would send nothing. */
function ownRequest(
  { facts: { cacheMs }, source }: SurfaceOperation,
  made: CaseOrReason,
  cached: Map<string, string>,
): CaseOrReason {
  if (cacheMs === undefined || !made.facts) return made;
  const requests = JSON.stringify(made.facts.sends);
  const other = cached.get(requests);
  if (other !== undefined)
    return { skip: `It would be served from the cached answer to ${other}.` };
  cached.set(requests, source.key);
  return made;
}

async function caseOf(
  { facts }: SurfaceOperation,
  sample: (optional: Level) => SampledArguments,
  answers: Iterable<readonly CannedAnswer[]>,
  bench: OperationBench,
): Promise<CaseOrReason> {
  let reason = "";
  for (const optional of levels) {
    const sampled = sample(optional);
    if (!sampled.args) return { skip: noArguments(sampled) };
    const isLong = JSON.stringify(sampled.args).length > maxReadable;
    if (isLong && optional !== "none") continue;
    const call = callOf(facts.expose, sampled.args);
    if (call === undefined) {
      reason = "The URI expanded from these arguments does not match the template.";
      continue;
    }
    let first: OperationCase | undefined;
    for (const list of answers) {
      const [only] = list;
      const answer = list.length === 1 && only !== undefined ? only : list;
      const outcome = await bench.run({ ...call, answer });
      const failure = failureOf(outcome);
      if (failure !== undefined) {
        reason = failure;
        continue;
      }
      const made = finished({ ...call, answer }, outcome);
      if (typeof made.result === "string") return { facts: made };
      first ??= made;
    }
    if (first !== undefined) return { facts: first };
  }
  return { skip: reason.slice(0, maxReason) };
}

function noArguments(sampled: SampledArguments): string {
  const why = sampled.args ? "" : sampled.reason;
  return `No valid arguments could be generated: ${why}`.slice(0, maxReason);
}

/** Returns the client's request for an operation; undefined if these arguments can't be sent. */
function callOf(
  expose: SurfaceOperation["facts"]["expose"],
  args: Arguments,
): Omit<PlannedCall, "answer"> | undefined {
  switch (expose.as) {
    case "tool":
      return { tool: expose.name, arguments: args };
    case "searchable":
      return { tool: searchToolNames.call, arguments: { name: expose.name, arguments: args } };
    case "resource":
      return { resource: expose.uri };
    case "template": {
      const template = new UriTemplate(expose.uriTemplate);
      const uri = template.expand(args);
      return template.match(uri) === undefined ? undefined : { resource: uri };
    }
  }
}

/** Returns the reason why an outcome is not a usable test case. */
function failureOf({ result, sends }: CaseOutcome): string | undefined {
  const { error, isError, content } = result as {
    error?: { message?: string };
    isError?: boolean;
    content?: readonly { text?: string }[];
  };
  if (error !== undefined) return error.message ?? "The server refuses the request.";
  if (isError) return content?.[0]?.text ?? "The call fails.";
  return sends.length === 0 ? "The call sends no request." : undefined;
}

function finished(
  { answer, ...call }: PlannedCall,
  { asks, sends, result }: CaseOutcome,
): OperationCase {
  const [only] = sends;
  return {
    ...call,
    ...defined({ asks }),
    sends: sends.length === 1 && only !== undefined ? only : sends,
    answer,
    result: isList(answer) ? result : (shortForm({ ...call, answer }, result) ?? result),
  };
}

function shortForm(
  call: PlannedCall,
  result: CaseOutcome["result"],
): (typeof shortForms)[number] | undefined {
  const forms = call.resource === undefined ? shortForms : (["text"] as const);
  return forms.find((form) => isDeepStrictEqual(wholeResult(form, call), result));
}
