import { dependentNodes } from "./objects.js";
import type { Node } from "./node-model.js";
import type { Run } from "./run.js";
import { listed } from "./unions.js";

/** Whether a schema applies itself to the same value, so that checking by it would never end. */
export function appliesItself(start: Node, run: Run): boolean {
  if (isAcyclic(start, run)) return false;
  const seen = new Set<unknown>();
  const waiting = [start];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const next of inPlace(node)) {
      run.spend(1);
      if (next.schema === start.schema) return true;
      if (seen.has(next.schema) || next.acyclic.has(next.schema)) continue;
      seen.add(next.schema);
      waiting.push(next);
    }
  }
  return false;
}

/** Whether no schema that applies to the same value applies itself. Remembers those of which this is known. */
function isAcyclic(start: Node, run: Run): boolean {
  const { acyclic } = start;
  const open = new Set<unknown>();
  const path: { readonly schema: unknown; readonly rest: Node[] }[] = [];
  const enter = (node: Node): void => {
    open.add(node.schema);
    path.push({ schema: node.schema, rest: [...inPlace(node)] });
  };
  if (!acyclic.has(start.schema)) enter(start);
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const next = last.rest.pop();
    run.spend(1);
    if (!next) {
      open.delete(last.schema);
      acyclic.add(last.schema);
      path.pop();
    } else if (open.has(next.schema)) return false;
    else if (!acyclic.has(next.schema)) enter(next);
  }
  return true;
}

/** Returns the schemas that apply to the same value as a schema, without those of dynamic references. */
function inPlace(node: Node): readonly Node[] {
  const { keywords } = node;
  if (!keywords) return [];
  const target = node.referred();
  if (target && node.ignoresBesideRef) return [target];
  const single = ["not", "if", "then", "else"].filter((name) => node.isKnown(name));
  return [
    ...(target ? [target] : []),
    ...["allOf", "anyOf", "oneOf"].flatMap((name) => listed(node, name)),
    ...single.filter((name) => keywords[name] !== undefined).map((name) => node.child(name)),
    ...(["dependentSchemas", "dependencies"] as const)
      .filter((name) => node.isKnown(name))
      .flatMap((name) => dependentNodes(node, name).map(([, schema]) => schema)),
  ];
}
