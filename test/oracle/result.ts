import type { CoverageFigures } from "./samples/coverage.js";

/** The result of checking one document, passed from the checking process to the runner. */
export interface OracleResult {
  readonly name: string;
  /** Operations, counted without the generator. */
  readonly operations: number;
  /** Operations with a compared call. */
  readonly compared: number;
  /** Requests that were compared. */
  readonly requests: number;
  readonly equal: number;
  readonly decided: number;
  readonly wrong: number;
  /** Number of uses of each decision. */
  readonly applied: Readonly<Record<string, number>>;
  /** Reasons why operations can't be compared, by operation. */
  readonly notCompared: Readonly<Record<string, string>>;
  /** What the requests contained of what the document describes. */
  readonly coverage: CoverageFigures;
  /** Answers sent, and answers that arrived unchanged. */
  readonly answers: number;
  readonly carried: number;
  /** Problems, one line each. */
  readonly problems: readonly string[];
  readonly seconds: number;
}
