import type { SurfaceOperation } from "../../surface/model.js";
import { reserveName } from "../../surface/names/names.js";
import { reservedMembers, reservedTypes } from "../../surface/names/reserved.js";
import { upperStart } from "../../surface/names/symbols.js";
import { fileNameOf } from "./group-name.js";
import type { OperationGroup, Split } from "./group-operations.js";

/** Number of operations above which `auto` splits the class, too. A method takes some ten lines in `server.ts`. */
export const mostInOneClass = 2000;

/** Most classes that are named after whole words. The compiler reads what a class inherits once more for each of them. */
const mostWords = 24;

/** Operations whose methods have a class and a file of their own. */
export interface MethodGroup {
  /** Name of the file below `server/`, without extension. */
  readonly name: string;
  readonly className: string;
  readonly groups: readonly OperationGroup[];
  readonly operations: readonly SurfaceOperation[];
}

/** Whether the methods of the operations have files of their own. */
export function splitsMethods(operations: readonly SurfaceOperation[], split: Split): boolean {
  return split === "methods" || (split === "auto" && operations.length > mostInOneClass);
}

/**
 * Joins groups whose names begin with the same word, `groups-site` and `groups-team`, or in an API of many such words with the
 * same character: the classes extend each other, and the compiler's work grows with their number.
 *
 * @param taken names that the classes can't have
 * @returns The groups sorted by name
 */
export function groupMethods(
  groups: readonly OperationGroup[],
  taken: Iterable<string>,
): readonly MethodGroup[] {
  const words = groups.map(({ name }) => name.split("-", 1)[0] ?? name);
  const isWordy = new Set(words).size > mostWords;
  const joined = new Map<string, OperationGroup[]>();
  for (const [index, group] of groups.entries()) {
    const word = words[index] ?? "";
    const name = fileNameOf(isWordy ? word.slice(0, 1) : word);
    const others = joined.get(name);
    if (others) others.push(group);
    else joined.set(name, [group]);
  }
  const names = new Set([...taken, ...reservedTypes, ...reservedMembers]);
  return [...joined]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, ofName]) => ({
      name,
      className: reserveName(classNameOf(name), names),
      groups: ofName,
      operations: ofName.flatMap(({ operations }) => operations),
    }));
}

function classNameOf(name: string): string {
  const start = upperStart(name.replace(/-tag$/, "Tag"));
  return `${/^\d/.test(start) ? "Tag" : ""}${start}Methods`;
}
