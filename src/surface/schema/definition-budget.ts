import { jsonBytes } from "../names/unsafe-keys.js";
import type { Cut, Projected, Projection } from "./projection.js";

/** A definition for which it is decided which references become outlines. */
interface Settled extends Projected {
  /** Sizes in bytes, by name, of all definitions that it reaches, including itself. */
  readonly reach: ReadonlyMap<string, number>;
}

/**
 * Limits the size of input schemas. Request bodies of large APIs reach hundreds of definitions: one such tool would fill a
 * client's context or exceed its limit for a list. A reference that would exceed the budget becomes an outline without
 * members: the arguments above it stay exact, and only the API checks the values below.
 */
export class DefinitionBudget {
  readonly #projection: Projection;
  /** Maximum size of a definition with all that it reaches, in bytes. */
  readonly #definitionLimit: number;
  /** Maximum size of all definitions of one tool, in bytes. */
  readonly #toolLimit: number;
  readonly #settled = new Map<string, Settled>();
  readonly #weakened = new Set<string>();
  #cuts = 0;

  constructor(projection: Projection, toolLimit: number) {
    this.#projection = projection;
    this.#toolLimit = toolLimit;
    this.#definitionLimit = toolLimit / 2;
  }

  /** Number of references that became outlines. */
  get cuts(): number {
    return this.#cuts;
  }

  /** Returns the definition of a name, with its references within the budget. */
  definition(name: string): Projected {
    return this.#settle(name);
  }

  /**
   * Returns how a schema with these references is cut: the largest ones that a tool has no room for become outlines.
   * Undefined when nothing that it reaches is cut.
   */
  cutOf(uses: ReadonlySet<string>): Cut | undefined {
    if (uses.size === 0) return undefined;
    const reaches = new Map([...uses].map((name) => [name, this.#settle(name).reach]));
    const { left } = fit(reaches, new Map(), this.#toolLimit);
    this.#cuts += left.size;
    const isWhole = left.size === 0 && !this.#isWeakened(uses);
    return isWhole ? undefined : { outlined: left, weakened: this.#weakened };
  }

  #isWeakened(uses: Iterable<string>): boolean {
    return [...uses].some((name) => this.#weakened.has(name));
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

  /** Settles a single definition, or several that refer to each other in a circle. */
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
    const isWhole = whole.left.size === 0 && whole.bytes <= this.#definitionLimit;
    if (!isWhole || this.#isWeakened(outside.keys())) {
      for (const { name } of visits) this.#weakened.add(name);
    }
    if (isWhole) {
      for (const { name, projected } of visits) {
        const kept = this.#weakened.has(name) ? this.#cut(name, new Set()) : projected;
        this.#settled.set(name, { ...kept, reach: whole.reach });
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
      // In a circle that is too large, every definition refers to the others by outlines.
      for (const used of projected.uses) if (used !== name && members.has(used)) left.add(used);
      this.#cuts += left.size;
      const cut = this.#cut(name, left);
      const kept = new Map([[name, jsonBytes(cut.schema)]]);
      for (const used of cut.uses) {
        for (const [reached, bytes] of outside.get(used) ?? []) kept.set(reached, bytes);
      }
      this.#settled.set(name, { ...cut, reach: kept });
    }
  }

  #cut(name: string, outlined: ReadonlySet<string>): Projected {
    return this.#projection.definition(name, { outlined, weakened: this.#weakened });
  }
}

interface Visit {
  readonly name: string;
  readonly projected: Projected;
  readonly index: number;
  low: number;
  readonly pending: string[];
}

/** Takes references, the smallest first, as long as the limit has room; `left` are the others. */
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
