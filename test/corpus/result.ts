/** What the check of one document found: the value that the checking process hands to the runner. */
export interface DocumentResult {
  readonly name: string;
  /** Counted without the generator. */
  readonly operations: number;
  readonly tools: number;
  /** Resources and resource templates. */
  readonly resources: number;
  /** Of the tools called, with made-up arguments: those that gave a result, and those that gave `isError`. */
  readonly answered: number;
  readonly refusedCalls: number;
  readonly excluded: number;
  /** `METHOD /path` → `code file:line:column`. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Codes of the errors, when nothing was generated. */
  readonly refused?: readonly string[];
  /** Everything that must not be: a document with one fails. */
  readonly problems: readonly string[];
  readonly generateSeconds: number;
  readonly typeCheckSeconds: number;
  readonly outputBytes: number;
  /** The `tools/list` result as the client received it, as UTF-8 JSON. */
  readonly listBytes: number;
}
