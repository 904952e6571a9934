import { pointerOf } from "./pointer.js";
import { maxDepth } from "./yaml-dialect.js";

export interface AliasProblem {
  readonly message: string;
  readonly pointer: string;
}

/** Values that aliases may add to those written: generous for people, small for a program that walks them. */
const maxAdded = 1_000_000;

/** What a finished object amounts to when every alias in it is written out. */
interface Extent {
  readonly values: number;
  readonly height: number;
}

interface Frame {
  readonly object: object;
  readonly keys: readonly string[];
  next: number;
  values: number;
  height: number;
}

/**
 * Finds what makes a YAML value with aliases unfit for reading: a value inside itself, or aliases of aliases that
 * stand for more values or deeper nesting than any document has. Each object is visited once, without recursion.
 */
export function findAliasProblem(root: unknown): AliasProblem | undefined {
  const done = new Map<object, Extent>();
  const open = new Set<object>();
  const stack: Frame[] = [];
  let written = 0;

  const enter = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    open.add(value);
    stack.push({ object: value, keys: Object.keys(value), next: 0, values: 1, height: 1 });
  };
  const problem = (message: string): AliasProblem => ({
    message,
    pointer: pointerOf(stack.map((frame) => frame.keys[frame.next - 1] ?? "")),
  });

  enter(root);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const key = frame.keys[frame.next++];
    if (key === undefined) {
      stack.pop();
      open.delete(frame.object);
      const extent = { values: frame.values, height: frame.height };
      done.set(frame.object, extent);
      written++;
      frame = stack.at(-1);
      const excess = frame && add(frame, extent, written);
      if (excess !== undefined) return problem(excess);
      continue;
    }
    const child = (frame.object as Record<string, unknown>)[key];
    if (typeof child !== "object" || child === null) {
      frame.values++;
      written++;
      continue;
    }
    if (open.has(child)) return problem("A YAML alias stands inside the value it stands for.");
    const extent = done.get(child);
    if (extent === undefined) {
      enter(child);
      continue;
    }
    const excess = add(frame, extent, written);
    if (excess !== undefined) return problem(excess);
  }
  return undefined;
}

function add(frame: Frame, extent: Extent, written: number): string | undefined {
  frame.values += extent.values;
  frame.height = Math.max(frame.height, extent.height + 1);
  if (frame.height > maxDepth) {
    return `YAML aliases nest values more than ${maxDepth} levels deep.`;
  }
  return frame.values > written + maxAdded
    ? "YAML aliases of aliases stand for more than a million values."
    : undefined;
}
