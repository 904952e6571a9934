import type { Schema } from "../../operations/model.js";
import { DefinitionBudget } from "./definition-budget.js";
import { Definitions } from "./definitions.js";
import { Projection, type Projected } from "./projection.js";

/** Schemas of what is sent, and the `$defs` they share. */
export class InputView {
  readonly definitions: Definitions;
  readonly #projection: Projection;
  readonly #budget: DefinitionBudget;
  /** Parameters that operations share have one schema. */
  readonly #projected = new Map<Schema, Projected>();

  /** @param limit Bytes of `$defs` that one tool may bring along. */
  constructor(projection: Projection, limit: number) {
    this.#projection = projection;
    this.#budget = new DefinitionBudget(projection, limit);
    this.definitions = new Definitions((name) => this.#budget.definition(name));
  }

  /** References for which there was no room. */
  get cuts(): number {
    return this.#budget.cuts;
  }

  /** Projects the schemas of all arguments of one tool, within what one tool may bring along. */
  project(schemas: readonly Schema[]): {
    readonly projected: readonly Projected[];
    readonly uses: ReadonlySet<string>;
  } {
    const projected = schemas.map((schema) => this.#projectOnce(schema));
    const uses = usesOf(projected);
    const stubbed = this.#budget.overflow(uses);
    if (stubbed.size === 0) return { projected, uses };
    const cut = schemas.map((schema) => this.#projection.project(schema, stubbed));
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

/** Schemas of what comes back, and the `$defs` they share. */
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

function usesOf(projected: readonly Projected[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const { uses } of projected) for (const used of uses) all.add(used);
  return all;
}
