import type { ApiModel } from "../operations/model.js";
import type { Surface } from "../surface/model.js";

/** The figures of a run, as `--json` prints them. */
export interface Summary {
  readonly operations: number;
  readonly tools: number;
  readonly resources: number;
  readonly excluded: readonly { readonly operation: string; readonly because: string }[];
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
  readonly toolsListBytes: number;
  /** Estimated: a token for every four bytes of JSON. */
  readonly toolsListTokens: number;
}

const bytesPerToken = 4;

export function summarise(model: ApiModel, surface: Surface): Summary {
  const tools = surface.operations.filter((each) => each.facts.expose.as === "tool").length;
  return {
    operations: model.total,
    tools,
    resources: surface.operations.length - tools,
    excluded: surface.excluded.map(({ key, because }) => ({ operation: key, because })),
    skipped: [...model.skipped, ...surface.skipped].map(({ key, reason }) => ({
      operation: key,
      reason: `${reason.code}: ${reason.message}`,
    })),
    toolsListBytes: surface.toolsListBytes,
    toolsListTokens: Math.ceil(surface.toolsListBytes / bytesPerToken),
  };
}

/** The closing lines of a run. */
export function formatSummary(summary: Summary): string {
  const { operations, tools, resources, excluded, skipped, toolsListTokens } = summary;
  const lines = [
    `${operations} operations: ${tools} tools, ${resources} resources, ${excluded.length} excluded, ${skipped.length} skipped`,
    `tools/list takes about ${thousands(toolsListTokens)} tokens`,
  ];
  for (const each of skipped.slice(0, shownSkipped)) {
    lines.push(`  skipped ${each.operation}: ${each.reason}`);
  }
  if (skipped.length > shownSkipped)
    lines.push(`  … and ${skipped.length - shownSkipped} more skipped`);
  return lines.map((line) => `${line}\n`).join("");
}

const shownSkipped = 10;

/** `1234567` as `1,234,567`, on every machine. */
function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
