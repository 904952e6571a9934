/** The result of checking one document, passed from the checking process to the runner. */
export interface DocumentResult {
  readonly name: string;
  /** Operations, counted without the generator. */
  readonly operations: number;
  readonly tools: number;
  /** Resources and resource templates. */
  readonly resources: number;
  /** Calls with sampled arguments that have a result. */
  readonly answered: number;
  /** Calls with `isError`, by tool: what the answer says. */
  readonly refusedCalls: Readonly<Record<string, string>>;
  readonly excluded: number;
  /** `METHOD /path` → `code file:line:column`. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Codes of the errors, if nothing was generated. */
  readonly refused?: readonly string[];
  /** Problems. A document with one fails. */
  readonly problems: readonly string[];
  readonly generateSeconds: number;
  readonly typeCheckSeconds: number;
  readonly outputBytes: number;
  /** Size of the `tools/list` result as the client received it, as UTF-8 JSON. */
  readonly listBytes: number;
}
