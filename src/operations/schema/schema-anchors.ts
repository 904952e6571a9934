/** Dynamic anchors that a schema inherits from the schemas around it. */
import type { Node } from "../../load/source.js";
import { isObject, join, own, type JsonObject } from "../../normalise/node.js";

export interface Surroundings {
  /** Dynamic anchors by name. The outermost schema that sets an anchor wins. */
  readonly anchors: ReadonlyMap<string, Node>;
  /** The nearest enclosing schema with `$recursiveAnchor: true`. */
  readonly recursive?: Node;
}

export const noSurroundings: Surroundings = { anchors: new Map() };

/**
 * Returns the surroundings of the subschemas of a schema.
 *
 * @see JSON Schema 2020-12 core sections 8.2.2 ($dynamicAnchor), 8.2.3.2 ($dynamicRef)
 */
export function enterSchema(node: Node<JsonObject>, around: Surroundings): Surroundings {
  const { value } = node;
  let inside = around;
  if (own(value, "$recursiveAnchor") === true) inside = { ...inside, recursive: node };
  const found = anchorsOf(node);
  if (found.length > 0) inside = { ...inside, anchors: new Map([...found, ...around.anchors]) };
  return inside;
}

function anchorsOf(node: Node<JsonObject>): [name: string, node: Node][] {
  const anchors: [string, Node][] = [];
  const itself = own(node.value, "$dynamicAnchor");
  if (typeof itself === "string") anchors.push([itself, node]);
  const definitions = own(node.value, "$defs");
  if (!isObject(definitions)) return anchors;
  const pointer = join(node.pointer, "$defs");
  for (const key of Object.keys(definitions)) {
    const value = definitions[key];
    const name = isObject(value) ? own(value, "$dynamicAnchor") : undefined;
    if (typeof name === "string") {
      anchors.push([name, { value, file: node.file, pointer: join(pointer, key) }]);
    }
  }
  return anchors;
}

/**
 * Whether a schema, or one it refers to, has a `$dynamicRef`. Only then does its meaning depend on where it is used.
 *
 * @param targetOf resolves a reference
 */
export function reachesDynamicRef(
  start: Node,
  targetOf: (ref: string, from: Node) => Node | undefined,
): boolean {
  const seen = new Set<unknown>();
  const pending: Node[] = [start];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value, file, pointer } = node;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isObject(value)) {
      if (typeof own(value, "$dynamicRef") === "string") return true;
      const ref = own(value, "$ref");
      const target = typeof ref === "string" ? targetOf(ref, node) : undefined;
      if (target !== undefined) pending.push(target);
    }
    for (const [key, member] of Object.entries(value)) {
      pending.push({ value: member, file, pointer: join(pointer, key) });
    }
  }
  return false;
}
