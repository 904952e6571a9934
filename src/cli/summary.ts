import { defined } from "../../runtime/protocol/defined.js";
import { escapeHidden } from "../../runtime/contract/hidden-characters.js";
import type { ApiModel } from "../operations/model.js";
import type { RoutedOperation } from "../routes/decision.js";
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
  readonly toolsListTokens: number;
  /** The tokens are estimated from the bytes: `serve` does not load the tokenizer. */
  readonly isEstimate: boolean;
  /** Operations that became tools although no rule of the route map matches them; absent without a route map. */
  readonly unmatched?: readonly string[];
  /** How the list was made smaller. */
  readonly listing?: ListingPlan;
}

const bytesPerToken = 4;

type Routed = readonly RoutedOperation[] | undefined;

/** @param tokens of the list, if they were counted */
export function summarise(
  model: ApiModel,
  surface: Surface,
  { tokens, routed }: { readonly tokens?: number | undefined; readonly routed?: Routed } = {},
): Summary {
  const count = (...kinds: readonly Exposure["as"][]): number =>
    surface.operations.filter(({ facts }) => kinds.includes(facts.expose.as)).length;
  const { listing } = surface;
  const counted = listing?.tokens ?? tokens;
  // A route map without rules, or whose rules match nothing, leaves everything to its defaults on purpose.
  const hasRules = routed?.some(({ decision }) => decision.because.startsWith("rule "));
  const unmatched = hasRules
    ? routed?.flatMap(({ operation, decision }) =>
        decision.because === "defaults" && decision.expose === "tool" ? [operation.key] : [],
      )
    : undefined;
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
    toolsListTokens: counted ?? Math.ceil(surface.toolsListBytes / bytesPerToken),
    isEstimate: counted === undefined,
    ...defined({ listing, unmatched: unmatched?.length === 0 ? undefined : unmatched }),
  };
}

export function formatSummary(summary: Summary): string {
  const { operations, tools, searchable, resources, excluded, skipped, listing } = summary;
  const { unmatched = [] } = summary;
  const behind = searchable > 0 ? `${searchable} behind the search tools, ` : "";
  const about = summary.isEstimate ? "about " : "";
  const lines = [
    `${operations} operations: ${tools} tools, ${behind}${resources} resources, ${excluded.length} excluded, ${skipped.length} skipped`,
    `tools/list takes ${about}${formatCount(summary.toolsListTokens)} tokens`,
    ...(listing ? planLines(listing) : []),
    ...(unmatched.length > 0 ? [unmatchedLine(unmatched)] : []),
  ];
  for (const each of skipped.slice(0, shownSkipped)) {
    lines.push(`  skipped ${each.operation}: ${each.reason}`);
  }
  if (skipped.length > shownSkipped)
    lines.push(`  … and ${skipped.length - shownSkipped} more skipped`);
  return lines.map((line) => `${escapeHidden(line)}\n`).join("");
}

const shownSkipped = 10;
const shownUnmatched = 5;

function unmatchedLine(keys: readonly string[]): string {
  const shown = keys.slice(0, shownUnmatched).join(", ");
  const more = keys.length > shownUnmatched ? ` and ${keys.length - shownUnmatched} more` : "";
  const are = keys.length === 1 ? "tool matches" : "tools match";
  return `  ${keys.length} ${are} no rule of the route map: ${shown}${more} (\`defaults: { expose: exclude }\` leaves such operations out)`;
}

function planLines({ because, steps }: ListingPlan): readonly string[] {
  return [
    `  ${because}`,
    ...steps.map(({ did, tokens }) => `  ${formatCount(tokens).padStart(9)} ${did}`),
  ];
}
