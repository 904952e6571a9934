/** Schemas that contain themselves without getting any further: no validator and no compiler comes to an end there. */
import { dotted, isObject, problem } from "../../normalise/node.js";
import type { Draft } from "./conversion.js";
import type { Edge, SharedSchema } from "./shared-schema.js";

/** Of each reference, what it leads to. */
export type Targets = Map<Draft, SharedSchema>;

/**
 * Takes apart what refers to itself about the same instance. A schema that contains itself in its properties or items
 * is none of these: that is ordinary recursion.
 *
 * - References that lead in a circle and nowhere else: an error.
 * - A schema that has itself in `allOf`: that demands nothing; it is left out with a warning.
 * - A base that lists its children (`oneOf`) while they extend it (`allOf`), a usual way to write inheritance: a
 *   child extends what the base says besides the list.
 * - A schema that is one of its own choices: that choice adds nothing; it is left out with a warning.
 */
export function breakCycles(all: readonly SharedSchema[], targets: Targets): void {
  const candidates = all.filter(({ edges }) => edges.length > 0);
  const changed = new Set<SharedSchema>();
  const isSelf = ({ position }: Edge) => position === "self";

  for (const cycle of cyclesOf(candidates, isSelf)) {
    if (cycle.every((member) => isAlias(member, targets))) refuse(cycle);
    else cutCycle(cycle, isSelf, targets, changed);
  }
  // From here on `self` edges make no cycle, so that laying a base into its children comes to an end.
  const cycles = cyclesOf(candidates, () => true);
  for (const cycle of cycles) extendBases(cycle, targets, changed);
  for (const member of new Set(cycles.flat())) member.edges = edgesOf(member.schema, targets);
  for (const cycle of cyclesOf(candidates, () => true)) {
    cutCycle(cycle, () => true, targets, changed);
  }

  for (const shared of changed) {
    shared.uses.clear();
    collectUses(shared.schema, targets, shared.uses);
  }
}

function isAlias({ schema }: SharedSchema, targets: Targets): boolean {
  return isObject(schema) && targets.has(schema) && Object.keys(schema).length === 1;
}

function refuse(cycle: readonly SharedSchema[]): void {
  for (const { node, problems } of cycle) {
    const message = `${dotted(node.pointer)} refers to itself and nothing else.`;
    problems.push(problem("error", "ref-cycle", node, message));
  }
}

/** Leaves out the references that close a circle, on the way from its first schema. */
function cutCycle(
  cycle: readonly SharedSchema[],
  follows: (edge: Edge) => boolean,
  targets: Targets,
  changed: Set<SharedSchema>,
): void {
  const members = new Set(cycle);
  const entered = new Set<SharedSchema>();
  const onPath = new Set<SharedSchema>();
  const path: { readonly member: SharedSchema; readonly edges: readonly Edge[]; next: number }[] =
    [];
  for (const start of cycle) {
    if (!entered.has(start)) enter(start);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const edge = last.edges[last.next++];
      if (edge === undefined) onPath.delete(path.pop()!.member);
      else if (onPath.has(edge.target)) close(last.member, edge);
      else if (!entered.has(edge.target)) enter(edge.target);
    }
  }

  function enter(member: SharedSchema): void {
    entered.add(member);
    onPath.add(member);
    const edges = member.edges.filter((edge) => follows(edge) && members.has(edge.target));
    path.push({ member, edges, next: 0 });
  }

  function close(member: SharedSchema, edge: Edge): void {
    cut(edge, targets);
    changed.add(member);
    member.edges = member.edges.filter((other) => other !== edge);
    const by = dotted(edge.target.node.pointer);
    const message = `${dotted(member.node.pointer)} contains itself by way of ${by}; that reference is left out.`;
    member.problems.push(problem("warning", "ref-cycle", member.node, message));
  }
}

/** In `allOf` nothing is demanded any more; a choice can never be taken any more. */
function cut({ holder, target, position }: Edge, targets: Targets): void {
  release(holder, target, targets);
  if (position === "choice") holder["not"] = {};
}

function release(holder: Draft, target: SharedSchema, targets: Targets): void {
  delete holder["$ref"];
  target.holders.delete(holder);
  targets.delete(holder);
}

/** Replaces, in the children of a base that lists them, the reference to the base by what it says besides the list. */
function extendBases(
  cycle: readonly SharedSchema[],
  targets: Targets,
  changed: Set<SharedSchema>,
): void {
  const members = new Set(cycle);
  const lists = new Map<SharedSchema, ReadonlySet<Draft>>();
  for (const member of cycle) {
    const choices = member.edges.filter((e) => e.position === "choice" && members.has(e.target));
    if (choices.length > 0) lists.set(member, new Set(choices.map(({ holder }) => holder)));
  }
  for (const member of cycle) {
    for (const { target: base, holder, position } of member.edges) {
      const list = lists.get(base);
      if (position !== "self" || list === undefined || !isObject(base.schema)) continue;
      const rest: Draft = { ...base.schema };
      for (const key of ["oneOf", "anyOf"]) if (reaches(rest[key], list)) delete rest[key];
      release(holder, base, targets);
      changed.add(member);
      let place = holder;
      if (Object.keys(holder).length === 0) Object.assign(holder, rest);
      else {
        place = rest;
        holder["allOf"] = [...((holder["allOf"] as unknown[] | undefined) ?? []), rest];
      }
      // The base itself is a reference with siblings: so is its copy.
      const beneath = targets.get(base.schema);
      if (beneath !== undefined) {
        targets.set(place, beneath);
        beneath.holders.add(place);
      }
    }
  }
}

/** Whether one of these references is among the subschemas about the same instance. */
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

/** References are told from data by identity: an example with a `$ref` in it is no target. */
function collectUses(value: unknown, targets: Targets, uses: Set<SharedSchema>): void {
  if (typeof value !== "object" || value === null) return;
  const target = targets.get(value as Draft);
  if (target !== undefined) uses.add(target);
  for (const member of Object.values(value)) collectUses(member, targets, uses);
}

/** The strongly connected components that have a cycle, by Tarjan's algorithm; iterative, for it may be deep. */
function cyclesOf(
  all: readonly SharedSchema[],
  follows: (edge: Edge) => boolean,
): SharedSchema[][] {
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
