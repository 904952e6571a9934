import { escapeHidden } from "../../../runtime/contract/hidden-characters.js";
import type { DiagnosedGroup, Diagnosis, UsedScheme } from "./auth-doctor.js";

/** Operations of a group that are listed without --verbose. */
const shownOperations = 10;

export function formatDiagnosis(diagnosis: Diagnosis, verbose: boolean): string {
  const { api, groups, variables, baseUrl, advice, ok } = diagnosis;
  const lines = [api];
  for (const group of groups) {
    lines.push("", headingOf(group));
    lines.push(...(group.lacks ?? []).map((lack, i) => `  ${i === 0 ? "" : "Or: "}${lack}`));
    lines.push(...operationLines(group.operations, verbose));
  }
  if (baseUrl !== undefined) lines.push("", `No base URL: ${baseUrl}`);
  if (advice !== undefined) lines.push("", advice);
  if (variables.length > 0) {
    const width = Math.max(...variables.map(({ name }) => name.length));
    lines.push("", "Environment variables:");
    for (const { name, set, meaning, scheme, sentTo } of variables) {
      const state = set ? "set    " : "not set";
      const where = sentTo.length === 0 ? "" : ` → ${sentTo.join(", ")}`;
      lines.push(`  ${name.padEnd(width)}  ${state}  ${meaning} (${scheme})${where}`);
    }
  }
  if (!ok) {
    lines.push(
      "",
      'Set them where the server is started: in the shell, or under "env" in the settings of the MCP client.',
    );
  }
  return lines.map((line) => `${escapeHidden(line)}\n`).join("");
}

function headingOf({ state, operations, uses = [], alternatives }: DiagnosedGroup): string {
  const count = `${operations.length} ${operations.length === 1 ? "operation" : "operations"}`;
  switch (state) {
    case "open":
      return `${count} without credentials:`;
    case "ready":
      return `${count} ready, with ${uses.map(useOf).join(" and ")}:`;
    case "anonymous":
      return `${count} called without credentials, since none are set:`;
    case "missing":
      return `${count} MISSING ${alternatives
        .filter((names) => names.length > 0)
        .map((names) => names.join(" and "))
        .join(", or ")}:`;
  }
}

function useOf({ scheme, way, variables }: UsedScheme): string {
  const by = { given: "", login: "a login, ", password: "a password, " }[way] ?? `${way}, `;
  return `${scheme} (${by}${variables.join(", ")})`;
}

function operationLines(operations: readonly string[], verbose: boolean): readonly string[] {
  const shown = verbose ? operations : operations.slice(0, shownOperations);
  const rest = operations.length - shown.length;
  return [
    ...shown.map((key) => `    ${key}`),
    ...(rest > 0 ? [`    … and ${rest} more; --verbose lists them all`] : []),
  ];
}
