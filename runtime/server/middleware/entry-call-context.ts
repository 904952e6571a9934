import type { CallContext } from "../types/call-context.js";
import { DelegatingContext } from "../types/delegating-context.js";
import type { ReadMetadata } from "../types/metadata.js";
import type { CalledOperation, EntryCall, EntryKind } from "../types/middleware.js";
import type { EntryFacts } from "./model.js";

/** A call of an entry for its guards and interceptors. Its handler gets the same object. */
export class EntryCallContext extends DelegatingContext implements EntryCall {
  readonly #facts: EntryFacts;
  readonly args: EntryCall["args"];
  readonly uri: string | undefined;
  readonly isListing: boolean;

  constructor(
    facts: EntryFacts,
    ctx: CallContext,
    args: EntryCall["args"],
    uri?: string,
    isListing = false,
  ) {
    super(ctx);
    this.#facts = facts;
    this.args = args;
    this.uri = uri;
    this.isListing = isListing;
  }

  get kind(): EntryKind {
    return this.#facts.kind;
  }

  get name(): string {
    return this.#facts.name;
  }

  get operation(): CalledOperation | undefined {
    return this.#facts.operation;
  }

  override get toolName(): string | undefined {
    return this.#facts.kind === "tool" ? this.#facts.name : super.toolName;
  }

  override get metadata(): ReadMetadata {
    const { metadata } = this.#facts;
    return ((key: string) =>
      Object.hasOwn(metadata, key) ? metadata[key] : undefined) as ReadMetadata;
  }
}
