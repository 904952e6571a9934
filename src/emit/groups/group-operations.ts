import type { SurfaceOperation } from "../../surface/model.js";
import { codeSpan } from "../markdown.js";
import { fileNameOf, resourceOf } from "./group-name.js";

/** How the code of operations is spread over files: `methods` splits what `tag` does, and the class. */
export type Split = "auto" | "tag" | "methods" | "none";

/** Operations whose facts and types have files of their own. */
export interface OperationGroup {
  /** Name of the files, without extension. */
  readonly name: string;
  /** What the operations have in common, for a comment: "tagged `pets`". */
  readonly label: string;
  /** In document order. */
  readonly operations: readonly SurfaceOperation[];
}

/**
 * Number of operations above which `auto` splits. It counts operations, so that edits of descriptions and schemas never
 * move code from one file to another. An operation takes some 100 lines in `operations.ts`.
 */
export const mostInOneFile = 200;

/** Labels that the comment of one file lists. */
const shownLabels = 5;

/**
 * Groups operations by their first tag, or without one by the resource in their path. Tags that would give the same file name,
 * such as `Pets` and `pets`, share a group: a name never depends on what other tags there are.
 *
 * @returns The groups sorted by name; undefined if all operations belong into one file
 */
export function groupOperations(
  operations: readonly SurfaceOperation[],
  split: Split,
): readonly OperationGroup[] | undefined {
  const isWhole = split === "none" || (split === "auto" && operations.length <= mostInOneFile);
  if (isWhole || operations.length === 0) return undefined;
  const groups = new Map<string, { labels: Set<string>; operations: SurfaceOperation[] }>();
  for (const operation of operations) {
    const { name, label } = groupOf(operation);
    let group = groups.get(name);
    if (!group) groups.set(name, (group = { labels: new Set(), operations: [] }));
    group.labels.add(label);
    group.operations.push(operation);
  }
  return [...groups]
    .map(([name, group]) => ({
      name,
      label: [...group.labels].slice(0, shownLabels).join(" or "),
      operations: group.operations,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function groupOf({ source }: SurfaceOperation): { readonly name: string; readonly label: string } {
  const [tag] = source.tags;
  if (tag !== undefined) return { name: fileNameOf(tag), label: `tagged ${codeSpan(tag)}` };
  const resource = resourceOf(source.path);
  return resource === undefined
    ? { name: "untagged", label: "without a tag" }
    : { name: fileNameOf(resource), label: `below ${codeSpan(`/${resource}`)}` };
}
