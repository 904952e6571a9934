import type { Schema } from "../../operations/model.js";
import { DefinitionBudget } from "./definition-budget.js";
import { Definitions } from "./definitions.js";
import type { Named, Slot } from "../names/argument-names.js";
import type { Unions } from "./unions.js";
import type { Projected, Projection } from "./projection.js";

export interface ProjectedArgument extends Named<Slot> {
  readonly projected: Projected;
}

/** Maximum size of the `$defs` that calls of one tool are checked by, in bytes: they take a second to compile. */
const maxWholeBytes = 1024 * 1024;

/** The arguments of one tool, as listed. */
export interface ProjectedArguments {
  readonly projected: readonly ProjectedArgument[];
  /** Names in `$defs` that they refer to. */
  readonly uses: ReadonlySet<string>;
  /** The arguments as they are checked, where they, or definitions that they reach, are listed shorter. */
  readonly whole?: readonly ProjectedArgument[];
}

/** Projects the schemas of arguments; they share `definitions` as `$defs`. */
export class InputView {
  /** The definitions as they are listed. */
  readonly definitions: Definitions;
  /** The definitions as arguments are checked by them. */
  readonly whole: Definitions;
  readonly #projection: Projection;
  readonly #budget: DefinitionBudget;
  /** By schema, because operations may share parameters. */
  readonly #projected = new Map<Schema, Projected>();

  /** @param limit Maximum size of a tool's `$defs`, in bytes. */
  constructor(projection: Projection, limit: number) {
    this.#projection = projection;
    this.#budget = new DefinitionBudget(projection, limit);
    this.definitions = new Definitions((name) => this.#budget.definition(name));
    this.whole = new Definitions((name) => projection.definition(name));
  }

  get unions(): Unions {
    return this.#projection.unions;
  }

  get cuts(): number {
    return this.#budget.cuts;
  }

  /** Projects all arguments of one tool, within its limit. */
  project(args: readonly Named<Slot>[]): ProjectedArguments {
    const whole = args.map((arg) => ({ ...arg, projected: this.#projectOnce(arg.slot.schema) }));
    const uses = usesOf(whole);
    const cut = this.#budget.cutOf(uses);
    if (!cut) return { projected: whole, uses };
    // The listed schemas are weaker, never stricter, so they can check the calls instead.
    const isTooLarge = this.whole.reach(uses, maxWholeBytes) === undefined;
    const projected = args.map((arg) => ({
      ...arg,
      projected: this.#projection.project(arg.slot.schema, cut),
    }));
    return { projected, uses: usesOf(projected), ...(isTooLarge ? {} : { whole }) };
  }

  #projectOnce(schema: Schema): Projected {
    let projected = this.#projected.get(schema);
    if (!projected) {
      projected = this.#projection.project(schema);
      this.#projected.set(schema, projected);
    }
    return projected;
  }
}

/** Projects the schemas of results; they share `definitions` as `$defs`. */
export class OutputView {
  readonly definitions: Definitions;
  readonly #projection: Projection;

  constructor(projection: Projection) {
    this.#projection = projection;
    this.definitions = new Definitions((name) => projection.definition(name));
  }

  project(schema: Schema): Projected {
    return this.#projection.project(schema);
  }
}

function usesOf(args: readonly ProjectedArgument[]): ReadonlySet<string> {
  return new Set(args.flatMap(({ projected }) => [...projected.uses]));
}
