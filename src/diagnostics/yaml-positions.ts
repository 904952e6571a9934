import { load, type LoadOptions } from "js-yaml";
import { yamlOptions } from "../load/yaml-dialect.js";
import { placeAll, type Wanted } from "./wanted-pointers.js";
import { isObject } from "../load/object.js";

/** Argument of js-yaml's `listener` option; neither is in its documentation or its types. */
interface LoaderState {
  readonly position: number;
  readonly kind: string | null;
  readonly result: unknown;
}
type Listener = (event: "open" | "close", state: LoaderState) => void;

/** A node of the YAML text, with its value. */
interface TextNode {
  /** White space and comments may follow before the node itself. */
  readonly start: number;
  end: number;
  result: unknown;
}

/**
 * Finds the offsets of pointers in a valid YAML text, in one pass: of the key for a member of a mapping, of the value
 * otherwise. A pointer that the text does not contain, such as a merged member, gets the offset of its nearest
 * ancestor; a pointer into an alias is found at the anchor.
 */
export function yamlPositions(text: string, wanted: Wanted): Map<string, number> {
  const found = new Map<string, number>();
  placeAll(wanted, skipToNode(text, 0), found);
  if (wanted.children.size === 0) return found;
  const { value, childrenOf } = readWithNodes(text);
  locate(text, value, wanted, childrenOf, found);
  return found;
}

/** Records the nodes directly inside each collection: keys and values in turn, or items. */
function readWithNodes(text: string): {
  value: unknown;
  childrenOf: ReadonlyMap<object, readonly TextNode[]>;
} {
  const childrenOf = new Map<object, TextNode[]>();
  const open: { node: TextNode; children: TextNode[] }[] = [];
  const listener: Listener = (event, state) => {
    if (event === "open") {
      open.push({ node: { start: state.position, end: 0, result: undefined }, children: [] });
      return;
    }
    const closed = open.pop();
    if (closed === undefined) return;
    const { node, children } = closed;
    node.end = state.position;
    node.result = state.result;
    open.at(-1)?.children.push(node);
    if (!isObject(node.result) || children.length === 0) return;
    if (state.kind !== "mapping" && state.kind !== "sequence") return;
    // js-yaml reads a flow collection as a key first; it is then the only child of its own node.
    if (children.length === 1 && children[0]?.result === node.result) return;
    childrenOf.set(node.result, children);
  };
  const options: LoadOptions & { listener: Listener } = { ...yamlOptions, listener };
  return { value: load(text, options), childrenOf };
}

function locate(
  text: string,
  value: unknown,
  wanted: Wanted,
  childrenOf: ReadonlyMap<object, readonly TextNode[]>,
  found: Map<string, number>,
): void {
  const children = isObject(value) ? childrenOf.get(value) : undefined;
  if (children === undefined || wanted.children.size === 0) return;
  if (Array.isArray(value)) {
    // Each item has one node, except `[a: 1]`, whose item is a mapping without a node.
    if (children.length !== value.length) return;
    for (const [index, child] of children.entries()) {
      const inner = wanted.children.get(String(index));
      if (inner === undefined) continue;
      placeAll(inner, skipToNode(text, child.start), found);
      locate(text, value[index], inner, childrenOf, found);
    }
    return;
  }
  for (let index = 0; index < children.length; index++) {
    const key = children[index] as TextNode;
    const hasValue = text[skipToNode(text, key.end)] === ":";
    const inner = wanted.children.get(String(key.result));
    if (inner !== undefined) {
      placeAll(inner, skipToNode(text, key.start), found);
      if (hasValue) locate(text, children[index + 1]?.result, inner, childrenOf, found);
    }
    if (hasValue) index++;
  }
}

/** Skips white space and comments, up to the first character of a node or the indicator after it. */
function skipToNode(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (at < text.length && " \t\r\n".includes(text.charAt(at))) at++;
    if (text[at] !== "#") return at;
    const end = text.indexOf("\n", at);
    if (end === -1) return text.length;
    at = end + 1;
  }
}
