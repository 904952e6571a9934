import { dependentNodes } from "./objects.js";
import type { Node } from "./node-model.js";
import { listed } from "./unions.js";

/** Returns the schemas that apply to the same value as a schema, without those of dynamic references. */
export function inPlace(node: Node): readonly Node[] {
  const { keywords } = node;
  if (!keywords) return [];
  const target = node.referred();
  if (target && node.ignoresBesideRef) return [target];
  const single = ["not", "if", "then", "else"].filter((name) => node.isKnown(name));
  return [
    ...(target ? [target] : []),
    ...["allOf", "anyOf", "oneOf"].flatMap((name) => listed(node, name)),
    ...single.filter((name) => keywords[name] !== undefined).map((name) => node.child(name)),
    ...["dependentSchemas", "dependencies"]
      .filter((name) => node.isKnown(name))
      .flatMap((name) => dependentNodes(node, name).map(([, schema]) => schema)),
  ];
}
