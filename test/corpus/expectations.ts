/**
 * `test/corpus/expected.json`: the documents that are known not to pass whole, and why. Options may follow the name in
 * a key: then the document is also checked with them, and an entry with only `because` expects a pass.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { DocumentResult } from "./result.js";

export interface Expectation {
  /** The reason, for readers. */
  readonly why: string;
  /** Codes of the errors, if nothing is generated. */
  readonly refused?: string;
  /** `METHOD /path` → `code file:line:column`. */
  readonly skipped?: Readonly<Record<string, string>>;
  /** Tools whose sampled call is refused, each with the reason why that is right. */
  readonly refusedCalls?: Readonly<Record<string, string>>;
}

export type Expectations = Readonly<Record<string, Expectation>>;

export function readExpectations(file: string): Expectations {
  return JSON.parse(readFileSync(file, "utf8")) as Expectations;
}

/** Returns how a result differs from the expectation; empty if it does not. */
export function compareWithExpected(
  result: DocumentResult,
  expected: Expectation | undefined,
): string[] {
  const problems: string[] = [];
  const codes = result.refused?.join(", ") ?? "";
  const expectedCodes = expected?.refused ?? "";
  if (expected && expected.why.trim() === "") problems.push("the expectation gives no reason");
  if (codes !== expectedCodes) {
    problems.push(`refused: ${codes || "no"}; expected: ${expectedCodes || "no"}`);
  }
  const skipped = new Map(Object.entries(result.skipped));
  for (const [operation, reason] of Object.entries(expected?.skipped ?? {})) {
    const found = skipped.get(operation);
    if (found !== reason) {
      problems.push(
        `stale expectation: ${operation} ${found ? `is ${found}, not` : "is no longer"} ${reason}`,
      );
    }
    skipped.delete(operation);
  }
  for (const [operation, reason] of skipped) {
    problems.push(`unexpected: ${operation} is skipped: ${reason}`);
  }
  return [...problems, ...compareCalls(result, expected?.refusedCalls ?? {})];
}

/** @param explained tools whose call may be refused */
function compareCalls(
  { refusedCalls }: DocumentResult,
  explained: NonNullable<Expectation["refusedCalls"]>,
): string[] {
  const unexpected = Object.entries(refusedCalls)
    .filter(([tool]) => !explained[tool])
    .map(([tool, answer]) => `unexpected: a call of ${tool} is refused: ${answer}`);
  const stale = Object.keys(explained)
    .filter((tool) => refusedCalls[tool] === undefined)
    .map((tool) => `stale expectation: a call of ${tool} is no longer refused`);
  return [...unexpected, ...stale];
}

/** Rewrites the file from the results. Documents that were not checked stay, and the reasons of the others. */
export function writeExpectations(
  file: string,
  results: readonly DocumentResult[],
  previous: Expectations,
): void {
  const next = new Map(Object.entries(previous));
  for (const { name, refused, skipped } of results) {
    const some = Object.keys(skipped).length > 0;
    const refusedCalls = previous[name]?.refusedCalls;
    if (!refused && !some && !refusedCalls && !name.includes(" ")) next.delete(name);
    else {
      next.set(name, {
        why: previous[name]?.why ?? "",
        ...(refused ? { refused: refused.join(", ") } : {}),
        ...(some ? { skipped } : {}),
        ...(refusedCalls ? { refusedCalls } : {}),
      });
    }
  }
  const sorted = [...next].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
