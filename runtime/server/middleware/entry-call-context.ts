import type { CallContext } from "../types/call-context.js";
import { DelegatingContext } from "../types/delegating-context.js";
import type { ReadMetadata } from "../types/metadata.js";
import type { CalledOperation, CallPurpose, EntryCall, EntryKind } from "../types/middleware.js";
import type { EntryFacts } from "./model.js";

/** The facts of an entry, with what is made once for all its calls. */
export interface CalledEntry extends EntryFacts {
  readonly readMetadata: ReadMetadata;
}

export function calledEntry(facts: EntryFacts): CalledEntry {
  const metadata = new Map(Object.entries(facts.metadata));
  const readMetadata = ((key: string) => metadata.get(key)) as ReadMetadata;
  return { ...facts, readMetadata };
}

/** A call of an entry for its guards and interceptors. Its handler gets the same object. */
export class EntryCallContext extends DelegatingContext implements EntryCall {
  readonly #facts: CalledEntry;
  readonly #ctx: CallContext;
  readonly args: EntryCall["args"];
  readonly uri: string | undefined;
  readonly purpose: CallPurpose;

  constructor(
    facts: CalledEntry,
    ctx: CallContext,
    args: EntryCall["args"],
    uri?: string,
    purpose: CallPurpose = "call",
  ) {
    super(ctx);
    this.#facts = facts;
    this.#ctx = ctx;
    this.args = args;
    this.uri = uri;
    this.purpose = purpose;
  }

  /** Returns the same call with other arguments. */
  withArguments(args: EntryCall["args"]): EntryCallContext {
    return new EntryCallContext(this.#facts, this.#ctx, args, this.uri, this.purpose);
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
    return this.#facts.readMetadata;
  }
}
