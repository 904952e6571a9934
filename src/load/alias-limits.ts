import { pointerOf } from "./pointer.js";
import { maxDepth } from "./yaml-dialect.js";

export interface AliasProblem {
  readonly message: string;
  readonly pointer: string;
}

/** Maximum number of values that aliases may add: far more than in an honest document. */
const maxAdded = 1_000_000;

/** Size of a finished object with every alias in it expanded. */
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
 * Finds aliases that make a YAML value unsafe to walk: a value inside itself, or aliases of aliases that expand to too
 * many values or nest too deep. Visits each object once, without recursion.
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
    if (open.has(child)) return problem("A YAML alias stands inside the value that it refers to.");
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
    ? "YAML aliases of aliases expand to more than a million values."
    : undefined;
}
