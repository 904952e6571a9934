/** Compares what is listed and sent for a document with what its text says. */
import type { ApiModel } from "../../src/operations/model.js";
import type { SurfaceOperation } from "../../src/surface/model.js";
import { listOperations } from "../corpus/count-operations.js";
import { OperationCheck, type Outcome } from "./check-operation.js";
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
  generated: Generated,
  decisions: Decisions,
): Promise<OracleResult> {
  const start = performance.now();
  const check = new DocumentCheck(file, decisions);
  await check.run(generated);
  const seconds = (performance.now() - start) / 1000;
  return { name, ...check.result(listOperations(file)), seconds };
}

class DocumentCheck {
  readonly #document: RawDocument;
  readonly #decisions: Decisions;
  readonly #compared = new Set<string>();
  readonly #notCompared: Record<string, string> = {};
  readonly #applied: Record<string, number> = {};
  readonly #problems: string[] = [];
  readonly #counts = { requests: 0, equal: 0, decided: 0, wrong: 0, answers: 0, carried: 0 };
  #coverage = { branches: 0, branchesSent: 0, members: 0, membersSent: 0 };

  constructor(file: string, decisions: Decisions) {
    this.#document = new RawDocument(file);
    this.#decisions = decisions;
  }

  async run({ surface, model }: Generated): Promise<void> {
    for (const { key, reason } of [...(model?.skipped ?? []), ...(surface?.skipped ?? [])]) {
      this.#notCompared[key] = `${reason.code}: ${reason.message}`;
    }
    for (const { key, because } of surface?.excluded ?? []) this.#notCompared[key] = because;
    if (!surface || !model) return;
    const served = new Served(surface);
    await served.open();
    const check = new OperationCheck(this.#document, served, await served.list());
    for (const operation of surface.operations) {
      const args = await this.#compare(operation, served, check);
      // A call that made no request gets no answer to carry.
      if (args) await this.#carry(operation, args, served, model.schemas);
    }
    this.#coverage = check.sampler.coverage.figures;
  }

  /** @returns the arguments of a call that made a request */
  async #compare(
    operation: SurfaceOperation,
    served: Served,
    check: OperationCheck,
  ): Promise<Outcome["args"]> {
    const { key } = operation.source;
    const raw = this.#document.operation(key);
    if (!raw) {
      this.#notCompared[key] = "not found in the document as it is written";
      return undefined;
    }
    served.answer = () => Response.json({ ok: true });
    const { differences, requests, args } = await check.check(operation, raw);
    this.#compared.add(key);
    this.#counts.requests += requests;
    const undecided = undecidedOf(key, differences, this.#decisions, this.#applied);
    if (undecided.length > 0) this.#counts.wrong += 1;
    else if (differences.length > 0) this.#counts.decided += 1;
    else this.#counts.equal += 1;
    this.#problems.push(...new Set(undecided));
    return args;
  }

  async #carry(
    operation: SurfaceOperation,
    args: NonNullable<Outcome["args"]>,
    served: Served,
    schemas: ApiModel["schemas"],
  ): Promise<void> {
    const { answers, carried, problems } = await checkAnswers(operation, args, served, schemas);
    this.#counts.answers += answers;
    this.#counts.carried += carried;
    this.#problems.push(...problems);
  }

  /** @param keys the operations of the document, counted without the generator */
  result(keys: readonly string[]): Omit<OracleResult, "name" | "seconds"> {
    for (const key of keys) {
      if (this.#compared.has(key)) continue;
      this.#notCompared[key] ??= "the document can't be used without options";
    }
    return {
      operations: keys.length,
      compared: this.#compared.size,
      ...this.#counts,
      coverage: this.#coverage,
      applied: this.#applied,
      notCompared: this.#notCompared,
      problems: this.#problems,
    };
  }
}

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
