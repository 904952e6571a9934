import type { Schema } from "../../operations/model.js";
import { DefinitionBudget } from "./definition-budget.js";
import { Definitions } from "./definitions.js";
import type { Named, Slot } from "../names/argument-names.js";
import type { Projected, Projection } from "./projection.js";

export interface ProjectedArgument extends Named<Slot> {
  readonly projected: Projected;
}

/** Projects the schemas of arguments; they share `definitions` as `$defs`. */
export class InputView {
  readonly definitions: Definitions;
  readonly #projection: Projection;
  readonly #budget: DefinitionBudget;
  /** By schema, because operations may share parameters. */
  readonly #projected = new Map<Schema, Projected>();

  /** @param limit Maximum size of a tool's `$defs`, in bytes. */
  constructor(projection: Projection, limit: number) {
    this.#projection = projection;
    this.#budget = new DefinitionBudget(projection, limit);
    this.definitions = new Definitions((name) => this.#budget.definition(name));
  }

  get cuts(): number {
    return this.#budget.cuts;
  }

  /** Projects all arguments of one tool, within its limit. */
  project(args: readonly Named<Slot>[]): {
    readonly projected: readonly ProjectedArgument[];
    readonly uses: ReadonlySet<string>;
  } {
    const projected = args.map((arg) => ({
      ...arg,
      projected: this.#projectOnce(arg.slot.schema),
    }));
    const uses = usesOf(projected);
    const outlined = this.#budget.overflow(uses);
    if (outlined.size === 0) return { projected, uses };
    const cut = args.map((arg) => ({
      ...arg,
      projected: this.#projection.project(arg.slot.schema, outlined),
    }));
    return { projected: cut, uses: usesOf(cut) };
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
