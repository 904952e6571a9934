import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { within, type Work } from "../../diagnostics/work.js";
import type { ApiModel } from "../../operations/model.js";
import type { RoutedOperation } from "../../routes/decision.js";
import { planBudget } from "./plan-budget.js";
import { buildSurface, type BuiltSurface, type SurfaceOptions } from "../build-surface.js";
import { clientRules } from "../listing/client-rules.js";
import { jsonBytes } from "../names/unsafe-keys.js";
import { emptyListBytes } from "../listing/list-size.js";
import { listedSize, listingOnly } from "./listed-size.js";
import type { ListingPlan, Surface } from "../model.js";
import {
  autoLimit,
  moveBehindSearch,
  pinnedKeys,
  toolsOf,
  unpinnable,
  type Mode,
} from "../listing/modes.js";
import { formatCount } from "../../diagnostics/display.js";
import { loadTokenMeasure } from "../listing/tokens.js";

export interface ListingOptions {
  readonly mode: Mode;
  /** Maximum size of `tools/list`, in tokens. */
  readonly budget?: number;
}

/**
 * Builds the surface, and decides which operations are listed and which are only found by search.
 *
 * @returns Further errors: a budget that can't be kept. Infos: operations that were moved off the list.
 */
export function planSurface(
  model: ApiModel,
  routed: readonly RoutedOperation[],
  options: SurfaceOptions,
  listing: ListingOptions,
  work: Work,
): BuiltSurface {
  const build = (changed: Partial<SurfaceOptions>): BuiltSurface =>
    within(work, () => buildSurface(model, routed, { ...options, ...changed }));
  const asked = build({});
  const { budget } = listing;
  if (budget !== undefined) {
    return planBudget(asked, build, { routed, options, mode: listing.mode, budget });
  }
  const tooMany = tooManyTools(asked, options);
  const because =
    listing.mode === "search"
      ? "--mode search"
      : listing.mode === "auto"
        ? (tooMany ?? tooLarge(asked))
        : undefined;
  if (because === undefined) {
    return tooMany === undefined
      ? asked
      : { ...asked, diagnostics: [...asked.diagnostics, overfull(tooMany)] };
  }
  const kept = pinnedKeys(routed);
  const built = options.client ? build(listingOnly(kept, asked, options)) : asked;
  const moved = moveBehindSearch(built.surface, kept);
  const tools = toolsOf(moved);
  const plan: ListingPlan = { mode: "search", because, steps: [] };
  const surface: Surface = { ...moved, listing: plan, toolsListBytes: listBytes(built, moved) };
  const behind = toolsOf(built.surface).length - tools.length;
  return {
    surface,
    sizes: built.sizes,
    diagnostics: [
      ...built.diagnostics,
      ...unpinnable(moved, routed),
      ...(behind === 0 ? [] : [planned(plan, behind)]),
    ],
  };
}

/** Explains why a list is too long for its client. */
function tooManyTools({ surface }: BuiltSurface, { client }: SurfaceOptions): string | undefined {
  const { maxTools } = client ? clientRules[client] : {};
  const tools = toolsOf(surface).length;
  if (maxTools === undefined || tools <= maxTools) return undefined;
  return `--client ${client} accepts at most ${maxTools} tools, and there are ${tools}`;
}

function overfull(because: string): Diagnostic {
  return {
    code: "client-limited",
    severity: "warning",
    message: `The tool list is too long for its client (${because}).`,
    hint: "--mode auto moves tools behind the search tools; a route map can exclude some.",
  };
}

/** Bytes per token below which a list surely is within a limit, and above which it surely exceeds it. */
const surelyWithin = 2;
const surelyBeyond = 8;
const bytesPerToken = 4;

/** Explains why a list is too large for a model; runs the tokenizer only if bytes can't tell. */
function tooLarge(asked: BuiltSurface): string | undefined {
  const bytes = asked.surface.toolsListBytes;
  if (bytes <= autoLimit * surelyWithin) return undefined;
  let tokens = Math.ceil(bytes / bytesPerToken);
  if (bytes < autoLimit * surelyBeyond) {
    tokens = listedSize(asked, asked.surface, loadTokenMeasure());
    if (tokens <= autoLimit) return undefined;
  }
  return `--mode auto: all tools would take about ${formatCount(tokens)} tokens, more than ${formatCount(autoLimit)}`;
}

/** Returns the size of the whole list in bytes, search tools included. */
function listBytes(built: BuiltSurface, moved: Surface): number {
  const searches = moved.operations.some(({ facts }) => facts.expose.as === "searchable");
  const tools = toolsOf(moved).length + (searches ? 3 : 0);
  return listedSize(built, moved, jsonBytes) + emptyListBytes(tools);
}

function planned({ because }: ListingPlan, behind: number): Diagnostic {
  return {
    code: "list-planned",
    severity: "info",
    message: `${behind} operations are not listed but found by the search tools: ${because}.`,
    hint: "--mode tools lists them all; `pin: true` in a route map lists single ones.",
  };
}
