import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import type { RawVariables } from "../../resources/uri-template.js";
import type { EntryGuards, GuardedRequest } from "../registry/registry.js";
import type { CallContext } from "../types/call-context.js";
import type { EntryCall, EntryResult, Middleware } from "../types/middleware.js";
import { Chain, type RunEntry } from "./chain.js";
import { calledEntry, EntryCallContext, type CalledEntry } from "./entry-call-context.js";
import type { EntryFacts } from "./model.js";

type Args = EntryCall["args"];

/** An entry's facts, and what is around its calls. */
export interface Around {
  readonly facts: EntryFacts;
  readonly use: readonly Middleware[];
}

/** What is around the calls of one entry, whatever its kind. */
export class EntryChain<R extends EntryResult> {
  protected readonly facts: CalledEntry;
  protected readonly chain: Chain<R>;

  constructor({ facts, use }: Around, entry: RunEntry<R>) {
    this.facts = calledEntry(facts);
    this.chain = new Chain(use, entry);
  }

  /** @throws ForbiddenError when a guard refuses; what the entry throws and no handler takes */
  run(args: Args, ctx: CallContext, uri?: string): MaybePromise<R> {
    return this.chain.run(new EntryCallContext(this.facts, ctx, args, uri));
  }

  /** Whether a guard leaves the entry out of the caller's lists. */
  isHiddenFrom(ctx: CallContext, mounted: EntryGuards | undefined): MaybePromise<boolean> {
    const call = new EntryCallContext(this.facts, ctx, {}, undefined, "list");
    return andThen(
      this.chain.hides(call),
      (isHidden) => isHidden || (mounted?.isHiddenFrom(ctx) ?? false),
    );
  }

  /** Asks the guards, and runs nothing else. @throws ForbiddenError when one refuses; what one throws */
  admit(request: GuardedRequest, mounted: EntryGuards | undefined): MaybePromise<void> {
    const {
      ctx,
      purpose,
      variables,
      args = variables ? argumentsOf(variables) : {},
      uri,
    } = request;
    const call = new EntryCallContext(this.facts, ctx, args, uri, purpose);
    return andThen(this.chain.check(call), () => mounted?.admit(request));
  }
}

/** Shows variables as guards see them: a text, or a list of several. */
export function argumentsOf(variables: RawVariables): Args {
  return Object.fromEntries(
    Array.from(variables, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
