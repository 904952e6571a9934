/** What a change means for clients that were written for the former server. */
export type Impact =
  /** A call that worked may be refused or answered in another form. */
  | "breaking"
  /** Every call that worked still works. */
  | "compatible"
  /** Only what models read is different. */
  | "text";

/** A difference between two servers that clients can see. */
export interface ContractChange {
  readonly impact: Impact;
  /** The operation in the new document, or in the old one if it is gone: `GET /pets/{petId}`. */
  readonly operation: string;
  /** The name that clients knew, or that they will know if it is new. */
  readonly name: string;
  /** Only of changes of one argument. */
  readonly argument?: string;
  /** A sentence such as "The argument `limit` is required now." */
  readonly message: string;
}
