import { impacts, type ContractChange, type Impact } from "./change.js";

/** Changes that read alike, of one or more tools. */
export interface ChangeGroup {
  readonly impact: Impact;
  /** The tools or resources, or `(server)`. */
  readonly names: readonly string[];
  readonly message: string;
}

/** Words for people. */
export const impactNames: Readonly<Record<Impact, string>> = {
  breaking: "breaking",
  compatible: "compatible",
  text: "text only",
};

/** Joins changes with the same words, such as those of a schema that many operations share: breaking ones first. */
export function groupChanges(changes: readonly ContractChange[]): readonly ChangeGroup[] {
  return impacts.flatMap((impact) => {
    const groups = new Map<string, string[]>();
    for (const change of changes) {
      if (change.impact !== impact) continue;
      const names = groups.get(change.message) ?? [];
      groups.set(change.message, names);
      if (!names.includes(change.name)) names.push(change.name);
    }
    return [...groups].map(([message, names]) => ({ impact, names, message }));
  });
}

/** Counts changes: `2 breaking, 1 compatible, 3 text only`. */
export function countChanges(changes: readonly ContractChange[]): string {
  const counts = impacts.map((impact) => {
    const count = changes.filter((change) => change.impact === impact).length;
    return count === 0 ? "" : `${count} ${impactNames[impact]}`;
  });
  return counts.filter((count) => count !== "").join(", ");
}
