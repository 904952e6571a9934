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
  const explained = expected?.refusedCalls ?? {};
  for (const [tool, answer] of Object.entries(result.refusedCalls)) {
    if (!explained[tool]) problems.push(`unexpected: a call of ${tool} is refused: ${answer}`);
  }
  for (const tool of Object.keys(explained)) {
    if (result.refusedCalls[tool] === undefined) {
      problems.push(`stale expectation: a call of ${tool} is no longer refused`);
    }
  }
  return problems;
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
