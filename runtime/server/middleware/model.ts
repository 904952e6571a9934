import type { CallContext } from "../types/call-context.js";
import type { Metadata } from "../types/metadata.js";
import type { CalledOperation, EntryCall, EntryKind } from "../types/middleware.js";

/** What is the same in all calls of an entry. */
export interface EntryFacts {
  readonly kind: EntryKind;
  readonly name: string;
  readonly metadata: Metadata;
  readonly operation?: CalledOperation | undefined;
}

/** A call of an entry before anything has run. */
export interface StartedCall {
  readonly ctx: CallContext;
  readonly args: EntryCall["args"];
  /** The URI that is read. */
  readonly uri?: string;
}
