import { load, type LoadOptions } from "js-yaml";
import { yamlOptions } from "../load/yaml-dialect.js";
import { placeAll, type Wanted } from "./wanted-pointers.js";
import { isObject } from "../load/object.js";

/** What js-yaml's `listener` option passes; neither is in its documentation or its types. */
interface LoaderState {
  readonly position: number;
  readonly kind: string | null;
  readonly result: unknown;
}
type Listener = (event: "open" | "close", state: LoaderState) => void;

/** A node of the YAML text: where it stands, and its value. */
interface TextNode {
  /** May be followed by white space and comments before the node itself. */
  readonly start: number;
  end: number;
  result: unknown;
}

/**
 * Offsets of pointers in a valid YAML text, in one pass: of the key for a member of a mapping, of the value otherwise.
 * A pointer to something the text does not hold, such as a merged member, gets the offset of its nearest ancestor
 * that is there; a pointer into an alias is found at the anchor.
 */
export function yamlPositions(text: string, wanted: Wanted): Map<string, number> {
  const found = new Map<string, number>();
  placeAll(wanted, skipToNode(text, 0), found);
  if (wanted.children.size === 0) return found;
  const { value, childrenOf } = readWithNodes(text);
  locate(text, value, wanted, childrenOf, found);
  return found;
}

/** Reads the text again, keeping for each collection the nodes directly inside it: keys and values in turn, or items. */
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
    // A flow collection is first read as if it were a key: then it is the only child of its own node.
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
    // One node for each item, except that `[a: 1]` is a mapping without a node of its own.
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

/** Past white space and comments, to the first character of a node or the sign after it. */
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
