/** Breaks cycles in which a schema contains itself for the same instance: no validator or compiler would terminate. */
import { dotted, isObject, problem } from "../../normalise/node.js";
import type { Draft } from "./conversion.js";
import type { Edge, SharedSchema } from "./shared-schema.js";

/** The schema that each reference refers to. */
export type Targets = Map<Draft, SharedSchema>;

/**
 * Breaks the cycles of references about the same instance. A schema that contains itself in its properties or items is
 * ordinary recursion and stays as it is.
 *
 * - References that only refer to each other are an error.
 * - A schema that has itself in `allOf`: the reference demands nothing. It is left out with a warning.
 * - A base that lists its children (`oneOf`) while they extend it (`allOf`), a usual way to write inheritance: each
 *   child extends the base without the list.
 * - A schema that is one of its own choices: the choice adds nothing. It is left out with a warning.
 */
export function breakCycles(all: readonly SharedSchema[], targets: Targets): void {
  new CycleBreaker(targets).breakAll(all);
}

class CycleBreaker {
  readonly #targets: Targets;
  readonly #changed = new Set<SharedSchema>();

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  breakAll(all: readonly SharedSchema[]): void {
    const candidates = all.filter(({ edges }) => edges.length > 0);
    for (const cycle of cyclesOf(candidates, isSelf)) {
      if (cycle.every((member) => this.#isAlias(member))) this.#refuse(cycle);
      else this.#cutCycle(cycle, isSelf);
    }
    // No `self` edges form a cycle any more, so copying bases into their children terminates.
    const cycles = cyclesOf(candidates, isAny);
    for (const cycle of cycles) this.#extendBases(cycle);
    for (const member of new Set(cycles.flat())) {
      member.edges = edgesOf(member.schema, this.#targets);
    }
    for (const cycle of cyclesOf(candidates, isAny)) this.#cutCycle(cycle, isAny);

    for (const shared of this.#changed) {
      shared.uses.clear();
      collectUses(shared.schema, this.#targets, shared.uses);
    }
  }

  #isAlias({ schema }: SharedSchema): boolean {
    return isObject(schema) && this.#targets.has(schema) && Object.keys(schema).length === 1;
  }

  #cutCycle(cycle: readonly SharedSchema[], follows: EdgeTest): void {
    for (const { member, edge } of closingEdges(cycle, follows)) {
      this.#release(edge);
      // Without the reference, an `allOf` demands nothing. A choice must never match.
      if (edge.position === "choice") edge.holder["not"] = {};
      this.#changed.add(member);
      member.edges = member.edges.filter((other) => other !== edge);
      const by = dotted(edge.target.node.pointer);
      const message = `${dotted(member.node.pointer)} contains itself by way of ${by}; that reference is left out.`;
      member.problems.push(problem("warning", "ref-cycle", member.node, message));
    }
  }

  /** Reports schemas that only refer to each other, and cuts them: a response may still be described by the rest. */
  #refuse(cycle: readonly SharedSchema[]): void {
    for (const member of cycle) {
      const message = `${dotted(member.node.pointer)} refers to itself and nothing else.`;
      member.problems.push(problem("error", "ref-cycle", member.node, message));
      for (const edge of member.edges) this.#release(edge);
      member.edges = [];
    }
  }

  #release({ holder, target }: Edge): void {
    delete holder["$ref"];
    target.holders.delete(holder);
    this.#targets.delete(holder);
  }

  /** Replaces the references of children to a base that lists them by a copy of the base without the list. */
  #extendBases(cycle: readonly SharedSchema[]): void {
    const members = new Set(cycle);
    const lists = new Map<SharedSchema, ReadonlySet<Draft>>();
    for (const member of cycle) {
      const choices = member.edges.filter((e) => e.position === "choice" && members.has(e.target));
      if (choices.length > 0) lists.set(member, new Set(choices.map(({ holder }) => holder)));
    }
    for (const member of cycle) {
      for (const edge of member.edges.filter(isSelf)) {
        const list = lists.get(edge.target);
        const base = edge.target.schema;
        if (list === undefined || !isObject(base)) continue;
        this.#copyBase(edge, base, list);
        this.#changed.add(member);
      }
    }
  }

  #copyBase(edge: Edge, base: Draft, list: ReadonlySet<Draft>): void {
    const { holder } = edge;
    const copy: Draft = { ...base };
    for (const key of ["oneOf", "anyOf"]) if (reaches(copy[key], list)) delete copy[key];
    this.#release(edge);
    const isEmpty = Object.keys(holder).length === 0;
    if (isEmpty) Object.assign(holder, copy);
    else holder["allOf"] = [...((holder["allOf"] as unknown[] | undefined) ?? []), copy];
    // A base that is a reference with siblings makes its copy a reference, too.
    const target = this.#targets.get(base);
    if (target === undefined) return;
    const place = isEmpty ? holder : copy;
    this.#targets.set(place, target);
    target.holders.add(place);
  }
}

