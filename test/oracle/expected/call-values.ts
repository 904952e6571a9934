/** A call as parameters by place and name, and a body. */
export interface CallValues {
  /** Parameters by `in.name`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
