/** Compares what is listed and sent for a document with what its text says. */
import { listOperations } from "../corpus/count-operations.js";
import { OperationCheck } from "./check-operation.js";
import type { Difference } from "./compare.js";
import { decide, type Decisions } from "./decisions.js";
import { RawDocument } from "./raw/raw-document.js";
import type { Generated } from "./read-surface.js";
import type { OracleResult } from "./result.js";
import { checkAnswers } from "./round-trip.js";
import { Served } from "./served.js";

export async function checkDocument(
  name: string,
  file: string,
  { surface, model }: Generated,
  decisions: Decisions,
): Promise<OracleResult> {
  const start = performance.now();
  const document = new RawDocument(file);
  const notCompared: Record<string, string> = {};
  const applied: Record<string, number> = {};
  const problems: string[] = [];
  const counts = { compared: 0, requests: 0, equal: 0, decided: 0, wrong: 0 };
  let [answers, carried] = [0, 0];
  for (const { key, reason } of [...(model?.skipped ?? []), ...(surface?.skipped ?? [])]) {
    notCompared[key] = `${reason.code}: ${reason.message}`;
  }
  for (const { key, because } of surface?.excluded ?? []) notCompared[key] = because;
  const served = surface && new Served(surface);
  await served?.open();
  const check = served && new OperationCheck(document, served, await served.list());
  for (const operation of surface?.operations ?? []) {
    const { key } = operation.source;
    const raw = document.operation(key);
    if (!raw || !check || !served) {
      notCompared[key] = "not found in the document as it is written";
      continue;
    }
    served.answer = () => Response.json({ ok: true });
    const { differences, requests, args } = await check.check(operation, raw);
    counts.compared += 1;
    counts.requests += requests;
    const undecided = undecidedOf(key, differences, decisions, applied);
    if (undecided.length > 0) counts.wrong += 1;
    else if (differences.length > 0) counts.decided += 1;
    else counts.equal += 1;
    problems.push(...new Set(undecided));
    // A call that made no request gets no answer to carry.
    if (!args) continue;
    const trips = await checkAnswers(operation, args, served, model!.schemas);
    answers += trips.answers;
    carried += trips.carried;
    problems.push(...trips.problems);
  }
  const keys = listOperations(file);
  for (const key of keys) {
    const known = surface?.operations.some(({ source }) => source.key === key);
    if (!known) notCompared[key] ??= "the document can't be used without options";
  }
  return {
    name,
    operations: keys.length,
    ...counts,
    answers,
    carried,
    coverage: check?.sampler.coverage.figures ?? noCoverage,
    applied,
    notCompared,
    problems,
    seconds: (performance.now() - start) / 1000,
  };
}

const noCoverage = { branches: 0, branchesSent: 0, members: 0, membersSent: 0 };

/** Describes the differences that no decision covers, and counts the others in `applied`. */
function undecidedOf(
  key: string,
  differences: readonly Difference[],
  decisions: Decisions,
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

function describe(key: string, difference: Difference): string {
  const { where, ours, theirs, value, parameter } = difference;
  const show = (what: unknown): string => (JSON.stringify(what) ?? "nothing").slice(0, 300);
  const about = parameter ? ` ${show(pick(parameter))}` : "";
  const of = value === undefined ? "" : ` of ${show(value)}`;
  return `${key}: ${where} ${difference.name}: ours ${show(ours)}, theirs ${show(theirs)}${about}${of}`;
}

function pick(parameter: Readonly<Record<string, unknown>>): unknown {
  const { style, explode, allowReserved, content, collectionFormat, type, schema } = parameter;
  const kind = type ?? (schema as { type?: unknown } | undefined)?.type;
  return { style, explode, allowReserved, content, collectionFormat, type: kind };
}
