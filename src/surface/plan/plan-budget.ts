import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { RoutedOperation } from "../../routes/decision.js";
import type { BuiltSurface, SurfaceOptions } from "../build-surface.js";
import type { Measure } from "../listing/list-size.js";
import { listedSize, listingOnly, measuredTools } from "./listed-size.js";
import type { ListingPlan, Surface, SurfaceOperation } from "../model.js";
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
  readonly options: SurfaceOptions;
  readonly mode: Mode;
  /** Maximum size of the list, in tokens. */
  readonly budget: number;
}

type Build = (changed: Partial<SurfaceOptions>) => BuiltSurface;

/**
 * Plans a list within a budget. First the listings of all tools are trimmed, step by step. Then, if the mode is `auto`,
 * the operations that are least likely used move behind the search tools, where they keep their full descriptions.
 *
 * @param asked The surface that the user requested.
 * @param build Builds the surface with other limits.
 */
export function planBudget(asked: BuiltSurface, build: Build, task: BudgetTask): BuiltSurface {
  const { budget, mode, options, routed } = task;
  const measure = loadTokenMeasure();
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
      // The plan reports the cuts itself.
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

/** Returns the tokens of the list that a surface shows. @param built the surface that `shown` was made from */
function listTokens(built: BuiltSurface, shown: Surface, measure: Measure): number {
  return measure({ tools: [] }) + listedSize(built, shown, measure);
}

/** Returns the keys of the tools that fit beside the search tools: the pinned ones, then the most likely used. */
function fit(
  { surface, sizes }: BuiltSurface,
  pinned: ReadonlySet<string>,
  budget: number,
  measure: Measure,
): ReadonlySet<string> {
  const sizeOf = sizes(measure);
  const kept = new Set(pinned);
  let room = budget - measure({ tools: [] });
  for (const one of surface.operations) if (pinned.has(one.source.key)) room -= sizeOf(one);
  const mostBehind = moveBehindSearch(surface, pinned);
  room -= searchToolsSize(mostBehind, measure);
  // With fewer operations to find, the search tool may list its tags.
  if (!listsTags(mostBehind)) room -= tagsAllowance;
  for (const tool of byLikelyUse(toolsOf(surface))) {
    const { key } = tool.source;
    const size = sizeOf(tool);
    if (kept.has(key) || size > room) continue;
    kept.add(key);
    room -= size;
  }
  return kept;
}

/** Room for the tags of the search tool, in tokens. */
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
        ? `--mode auto moves the least likely used operations behind the search tools; a route map can exclude some. The largest: ${largest.join(", ")}.`
        : "The search tools and the pinned tools alone exceed it: pin fewer tools or raise --budget.",
  };
}

/** A way to shorten the listings of all tools. */
interface TrimStep {
  readonly did: string;
  readonly limits: Partial<
    Pick<SurfaceOptions, "descriptionLimit" | "inputSchemaLimit" | "outputSchemaLimit">
  >;
}

/**
 * Ordered by how little models need the part: results, then the length of descriptions, then the depth of bodies. Steps
 * add up.
 */
const allSteps: readonly TrimStep[] = [
  { did: "output schemas left out", limits: { outputSchemaLimit: 0 } },
  ...[512, 256, 128].map((descriptionLimit) => ({
    did: `descriptions cut to ${descriptionLimit} characters`,
    limits: { descriptionLimit },
  })),
  ...[4096, 1024, 0].map((inputSchemaLimit) => ({
    did:
      inputSchemaLimit === 0
        ? "input schemas outlined: no shared schemas"
        : `input schemas outlined: at most ${inputSchemaLimit} bytes of shared schemas each`,
    limits: { inputSchemaLimit },
  })),
];

/** Returns the steps that lower a limit of the user. */
function trimSteps(options: SurfaceOptions): readonly TrimStep[] {
  return allSteps.filter(({ limits }) =>
    Object.entries(limits).every(([name, limit]) => limit < options[name as keyof typeof limits]),
  );
}

/**
 * Sorts operations by how likely they are used, as far as a document can tell: those that are not deprecated first, then
 * those with short paths (the main resources of an API), then the first operation of each tag before the second ones (so
 * that no large tag fills the list), then (the sort is stable) by the document's order.
 */
function byLikelyUse(operations: readonly SurfaceOperation[]): readonly SurfaceOperation[] {
  const seen = new Map<string, number>();
  const ranked = operations.map((operation) => {
    const { deprecated, path, tags } = operation.source;
    const group = tags[0] ?? path.split("/", 2)[1] ?? "";
    const turn = seen.get(group) ?? 0;
    seen.set(group, turn + 1);
    return {
      operation,
      isDeprecated: Number(deprecated),
      length: path.split("/").filter(Boolean).length,
      turn,
    };
  });
  return ranked
    .sort((a, b) => a.isDeprecated - b.isDeprecated || a.length - b.length || a.turn - b.turn)
    .map(({ operation }) => operation);
}
