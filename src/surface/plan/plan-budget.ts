import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { RoutedOperation } from "../../routes/decision.js";
import { trimSteps } from "./budget-steps.js";
import { byLikelyUse } from "./budget-tail.js";
import type { BuiltSurface, SurfaceOptions } from "../build-surface.js";
import type { Measure } from "../listing/list-size.js";
import { listedSize, listingOnly, measuredTools } from "./listed-size.js";
import type { ListingPlan, Surface } from "../model.js";
import {
  listsTags,
  moveBehindSearch,
  pinnedKeys,
  searchToolsSize,
  toolsOf,
  unpinnable,
  type Mode,
} from "../listing/modes.js";
import { loadTokenMeasure } from "../listing/tokens.js";

export interface BudgetTask {
  readonly routed: readonly RoutedOperation[];
  /** What the user asked for. */
  readonly options: SurfaceOptions;
  readonly mode: Mode;
  /** Most tokens that the list may take. */
  readonly budget: number;
}

type Build = (changed: Partial<SurfaceOptions>) => BuiltSurface;

/**
 * Plans a list within a budget: first less is said of every tool, step by step; then, unless the mode is `tools`, the
 * operations that are least likely used go behind the search tools, with all that is to be said of them.
 *
 * @param asked The surface as the user asked for it.
 * @param build Builds it with other limits.
 */
export async function planBudget(
  asked: BuiltSurface,
  build: Build,
  task: BudgetTask,
): Promise<BuiltSurface> {
  const { budget, mode, options, routed } = task;
  const measure = await loadTokenMeasure();
  const pinned = pinnedKeys(routed);
  const everything = new Set(asked.surface.operations.map(({ source }) => source.key));
  const kept = mode === "search" ? pinned : everything;
  const show = (built: BuiltSurface): Surface =>
    mode === "search" ? moveBehindSearch(built.surface, kept) : built.surface;

  let limits: Partial<SurfaceOptions> = {};
  let built = asked;
  let surface = show(asked);
  let tokens = listTokens(built, surface, measure);
  const steps = [{ did: "as asked", tokens }];
  for (const step of trimSteps(options)) {
    if (tokens <= budget) break;
    limits = { ...limits, ...step.limits };
    built = build(limits);
    surface = show(built);
    const left = listTokens(built, surface, measure);
    if (left < tokens) steps.push({ did: step.did, tokens: left });
    tokens = left;
  }
  if (tokens > budget && mode === "auto") {
    const fitting = fit(built, pinned, budget, measure);
    built = build({ ...limits, ...listingOnly(fitting, built, options) });
    surface = moveBehindSearch(built.surface, fitting);
    tokens = listTokens(built, surface, measure);
    const behind = toolsOf(built.surface).length - toolsOf(surface).length;
    steps.push({ did: `${behind} operations behind the search tools`, tokens });
  }
  const searches = surface.operations.some(({ facts }) => facts.expose.as === "searchable");
  const plan: ListingPlan = {
    mode: searches ? "search" : "tools",
    because: `--budget ${budget}`,
    tokens,
    steps,
  };
  return {
    surface: { ...surface, listing: plan },
    sizes: built.sizes,
    diagnostics: [
      // The plan says what was cut, and why.
      ...built.diagnostics.filter(({ code }) => steps.length === 1 || !cutCodes.has(code)),
      ...unpinnable(surface, routed),
      ...(tokens > budget ? [exceeded(plan, task, built, measure)] : []),
    ],
  };
}

const cutCodes: ReadonlySet<Diagnostic["code"]> = new Set([
  "description-shortened",
  "schema-outlined",
]);

/** Tokens of the list that a surface shows. `built`: what it was made of. */
function listTokens(built: BuiltSurface, shown: Surface, measure: Measure): number {
  return measure({ tools: [] }) + listedSize(built, shown, measure);
}

/** Keys of the tools that fit beside the search tools: the pinned ones, then the most likely used. */
function fit(
  { surface, sizes }: BuiltSurface,
  pinned: ReadonlySet<string>,
  budget: number,
  measure: Measure,
): ReadonlySet<string> {
  const all = sizes(measure);
  const sizeOf = new Map(
    surface.operations.map(({ source }, index) => [source.key, all[index] ?? 0]),
  );
  const kept = new Set(pinned);
  let room = budget - measure({ tools: [] });
  for (const key of pinned) room -= sizeOf.get(key) ?? 0;
  const mostBehind = moveBehindSearch(surface, pinned);
  room -= searchToolsSize(mostBehind, measure);
  // With fewer operations behind it the search may have few enough tags to list them.
  if (!listsTags(mostBehind)) room -= tagsAllowance;
  for (const { source } of byLikelyUse(toolsOf(surface))) {
    const size = sizeOf.get(source.key) ?? 0;
    if (kept.has(source.key) || size > room) continue;
    kept.add(source.key);
    room -= size;
  }
  return kept;
}

const tagsAllowance = 400;

function exceeded(
  { tokens = 0, steps }: ListingPlan,
  { budget, mode }: BudgetTask,
  built: BuiltSurface,
  measure: Measure,
): Diagnostic {
  const largest = measuredTools(built, built.surface, measure)
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 3)
    .map(({ name, size }) => `${name} (${size})`);
  const tried = steps.slice(1).map(({ did }) => did);
  const even = tried.length > 0 ? ` even with ${tried.join(", ")}` : "";
  return {
    code: "budget-exceeded",
    severity: "error",
    message: `tools/list takes ${tokens} tokens${even}: ${tokens - budget} more than --budget ${budget}.`,
    hint:
      mode === "tools"
        ? `--mode auto moves the operations least likely used behind the search tools; a route map can exclude some. The largest: ${largest.join(", ")}.`
        : "The search tools and the pinned ones alone take more: pin fewer, or allow more.",
  };
}
