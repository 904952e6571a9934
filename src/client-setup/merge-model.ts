import type { Entry, SetupInput } from "./setup-model.js";

/** An entry that is to be in a configuration. */
export interface Addition {
  readonly section: string;
  readonly name: string;
  readonly entry: Entry;
  readonly inputs: readonly SetupInput[];
  /** Replace another entry of the same name. */
  readonly force: boolean;
}

export type Merged =
  | { readonly kind: "changed"; readonly text: string }
  | { readonly kind: "same" }
  /** The configuration has another entry of this name. */
  | { readonly kind: "taken"; readonly offset: number }
  | { readonly kind: "invalid"; readonly reason: string; readonly offset: number };
