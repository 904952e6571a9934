import { isObject } from "../object.js";
import type { Suggestions } from "../../diagnostics/nearest.js";
import { childOf, pointerOf } from "../pointer.js";

/** Sections for named parts in all OpenAPI versions, because references may be written as in another version. */
const sections: readonly (readonly string[])[] = [
  ["components", "schemas"],
  ["components", "parameters"],
  ["components", "responses"],
  ["components", "requestBodies"],
  ["definitions"],
  ["parameters"],
  ["responses"],
];

/**
 * Corrects a pointer that points to nothing, by its missing key, or else by a part of that name in another section.
 *
 * @param depth - index of the first key that is not there
 */
export function suggestPointer(
  root: unknown,
  tokens: readonly string[],
  depth: number,
  suggestions: Suggestions,
): string | undefined {
  const path = correctKey(root, tokens, depth, suggestions) ?? samePartElsewhere(root, tokens);
  return path !== undefined && exists(root, path) ? pointerOf(path) : undefined;
}

function correctKey(
  root: unknown,
  tokens: readonly string[],
  depth: number,
  suggestions: Suggestions,
): readonly string[] | undefined {
  const before = tokens.slice(0, depth);
  const parent = before.reduce(childOf, root);
  if (!isObject(parent) || Array.isArray(parent)) return undefined;
  const key = suggestions.nearest(tokens[depth] ?? "", Object.keys(parent));
  return key === undefined ? undefined : [...before, key, ...tokens.slice(depth + 1)];
}

function samePartElsewhere(
  root: unknown,
  tokens: readonly string[],
): readonly string[] | undefined {
  return sections
    .map((section) => [...section, ...tokens.slice(-1)])
    .find((path) => exists(root, path));
}

function exists(root: unknown, path: readonly string[]): boolean {
  return path.reduce(childOf, root) !== undefined;
}
