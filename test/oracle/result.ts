/** What the check of one document found: the value that the checking process hands to the runner. */
export interface OracleResult {
  readonly name: string;
  /** Counted without the generator. */
  readonly operations: number;
  /** Operations of which a call was compared. */
  readonly compared: number;
  readonly equal: number;
  readonly decided: number;
  readonly wrong: number;
  /** How often each decision was needed. */
  readonly applied: Readonly<Record<string, number>>;
  /** By operation: why it can't be compared. */
  readonly notCompared: Readonly<Record<string, string>>;
  /** Answers that were sent through, and those of them that arrived as they were. */
  readonly answers: number;
  readonly carried: number;
  /** What is wrong, a line each. */
  readonly problems: readonly string[];
  readonly seconds: number;
}
