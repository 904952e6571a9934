import { jsonBytes } from "../names/unsafe-keys.js";
import type { Projected, Projection } from "./projection.js";

/** A definition whose references have been settled. */
interface Settled extends Projected {
  /** Bytes of the JSON of every definition it reaches, itself included, by name. */
  readonly reach: ReadonlyMap<string, number>;
}

/**
 * Keeps input schemas within what a model can read. Request bodies of large APIs reach hundreds of definitions, which
 * would fill a client's context, or exceed what it accepts as a list, with one tool. Where a reference would bring
 * along more than the budget has room for, it becomes an outline without members: the arguments above it stay exact,
 * and what is below is checked by the API alone.
 */
export class DefinitionBudget {
  readonly #projection: Projection;
  /** Bytes that one definition may bring along, itself included. */
  readonly #definitionLimit: number;
  /** Bytes that the arguments of one tool may bring along. */
  readonly #toolLimit: number;
  readonly #settled = new Map<string, Settled>();
  #cuts = 0;

  constructor(projection: Projection, toolLimit: number) {
    this.#projection = projection;
    this.#toolLimit = toolLimit;
    this.#definitionLimit = toolLimit / 2;
  }

  /** References that became outlines. */
  get cuts(): number {
    return this.#cuts;
  }

  /** The definition of a name, its references within budget. */
  definition(name: string): Projected {
    return this.#settle(name);
  }

  /** The names that a tool which refers to `uses` has no room for: the largest ones. */
  overflow(uses: ReadonlySet<string>): ReadonlySet<string> {
    if (uses.size === 0) return uses;
    const reaches = new Map([...uses].map((name) => [name, this.#settle(name).reach]));
    const { left } = fit(reaches, new Map(), this.#toolLimit);
    this.#cuts += left.size;
    return left;
  }

  /** Settles a definition after those it refers to (Tarjan's strongly connected components, without recursion). */
  #settle(root: string): Settled {
    const known = this.#settled.get(root);
    if (known) return known;
    const visits = new Map<string, Visit>();
    const component: Visit[] = [];
    const path = [this.#visit(root, visits, component)];
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const next = visit.pending.pop();
      if (next === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) parent.low = Math.min(parent.low, visit.low);
        if (visit.low === visit.index) {
          this.#settleComponent(component.splice(component.indexOf(visit)));
        }
      } else if (!this.#settled.has(next)) {
        const seen = visits.get(next);
        if (seen) visit.low = Math.min(visit.low, seen.index);
        else path.push(this.#visit(next, visits, component));
      }
    }
    return this.#settled.get(root)!;
  }

  #visit(name: string, visits: Map<string, Visit>, component: Visit[]): Visit {
    const projected = this.#projection.definition(name);
    const index = visits.size;
    const visit = { name, projected, index, low: index, pending: [...projected.uses] };
    visits.set(name, visit);
    component.push(visit);
    return visit;
  }

  /** Settles definitions that refer to each other in circles, or a single one. */
  #settleComponent(visits: readonly Visit[]): void {
    const members = new Map(
      visits.map(({ name, projected }) => [name, jsonBytes(projected.schema)]),
    );
    const outside = new Map<string, ReadonlyMap<string, number>>();
    for (const { projected } of visits) {
      for (const used of projected.uses) {
        if (!members.has(used)) outside.set(used, this.#settled.get(used)!.reach);
      }
    }
    const whole = fit(outside, members, this.#definitionLimit);
    if (whole.left.size === 0 && whole.bytes <= this.#definitionLimit) {
      for (const { name, projected } of visits) {
        this.#settled.set(name, { ...projected, reach: whole.reach });
      }
      return;
    }
    for (const { name, projected } of visits) {
      const own = new Map([[name, members.get(name) ?? 0]]);
      const reaches = new Map(
        [...projected.uses].flatMap((used) => {
          const reach = outside.get(used);
          return reach ? [[used, reach]] : [];
        }),
      );
      const left = new Set(fit(reaches, own, this.#definitionLimit).left);
      // The others of a circle that is too large can't be had by any of them.
      for (const used of projected.uses) if (used !== name && members.has(used)) left.add(used);
      this.#cuts += left.size;
      const cut = this.#projection.definition(name, left);
      const kept = new Map([[name, jsonBytes(cut.schema)]]);
      for (const used of cut.uses) {
        for (const [reached, bytes] of outside.get(used) ?? []) kept.set(reached, bytes);
      }
      this.#settled.set(name, { ...cut, reach: kept });
    }
  }
}

interface Visit {
  readonly name: string;
  readonly projected: Projected;
  readonly index: number;
  low: number;
  readonly pending: string[];
}

/** Takes as many references as the limit has room for, the smallest first; `left` are those it has none for. */
function fit(
  reaches: ReadonlyMap<string, ReadonlyMap<string, number>>,
  own: ReadonlyMap<string, number>,
  limit: number,
): { reach: ReadonlyMap<string, number>; bytes: number; left: ReadonlySet<string> } {
  const reach = new Map(own);
  let bytes = sum(own.values());
  const left = new Set<string>();
  const bySize = [...reaches]
    .map(([name, reached]) => ({ name, reached, size: sum(reached.values()) }))
    .sort((a, b) => a.size - b.size || (a.name < b.name ? -1 : 1));
  for (const { name, reached } of bySize) {
    let more = 0;
    for (const [key, size] of reached) if (!reach.has(key)) more += size;
    if (bytes + more > limit) left.add(name);
    else {
      bytes += more;
      for (const [key, size] of reached) reach.set(key, size);
    }
  }
  return { reach, bytes, left };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
