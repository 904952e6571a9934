import { defined } from "../../runtime/protocol/defined.js";
import type { ApiModel } from "../operations/model.js";
import type { Exposure } from "../../runtime/contract/operation.js";
import type { ListingPlan, Surface } from "../surface/model.js";
import { formatCount } from "../diagnostics/display.js";

/** Figures of a run, as `--json` prints them. */
export interface Summary {
  readonly operations: number;
  readonly tools: number;
  /** Not listed, but found and called with the search tools. */
  readonly searchable: number;
  readonly resources: number;
  readonly excluded: readonly { readonly operation: string; readonly because: string }[];
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
  readonly toolsListBytes: number;
  /** Counted if a budget needed it, else estimated from the bytes. */
  readonly toolsListTokens: number;
  /** How the list was made smaller. */
  readonly listing?: ListingPlan;
}

const bytesPerToken = 4;

export function summarise(model: ApiModel, surface: Surface): Summary {
  const count = (...kinds: readonly Exposure["as"][]): number =>
    surface.operations.filter(({ facts }) => kinds.includes(facts.expose.as)).length;
  const { listing } = surface;
  return {
    operations: model.total,
    tools: count("tool"),
    searchable: count("searchable"),
    resources: count("resource", "template"),
    excluded: surface.excluded.map(({ key, because }) => ({ operation: key, because })),
    skipped: [...model.skipped, ...surface.skipped].map(({ key, reason }) => ({
      operation: key,
      reason: `${reason.code}: ${reason.message}`,
    })),
    toolsListBytes: surface.toolsListBytes,
    toolsListTokens: listing?.tokens ?? Math.ceil(surface.toolsListBytes / bytesPerToken),
    ...defined({ listing }),
  };
}

export function formatSummary(summary: Summary): string {
  const { operations, tools, searchable, resources, excluded, skipped, listing } = summary;
  const behind = searchable > 0 ? `${searchable} behind the search tools, ` : "";
  const about = listing?.tokens === undefined ? "about " : "";
  const lines = [
    `${operations} operations: ${tools} tools, ${behind}${resources} resources, ${excluded.length} excluded, ${skipped.length} skipped`,
    `tools/list takes ${about}${formatCount(summary.toolsListTokens)} tokens`,
    ...(listing ? planLines(listing) : []),
  ];
  for (const each of skipped.slice(0, shownSkipped)) {
    lines.push(`  skipped ${each.operation}: ${each.reason}`);
  }
  if (skipped.length > shownSkipped)
    lines.push(`  … and ${skipped.length - shownSkipped} more skipped`);
  return lines.map((line) => `${line}\n`).join("");
}

const shownSkipped = 10;

function planLines({ because, steps }: ListingPlan): readonly string[] {
  return [
    `  ${because}`,
    ...steps.map(({ did, tokens }) => `  ${formatCount(tokens).padStart(9)} ${did}`),
  ];
}
