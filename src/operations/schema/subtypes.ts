import type { ReferenceResolver } from "../../load/references/resolver.js";
import type { Node } from "../../load/source.js";
import { isObject, join, own } from "../../normalise/node.js";
import { isReference } from "../../normalise/reading.js";

/** Maximum number of subtypes that are told apart. */
const maxSubtypes = 256;

/**
 * Finds discriminated subtypes: the component schemas that include a schema with a `discriminator` by `allOf`, directly
 * or indirectly. Returns them by the key of that base schema: an empty list where they are too many.
 *
 * @see OpenAPI 3.2 Discriminator Object, "Models with Polymorphism Support and a Discriminator Object"
 */
export function findSubtypes(
  components: readonly Node[],
  resolver: ReferenceResolver,
  keyOf: (node: Node) => string,
): ReadonlyMap<string, readonly Node[]> {
  const children = new Map<string, Node[]>();
  const bases = new Set<string>();
  for (const node of components) {
    if (isBase(node.value)) bases.add(keyOf(node));
    for (const parent of parentsOf(node, resolver)) {
      const key = keyOf(parent);
      const known = children.get(key);
      if (known === undefined) children.set(key, [node]);
      else known.push(node);
    }
  }
  const subtypes = new Map<string, readonly Node[]>();
  for (const key of bases) {
    const found = descendants(key, children, keyOf);
    if (found.length > 0) subtypes.set(key, found.length <= maxSubtypes ? found : []);
  }
  return subtypes;
}

/** Whether a schema has subtypes to find. One with `oneOf` or `anyOf` lists them itself. */
function isBase(value: unknown): boolean {
  return (
    isObject(value) &&
    own(value, "discriminator") !== undefined &&
    own(value, "oneOf") === undefined &&
    own(value, "anyOf") === undefined
  );
}

function parentsOf(node: Node, resolver: ReferenceResolver): readonly Node[] {
  if (!isObject(node.value)) return [];
  const parts = own(node.value, "allOf");
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((value: unknown, index) => {
    if (!isReference(value)) return [];
    const pointer = join(join(node.pointer, "allOf"), index);
    const found = resolver.resolve(value.$ref, { value, file: node.file, pointer });
    return found.ok ? [found.node] : [];
  });
}

function descendants(
  key: string,
  children: ReadonlyMap<string, readonly Node[]>,
  keyOf: (node: Node) => string,
): readonly Node[] {
  const found = new Map<string, Node>();
  const pending = [key];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const child of children.get(next) ?? []) {
      const childKey = keyOf(child);
      if (childKey === key || found.has(childKey)) continue;
      found.set(childKey, child);
      if (found.size > maxSubtypes) return [...found.values()];
      pending.push(childKey);
    }
  }
  return [...found.values()];
}
