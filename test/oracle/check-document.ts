/** Checks one document in its own process: `check-document.ts NAME FILE` prints an OracleResult as JSON. */
import path from "node:path";
import type { Operation } from "../../runtime/contract/operation.js";
import { defined } from "../../runtime/protocol/defined.js";
import { readSurface } from "../../src/generate.js";
import { defaultOptions } from "../../src/options/table.js";
import { ArgumentSampler } from "../../src/samples/sample-arguments.js";
import type { SurfaceOperation } from "../../src/surface/model.js";
import { listOperations } from "../corpus/count-operations.js";
import { root } from "../support/cli.js";
import { ourBody, theirBody } from "./bodies.js";
import { compareRequests, type Difference } from "./compare.js";
import { decide, readDecisions } from "./decisions.js";
import { chosenBody, expectedRequest, valuesOf } from "./expected-request.js";
import { RawDocument, type RawOperation } from "./raw-document.js";
import { partsOf } from "./request-parts.js";
import type { OracleResult } from "./result.js";
import { checkAnswers } from "./round-trip.js";
import { Served } from "./served.js";
import { withServers } from "./with-servers.js";

const [name = "", file = ""] = process.argv.slice(2);
const levels = ["none", "some", "all"] as const;
const ignoredHeaders = ["accept", "content-type", "authorization"];
const decisions = readDecisions(path.join(root, "test/oracle/decisions.json"));
process.stdout.write(JSON.stringify(await checkDocument()));

async function checkDocument(): Promise<OracleResult> {
  const start = performance.now();
  const keys = listOperations(file);
  const options = { ...defaultOptions(), mode: "tools" as const, "allow-refs-outside": true };
  const { surface: found, model } = await readSurface(file, options, { cwd: path.dirname(file) });
  const document = new RawDocument(file);
  const notCompared: Record<string, string> = {};
  const applied: Record<string, number> = {};
  const problems: string[] = [];
  const counts = { compared: 0, equal: 0, decided: 0, wrong: 0, answers: 0, carried: 0 };
  for (const { key, reason } of [...(model?.skipped ?? []), ...(found?.skipped ?? [])]) {
    notCompared[key] = `${reason.code}: ${reason.message}`;
  }
  for (const { key, because } of found?.excluded ?? []) notCompared[key] = because;
  if (found) {
    const surface = withServers(found);
    const served = new Served(surface);
    await served.open();
    for (const operation of surface.operations) {
      const sampler = new ArgumentSampler(operation.facts, surface.api);
      served.answer = () => Response.json({ ok: true });
      const outcome = await checkOperation(operation, sampler, served, document);
      if (typeof outcome === "string") {
        notCompared[operation.source.key] = outcome;
        continue;
      }
      counts.compared += 1;
      const undecided = undecidedOf(operation.source.key, outcome, applied);
      if (undecided.length > 0) counts.wrong += 1;
      else if (outcome.length > 0) counts.decided += 1;
      else counts.equal += 1;
      problems.push(...new Set(undecided));
      // A call that made no request gets no answer to carry.
      if (outcome.some(({ where }) => where === "refused")) continue;
      const { args = {} } = sampler.sample({ seed: operation.source.key });
      const trips = await checkAnswers(operation, args, served, model!.schemas);
      counts.answers += trips.answers;
      counts.carried += trips.carried;
      problems.push(...trips.problems);
    }
  }
  for (const key of keys) {
    const known = found?.operations.some(({ source }) => source.key === key);
    if (!known) notCompared[key] ??= "the document can't be used without options";
  }
  return {
    name,
    operations: keys.length,
    ...counts,
    applied,
    notCompared,
    problems,
    seconds: (performance.now() - start) / 1000,
  };
}

/** Describes the differences that no decision covers, and counts the others in `applied`. */
function undecidedOf(
  key: string,
  differences: readonly Difference[],
  applied: Record<string, number>,
): string[] {
  const undecided: string[] = [];
  for (const difference of differences) {
    const decision = decide(difference, decisions);
    if (decision === undefined) undecided.push(describe(key, difference));
    else applied[decision] = (applied[decision] ?? 0) + 1;
  }
  return undecided;
}

