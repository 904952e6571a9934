import { isObject, member, pointerKeys, type JsonObject } from "../protocol/json.js";
import type { Container } from "../protocol/exact-integers.js";
import { isUnchecked } from "./check/compile.js";
import { copyDigits, removeItem } from "./copied-digits.js";
import type { Validate, Violation } from "./violation.js";

/** Each round removes something. Needing more means that hardly any value conforms. */
const maxRounds = 20;
/** Removing more parts than this would take too long, and leave little. */
export const maxRemoved = 2_000;

/**
 * Copies a value without the members that violate its schema, and without their parents where these then violate it too.
 * Only what contains them is copied.
 *
 * @returns `{}` when nothing is left; the value itself when it conforms; what is left so far when it takes too much
 *   work to tell whether that conforms
 */
export function conform(value: JsonObject, validate: Validate): JsonObject {
  const copies = new Copies(value);
  for (let round = 0; round < maxRounds; round++) {
    const violations = validate(copies.root);
    if (violations.length === 0 || isUnchecked(violations)) return copies.root;
    if (violations.length > maxRemoved) return {};
    // Deepest and last first, so that no removal moves an array item that is still to go.
    const paths = distinct(violations.map(pathOf));
    paths.sort(laterFirst);
    for (const path of paths) {
      if (path.length === 0) return {};
      copies.remove(path);
    }
  }
  return {};
}

/** A copy of a value, in which an object or array is copied when a part of it is removed. */
class Copies {
  root: JsonObject;
  readonly #copied = new Set<unknown>();

  constructor(value: JsonObject) {
    this.root = value;
  }

  remove(path: readonly string[]): void {
    const last = path.at(-1) as string;
    this.root = this.#own(this.root);
    let holder: Container = this.root;
    for (const key of path.slice(0, -1)) {
      const next = child(holder, key);
      if (typeof next !== "object" || next === null) return;
      holder = (holder as Record<string, unknown>)[key] = this.#own(next);
    }
    if (Array.isArray(holder)) removeItem(holder, Number(last));
    else delete (holder as Record<string, unknown>)[last];
  }

  #own<T extends object>(value: T): T {
    if (this.#copied.has(value)) return value;
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as T;
    copyDigits(value, copy);
    this.#copied.add(copy);
    return copy;
  }
}

function distinct(paths: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** Returns the path to remove: that of the violation, or of the member that must not be there. */
function pathOf(violation: Violation): readonly string[] {
  const path = pointerKeys(violation.instancePath);
  const params = violation.params as Record<string, unknown>;
  const extra =
    params["additionalProperty"] ??
    params["unevaluatedProperty"] ??
    params["propertyName"] ??
    violation.propertyName;
  return typeof extra === "string" ? [...path, extra] : path;
}

function laterFirst(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [a, b] = [left[index] as string, right[index] as string];
    if (a === b) continue;
    const byNumber = Number(b) - Number(a);
    return Number.isNaN(byNumber) || byNumber === 0 ? (a < b ? 1 : -1) : byNumber;
  }
  return right.length - left.length;
}

function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return parent[Number(name)];
  return isObject(parent) ? member(parent, name) : undefined;
}
