/** Keywords that apply another schema. @see JSON Schema 2020-12, 8.2.3 */
import type { Check, Keyword, Node } from "./node-model.js";
import { inPlace } from "./in-place.js";

function reference(node: Node): Check {
  const target = node.referred()!;
  let recurs: boolean | undefined;
  return (value, run) => {
    recurs ??= appliesItself(target);
    return run.refer(target, value, recurs);
  };
}

/** Whether a schema applies itself to the same value. */
function appliesItself(start: Node): boolean {
  const seen = new Set<unknown>([start.schema]);
  const waiting = [...inPlace(start)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.schema === start.schema) return true;
    if (seen.has(node.schema)) continue;
    seen.add(node.schema);
    waiting.push(...inPlace(node));
  }
  return false;
}

function dynamicReference(keyword: string): (node: Node) => Check {
  return (node) => (value, run) => node.dynamic(keyword, run.scope).check(value, run);
}

export const referenceKeywords: readonly Keyword[] = [
  { name: "$ref", compile: reference },
  { name: "$dynamicRef", compile: dynamicReference("$dynamicRef") },
  { name: "$recursiveRef", compile: dynamicReference("$recursiveRef") },
];
