import type { Metadata } from "../types/metadata.js";
import type { CalledOperation, EntryKind } from "../types/middleware.js";

/** What is the same in all calls of an entry. */
export interface EntryFacts {
  readonly kind: EntryKind;
  readonly name: string;
  readonly metadata: Metadata;
  readonly operation?: CalledOperation | undefined;
}
