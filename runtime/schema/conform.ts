import { isObject, member, pointerKeys, type JsonObject } from "../protocol/json.js";
import { copyAllDigits, removeItem } from "./copied-digits.js";
import type { Validate, Violation } from "./violation.js";

/** Each round removes something. Needing more means that hardly any value conforms. */
const maxRounds = 20;

/**
 * Copies a value without the members that violate its schema, and without their parents where these then violate it too.
 *
 * @param violations those of the value, when they are known
 * @returns `{}` when nothing is left; the value itself when it conforms
 */
export function conform(
  value: JsonObject,
  validate: Validate,
  violations: readonly Violation[] = validate(value),
): JsonObject {
  if (violations.length === 0) return value;
  let copy: JsonObject;
  try {
    copy = structuredClone(value);
    copyAllDigits(value, copy);
  } catch {
    // The value is nested too deeply to be copied.
    return {};
  }
  for (let round = 0; round < maxRounds && violations.length > 0; round++) {
    // Deepest and last first, so that no removal moves an array item that is still to go.
    const paths = distinct(violations.map(pathOf));
    paths.sort(laterFirst);
    for (const path of paths) {
      if (path.length === 0) return {};
      remove(copy, path);
    }
    violations = validate(copy);
  }
  return violations.length === 0 ? copy : {};
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

function remove(root: JsonObject, path: readonly string[]): void {
  let parent: unknown = root;
  for (const name of path.slice(0, -1)) parent = child(parent, name);
  const last = path.at(-1) as string;
  if (Array.isArray(parent)) removeItem(parent, Number(last));
  else if (isObject(parent)) delete (parent as Record<string, unknown>)[last];
}

function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return parent[Number(name)];
  return isObject(parent) ? member(parent, name) : undefined;
}