/** Returns the differences of all samples of an operation, or the reason why it can't be compared. */
async function checkOperation(
  { facts, source, symbol }: SurfaceOperation,
  sampler: ArgumentSampler,
  served: Served,
  document: RawDocument,
): Promise<readonly Difference[] | string> {
  const raw = document.operation(source.key);
  if (!raw) return "not found in the document as it is written";
  const differences: Difference[] = notOffered(facts, raw, document.isSwagger2);
  const seen = new Set<string>();
  for (const optional of levels) {
    const sampled = sampler.sample({ seed: source.key, optional, words: "awkward" });
    if (!sampled.args) return `no valid arguments found: ${sampled.reason}`;
    const text = JSON.stringify(sampled.args);
    if (seen.has(text)) continue;
    seen.add(text);
    const { result, sent } = await served.call(symbol, sampled.args);
    const values = valuesOf(facts, sampled.args);
    const [first] = sent;
    const chosen = chosenBody(facts.request, sampled.args);
    const sentType = first?.headers["content-type"]?.replace(/; *boundary=.*$/, "");
    const bodyType = bodyTypeOf(raw, sentType) ?? chosen?.type;
    const call = defined({ operation: raw, values, isSwagger2: document.isSwagger2, bodyType });
    if (!first || sent.length > 1) {
      const ours = result.content?.[0]?.text ?? "";
      differences.push({ ...call, where: "refused", name: "call", ours, theirs: "", value: text });
      continue;
    }
    const isFile = chosen?.file ?? false;
    const body = ourBody(first.body, first.headers["content-type"], isFile);
    const ours = partsOf({ ...first, body });
    const { href } = new URL(first.url);
    if (href !== first.url && href !== `${first.url}/`) {
      differences.push({ ...call, where: "origin", name: "url", ours: first.url, theirs: href });
    }
    let expected: ReturnType<typeof partsOf>;
    try {
      expected = expectedRequest(document, raw, values, bodyType);
    } catch (error) {
      const refused = { where: "refused", name: "swagger-client", ours: "" } as const;
      differences.push({ ...call, ...refused, theirs: String(error) });
      continue;
    }
    const theirs = { ...expected, body: await theirBody(expected.body, sentType) };
    differences.push(...compareRequests(ours, theirs, call));
  }
  return differences;
}

/** Returns the media type as the document declares it, which swagger-client looks up: for a wildcard, the wildcard. */
function bodyTypeOf(raw: RawOperation, sentType: string | undefined): string | undefined {
  const declared = raw.requestBody ? Object.keys(raw.requestBody.content) : raw.consumes;
  if (declared?.includes(sentType ?? "")) return sentType;
  return declared?.find((type) => type.includes("*"));
}

/** Returns the parameters of the document that the tool lacks. */
function notOffered(facts: Operation, raw: RawOperation, isSwagger2: boolean): Difference[] {
  const bound = new Set(
    (facts.request.params ?? []).map((each) => `${each.in} ${each.name.toLowerCase()}`),
  );
  const missing = raw.parameters.filter(
    ({ in: place, name }) =>
      place !== "body" &&
      place !== "formData" &&
      !(place === "header" && ignoredHeaders.includes(name.toLowerCase())) &&
      !bound.has(`${place} ${name.toLowerCase()}`),
  );
  return missing.map((parameter) => ({
    where: "offered",
    name: parameter.name,
    ours: "",
    theirs: `${parameter.in} ${parameter.name}`,
    parameter,
    operation: raw,
    isSwagger2,
  }));
}

function describe(key: string, difference: Difference): string {
  const { where, ours, theirs, value, parameter } = difference;
  const show = (what: unknown): string => (JSON.stringify(what) ?? "nothing").slice(0, 300);
  const about = parameter ? ` ${show(pick(parameter))} of ${show(value)}` : "";
  return `${key}: ${where} ${difference.name}: ours ${show(ours)}, theirs ${show(theirs)}${about}`;
}

function pick(parameter: Readonly<Record<string, unknown>>): unknown {
  const { style, explode, allowReserved, content, collectionFormat, type, schema } = parameter;
  const kind = type ?? (schema as { type?: unknown } | undefined)?.type;
  return { style, explode, allowReserved, content, collectionFormat, type: kind };
}
