import type { CallContext } from "../types/call-context.js";
import type { Metadata } from "../types/metadata.js";
import type { EntryResult, Middleware } from "../types/middleware.js";
import { andThen, type MaybePromise } from "../../session/maybe-promise.js";
import type { Chain } from "./chain.js";
import type { EntryFacts, StartedCall } from "./model.js";

/** The code that runs around calls. Only servers that have something to run load it, before their first request. */
export class ChainCode {
  readonly #waitFor: (loading: Promise<unknown>) => void;
  #isLoading = false;
  #module: typeof import("./chain.js") | undefined;

  /** @param waitFor makes requests wait for a promise */
  constructor(waitFor: (loading: Promise<unknown>) => void) {
    this.#waitFor = waitFor;
  }

  load(): this {
    if (!this.#isLoading) {
      this.#isLoading = true;
      this.#waitFor(import("./chain.js").then((module) => (this.#module = module)));
    }
    return this;
  }

  chain(facts: EntryFacts, use: readonly Middleware[]): Chain {
    // Unreachable: `waitFor` delays requests.
    if (!this.#module) throw new Error("The code around calls is not loaded.");
    return new this.#module.Chain(facts, use);
  }
}

type HiddenFrom = (ctx: CallContext) => MaybePromise<boolean>;

/** What runs around the calls of one entry. */
export class Around {
  readonly #facts: EntryFacts;
  readonly #use: readonly Middleware[];
  readonly #code: ChainCode;
  readonly #hiddenFrom: HiddenFrom | undefined;
  #made: Chain | undefined;

  /** @param hiddenFrom decides for an entry of a mounted server, which has guards of its own */
  constructor(
    facts: EntryFacts,
    use: readonly Middleware[],
    code: ChainCode,
    hiddenFrom: HiddenFrom | undefined,
  ) {
    this.#facts = facts;
    this.#hiddenFrom = hiddenFrom;
    this.#use = use;
    this.#code = code.load();
  }

  get #chain(): Chain {
    return (this.#made ??= this.#code.chain(this.#facts, this.#use));
  }

  /** Decides whether an entry is left out of a caller's list; undefined when no guard hides it from anybody. */
  get hiddenFrom(): HiddenFrom | undefined {
    const own = this.#hiddenFrom;
    if (!this.#use.some(({ guard, hides }) => guard && hides)) return own;
    return (ctx) =>
      andThen(this.#chain.hides(ctx), (isHidden) => isHidden || (own?.(ctx) ?? false));
  }

  get metadata(): Metadata {
    return this.#facts.metadata;
  }

  /** Runs a call. The entry's result has the type of its kind, which the chain checks. */
  run<R extends EntryResult>(
    call: StartedCall,
    entry: (args: StartedCall["args"], ctx: CallContext) => MaybePromise<R>,
  ): MaybePromise<R> {
    return this.#chain.run(call, entry) as MaybePromise<R>;
  }
}