type EdgeTest = (edge: Edge) => boolean;

const isSelf: EdgeTest = ({ position }) => position === "self";
const isAny: EdgeTest = () => true;

interface ClosingEdge {
  readonly member: SharedSchema;
  readonly edge: Edge;
}

/** Finds the references that lead back to a schema on the path, walking depth first from the first schema. */
function closingEdges(cycle: readonly SharedSchema[], follows: EdgeTest): readonly ClosingEdge[] {
  const members = new Set(cycle);
  const entered = new Set<SharedSchema>();
  const onPath = new Set<SharedSchema>();
  const path: { readonly member: SharedSchema; readonly edges: readonly Edge[]; next: number }[] =
    [];
  const closing: ClosingEdge[] = [];
  const enter = (member: SharedSchema): void => {
    entered.add(member);
    onPath.add(member);
    const edges = member.edges.filter((edge) => follows(edge) && members.has(edge.target));
    path.push({ member, edges, next: 0 });
  };
  for (const start of cycle) {
    if (!entered.has(start)) enter(start);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const edge = last.edges[last.next++];
      if (edge === undefined) onPath.delete(path.pop()!.member);
      else if (onPath.has(edge.target)) closing.push({ member: last.member, edge });
      else if (!entered.has(edge.target)) enter(edge.target);
    }
  }
  return closing;
}

/** Whether the value or its subschemas for the same instance include one of these references. */
function reaches(value: unknown, holders: ReadonlySet<Draft>): boolean {
  if (Array.isArray(value)) return value.some((item) => reaches(item, holders));
  if (!isObject(value)) return false;
  return (
    holders.has(value) || ["allOf", "anyOf", "oneOf"].some((key) => reaches(value[key], holders))
  );
}

function edgesOf(
  schema: unknown,
  targets: Targets,
  position: Edge["position"] = "self",
  edges: Edge[] = [],
): Edge[] {
  if (!isObject(schema)) return edges;
  const target = targets.get(schema);
  if (target !== undefined) edges.push({ target, holder: schema, position });
  const inner = (value: unknown, at: Edge["position"]) => {
    for (const item of Array.isArray(value) ? value : [value]) edgesOf(item, targets, at, edges);
  };
  inner(schema["allOf"], position);
  for (const key of ["anyOf", "oneOf", "not", "if", "then", "else"]) inner(schema[key], "choice");
  if (isObject(schema["dependentSchemas"]))
    inner(Object.values(schema["dependentSchemas"]), "choice");
  return edges;
}

/** Looks references up by identity, because an example may contain a `$ref` that is only data. */
function collectUses(value: unknown, targets: Targets, uses: Set<SharedSchema>): void {
  if (typeof value !== "object" || value === null) return;
  const target = targets.get(value as Draft);
  if (target !== undefined) uses.add(target);
  for (const member of Object.values(value)) collectUses(member, targets, uses);
}

/** Returns the strongly connected components with a cycle (Tarjan's algorithm, iterative because of deep graphs). */
function cyclesOf(all: readonly SharedSchema[], follows: EdgeTest): SharedSchema[][] {
  const cycles: SharedSchema[][] = [];
  const order = new Map<SharedSchema, number>();
  const low = new Map<SharedSchema, number>();
  const open: SharedSchema[] = [];
  const isOpen = new Set<SharedSchema>();

  for (const start of all) {
    if (order.has(start)) continue;
    const path: { readonly shared: SharedSchema; readonly next: SharedSchema[] }[] = [];
    const enter = (shared: SharedSchema): void => {
      order.set(shared, order.size);
      low.set(shared, order.get(shared)!);
      open.push(shared);
      isOpen.add(shared);
      path.push({ shared, next: shared.edges.filter(follows).map(({ target }) => target) });
    };
    enter(start);
    while (path.length > 0) {
      const { shared, next } = path.at(-1)!;
      const target = next.pop();
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (isOpen.has(target))
          low.set(shared, Math.min(low.get(shared)!, order.get(target)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.shared;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(shared)!));
      if (low.get(shared) !== order.get(shared)) continue;
      const component: SharedSchema[] = [];
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        isOpen.delete(member);
        component.unshift(member);
        if (member === shared) break;
      }
      const cyclic =
        component.length > 1 ||
        shared.edges.some((edge) => follows(edge) && edge.target === shared);
      if (cyclic) cycles.push(component);
    }
  }
  return cycles;
}
