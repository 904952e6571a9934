import type { EntryGuards } from "../registry/registry.js";
import type { Metadata } from "../types/metadata.js";
import type { EntryResult } from "../types/middleware.js";
import type { Around, EntryChain } from "./entry-chain.js";

type ChainModule = typeof import("./chains-by-kind.js");

/** The code that runs around calls. Only servers that have something to run load it, before their first request. */
export class ChainCode {
  readonly #waitFor: (loading: Promise<unknown>) => void;
  #isLoading = false;
  #module: ChainModule | undefined;

  /** @param waitFor makes requests wait for a promise */
  constructor(waitFor: (loading: Promise<unknown>) => void) {
    this.#waitFor = waitFor;
  }

  load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#waitFor(import("./chains-by-kind.js").then((module) => (this.#module = module)));
  }

  get module(): ChainModule {
    // Unreachable: `waitFor` delays requests.
    if (!this.#module) throw new Error("The code around calls is not loaded.");
    return this.#module;
  }
}

/** What a list and a request that calls nothing ask of a chain. */
export type AnyChain = Pick<EntryChain<EntryResult>, "isHiddenFrom" | "admit">;

/** Makes what runs around the calls of an entry. */
export type MakeChain<C> = (code: ChainModule, around: Around) => C;

/** What runs around the calls of one entry. Made with the first call. */
export class LazyChain<C extends AnyChain> {
  readonly #around: Around;
  readonly #mounted: EntryGuards | undefined;
  readonly #code: ChainCode;
  readonly #make: MakeChain<C>;
  #made: C | undefined;

  /** @param mounted the guards of the entry in the mounted server that it belongs to */
  constructor(
    around: Around,
    mounted: EntryGuards | undefined,
    code: ChainCode,
    make: MakeChain<C>,
  ) {
    this.#around = around;
    this.#mounted = mounted;
    this.#code = code;
    this.#make = make;
    code.load();
  }

  get chain(): C {
    return (this.#made ??= this.#make(this.#code.module, this.#around));
  }

  get hides(): boolean {
    return this.#around.use.some(({ guard, hides }) => guard && hides);
  }

  get intercepts(): boolean {
    return this.#around.use.some(({ intercept }) => intercept);
  }

  get handlesErrors(): boolean {
    return this.#around.use.some(({ handleError }) => handleError);
  }

  /** What the entry has of its chain. */
  get shown(): { readonly metadata: Metadata; readonly guards: EntryGuards | undefined } {
    return { metadata: this.#around.facts.metadata, guards: this.#guards };
  }

  get #guards(): EntryGuards | undefined {
    const own = this.#around.use.filter(({ guard }) => guard);
    const mounted = this.#mounted;
    if (own.length === 0) return mounted;
    return {
      mayHide: mounted?.mayHide || own.some(({ hides }) => hides),
      isHiddenFrom: (ctx) => this.chain.isHiddenFrom(ctx, mounted),
      admit: (request) => this.chain.admit(request, mounted),
    };
  }
}
