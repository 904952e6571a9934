/** What a change means for clients that were written for the former server. */
export type Impact =
  /** A call that worked may be refused or answered in another form, or it is not known whether it is. */
  | "breaking"
  /** Every call that worked still works. */
  | "compatible"
  /** Only what models read is different. */
  | "text";

export const impacts: readonly Impact[] = ["breaking", "compatible", "text"];

/** What is different. */
export type ChangeKind =
  | "added"
  | "removed"
  /** `now` is the new name. */
  | "renamed"
  /** Became a tool, a resource, a template, or is only found with the search tools. */
  | "kind"
  | "argument-added"
  | "argument-removed"
  /** `now` is the new name. */
  | "argument-renamed"
  | "argument-required"
  | "argument-optional"
  | "argument-narrowed"
  | "argument-widened"
  /** Both narrowed and widened, or not known. */
  | "argument-changed"
  /** What is accepted beside the single arguments. */
  | "input"
  | "output"
  /** Calls are confirmed by the user, or need other scopes. */
  | "guard"
  /** The method of the generated class has another name, which only code that extends it sees. */
  | "method"
  | "texts"
  /** The server's own name, or its search tools. */
  | "server"
  /** Requests or credentials go to another address, `now`, or credentials are sent in another way. */
  | "destination";

/** A difference between two servers that clients can see. */
export interface ContractChange {
  /** Whether clients break. */
  readonly impact: Impact;
  /** What is different. */
  readonly kind: ChangeKind;
  /** The operation in the new document, or in the old one if it is gone: `GET /pets/{petId}`. Empty: the server. */
  readonly operation: string;
  /** The name that clients knew, or that they will know if it is new. */
  readonly name: string;
  /** Only of changes of one argument. */
  readonly argument?: string;
  /** The new name of what is renamed. */
  readonly now?: string;
  /** Whether callers reach more than before, or are asked less. */
  readonly wider?: true;
  /** Requests, or secrets for an OAuth endpoint, go to a host that did not get them before. */
  readonly elsewhere?: true;
  /** The rest of a sentence about `name`: "the argument `limit` is required now". */
  readonly message: string;
}
