import type { EntryGuards } from "../registry/registry.js";
import type { Metadata } from "../types/metadata.js";
import type { Middleware } from "../types/middleware.js";
import type { EntryChain } from "./entry-chain.js";
import type { EntryFacts } from "./model.js";

/** The code that runs around calls. Only servers that have something to run load it, before their first request. */
export class ChainCode {
  readonly #waitFor: (loading: Promise<unknown>) => void;
  #isLoading = false;
  #module: typeof import("./entry-chain.js") | undefined;

  /** @param waitFor makes requests wait for a promise */
  constructor(waitFor: (loading: Promise<unknown>) => void) {
    this.#waitFor = waitFor;
  }

  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#waitFor(import("./entry-chain.js").then((module) => (this.#module = module)));
  }

  get module(): typeof import("./entry-chain.js") {
    // Unreachable: `waitFor` delays requests.
    if (!this.#module) throw new Error("The code around calls is not loaded.");
    return this.#module;
  }
}

/** What runs around the calls of one entry. Made with the first call. */
export class LazyChain {
  readonly #facts: EntryFacts;
  readonly #use: readonly Middleware[];
  readonly #mounted: EntryGuards | undefined;
  readonly #code: ChainCode;
  #made: EntryChain | undefined;

  /** @param mounted the guards of the entry in the mounted server that it belongs to */
  constructor(
    facts: EntryFacts,
    use: readonly Middleware[],
    mounted: EntryGuards | undefined,
    code: ChainCode,
  ) {
    this.#facts = facts;
    this.#use = use;
    this.#mounted = mounted;
    this.#code = code;
    code.load();
  }

  get chain(): EntryChain {
    return (this.#made ??= new this.#code.module.EntryChain(this.#facts, this.#use));
  }

  get hides(): boolean {
    return this.#use.some(({ guard, hides }) => guard && hides);
  }

  get handlesErrors(): boolean {
    return this.#use.some(({ handleError }) => handleError);
  }

  /** What the entry has of its chain. */
  get shown(): { readonly metadata: Metadata; readonly guards: EntryGuards | undefined } {
    return { metadata: this.#facts.metadata, guards: this.#guards };
  }

  get #guards(): EntryGuards | undefined {
    const own = this.#use.filter(({ guard }) => guard);
    const mounted = this.#mounted;
    if (own.length === 0) return mounted;
    return {
      mayHide: mounted?.mayHide || own.some(({ hides }) => hides),
      isHiddenFrom: (ctx) => this.chain.isHiddenFrom(ctx, mounted),
      admit: (request) => this.chain.admit(request, mounted),
    };
  }
}
