import type { SurfaceOperation } from "../model.js";

/**
 * Operations in the order in which they deserve a place on the list: those that are not deprecated first, then those
 * with short paths (what an API is about is at its roots), then each tag's first operations before any tag's later
 * ones (so that no large tag takes all places), then the document's order. A document knows no better what will be used.
 */
export function byLikelyUse(operations: readonly SurfaceOperation[]): readonly SurfaceOperation[] {
  const seen = new Map<string, number>();
  const ranked = operations.map((operation, index) => {
    const { deprecated, path, tags } = operation.source;
    const group = tags[0] ?? path.split("/", 2)[1] ?? "";
    const turn = seen.get(group) ?? 0;
    seen.set(group, turn + 1);
    return {
      operation,
      rank: [deprecated ? 1 : 0, path.split("/").filter(Boolean).length, turn, index],
    };
  });
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ operation }) => operation);
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (const [index, value] of left.entries()) {
    const difference = value - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
