/** Keywords that apply another schema. @see JSON Schema 2020-12, 8.2.3 */
import type { Check, Keyword, Node } from "./node-model.js";
import { appliesItself } from "./in-place.js";

function reference(node: Node): Check {
  const target = node.referred()!;
  let recurs: boolean | undefined;
  return (value, run) => {
    recurs ??= appliesItself(target, run);
    return run.refer(target, value, recurs);
  };
}

function dynamicReference(keyword: string): (node: Node) => Check {
  return (node) => (value, run) => run.refer(node.dynamic(keyword, run.scope), value, false);
}

export const referenceKeywords: readonly Keyword[] = [
  { name: "$ref", compile: reference },
  { name: "$dynamicRef", compile: dynamicReference("$dynamicRef") },
  { name: "$recursiveRef", compile: dynamicReference("$recursiveRef") },
];
