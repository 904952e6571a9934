/** Plans the scenarios and the commands of the suite that run them. */
import type { Suite } from "./suite.js";

/** Scenarios that are run together; of the server side, on one server. */
export interface Group {
  readonly name: string;
  /** Arguments of its commands, without what is tested and the output folder. */
  readonly commands: readonly (readonly string[])[];
  /** Scenarios that the results must contain. */
  readonly scenarios: readonly string[];
}

const requirementSets = ["2025-11-25", "2026-07-28"];
const olderRevisions = ["2025-03-26", "2025-06-18"];

/**
 * Returns every scenario of a side of the suite under every revision that it supports.
 *
 * @param wanted only these scenarios, one by one; if empty, all
 */
export async function planGroups(
  suite: Suite,
  wanted: readonly string[],
): Promise<readonly Group[]> {
  const groups: Group[] = [];
  for (const revision of requirementSets) {
    groups.push({
      name: `required ${revision}`,
      commands: [["--requirements", revision]],
      scenarios: await suite.required(revision),
    });
  }
  for (const revision of olderRevisions) {
    groups.push({
      name: `revision ${revision}`,
      commands: [["--spec-version", revision, "--suite", "all"]],
      scenarios: await suite.scenarios(revision),
    });
  }
  const planned = new Set(groups.flatMap(({ scenarios }) => scenarios));
  const others = (await suite.scenarios()).filter((name) => !planned.has(name));
  groups.push({
    name: "all others",
    commands: others.map((name) => ["--scenario", name]),
    scenarios: others,
  });
  return wanted.length === 0 ? groups : groups.flatMap((group) => onlyThese(group, wanted));
}

function onlyThese(group: Group, wanted: readonly string[]): readonly Group[] {
  const scenarios = group.scenarios.filter((name) => wanted.includes(name));
  if (scenarios.length === 0) return [];
  const revision = /\d{4}-\d\d-\d\d$/.exec(group.name)?.[0];
  const at = revision === undefined ? [] : ["--spec-version", revision, "--force"];
  return [{ ...group, scenarios, commands: scenarios.map((name) => ["--scenario", name, ...at]) }];
}
